import { verdictOf, type Asked, type Verdict } from './answers.ts'
import type { Connection } from './connections.ts'
import type { RpcAnswer } from './session.ts'

/** What the terminal does: a transaction has a status there, an idle terminal has none to tell. */
export type Doing = 'idle' | 'transaction' | 'unknown' | 'lost'

export async function askDoing({ session }: Connection, withinMs: number): Promise<Doing> {
  const status = await session.request('Status', {}, withinMs)
  if (status.kind === 'lost') return 'lost'
  if (status.kind === 'error') return 'unknown'
  return status.result['transaction_status'] == null ? 'idle' : 'transaction'
}

/**
 * What became of a transaction. That the terminal does not find it counts only on an idle terminal, and the terminal is
 * asked for its status first: asked afterwards, a transaction could end between the two and be missed by both.
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

/** Asks an old transaction to leave the terminal, which may take a moment. */
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

/** The terminal's own words for itself. Old ones know only the second method. */
export async function askVersion({ session }: Connection, withinMs: number): Promise<RpcAnswer> {
  const info = await session.request('TerminalInfo', {}, withinMs)
  return info.kind === 'error' ? session.request('VersionInfo', {}, withinMs) : info
}
