import { verdictOf, type Asked, type Verdict } from './answers.ts'
import type { Connection } from './connections.ts'
import type { RpcAnswer } from './session.ts'

/** The terminal's activity: during a transaction it returns a transaction status, while idle it returns none. */
export type Doing = 'idle' | 'transaction' | 'unknown' | 'lost'

export async function askDoing({ session }: Connection, withinMs: number): Promise<Doing> {
  const status = await session.request('Status', {}, withinMs)
  if (status.kind === 'lost') return 'lost'
  if (status.kind === 'error') return 'unknown'
  return status.result['transaction_status'] == null ? 'idle' : 'transaction'
}

/**
 * Queries the outcome of a transaction. "Not found" counts only on an idle terminal. The status is queried first: otherwise a
 * transaction could end between the two queries and be missed by both.
 */
export async function lookUp(connection: Connection, asked: Asked, withinMs: number): Promise<Verdict> {
  const doing = await askDoing(connection, withinMs)
  if (doing === 'lost') return { kind: 'unreachable' }
  const { session, apiKey } = connection
  const answer = await session.request('Check', { api_key: apiKey, ...asked.ids }, withinMs)
  const verdict = verdictOf(answer, asked)
  if (verdict.kind !== 'not_found' || doing === 'idle') return verdict
  return doing === 'transaction' ? { kind: 'busy' } : { kind: 'unclear', code: 'STATUS_UNKNOWN' }
}

/** Aborts an old transaction at the terminal, which may take a moment. */
export async function clearTerminal(connection: Connection, withinMs: { clear: number; answer: number }) {
  const until = performance.now() + withinMs.clear
  let doing = await askDoing(connection, withinMs.answer)
  if (doing === 'transaction') connection.session.notify('Abort', {})
  while (doing === 'transaction' && performance.now() < until) {
    await new Promise(resolve => setTimeout(resolve, LOOK_MS))
    doing = await askDoing(connection, withinMs.answer)
  }
  return doing
}
const LOOK_MS = 200

/** The terminal's description of itself. Old terminals only support the second method. */
export async function askVersion({ session }: Connection, withinMs: number): Promise<RpcAnswer> {
  const info = await session.request('TerminalInfo', {}, withinMs)
  return info.kind === 'error' ? session.request('VersionInfo', {}, withinMs) : info
}
