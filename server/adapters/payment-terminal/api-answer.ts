import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { findingOfCode } from './connection-findings.ts'

/** When a call must not be sent any more (by performance.now()), and when its caller has stopped waiting. */
export type CallLimits = { until: number; signal?: AbortSignal | undefined }

export type ApiAnswer =
  | { kind: 'ok'; body: unknown }
  /** The API answered that it did nothing. */
  | { kind: 'refused'; status: number; why: string }
  /** Nothing of the call was sent. */
  | { kind: 'unsent'; finding: TerminalFinding; why: string }
  /** Whether it took effect is unknown. */
  | { kind: 'lost'; finding: TerminalFinding; why: string }

/** No byte left: the connection was not opened. */
const UNSENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH'])

/** fetch hides the reason in the error's cause. */
function getCause(error: unknown): { code: string; why: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  if (!(cause instanceof Error)) return { code: '', why: 'failed' }
  return { code: 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name, why: cause.message }
}

/** The answer to a call that `fetch` failed with this error. */
export function toFailedCall(error: unknown): Extract<ApiAnswer, { kind: 'unsent' | 'lost' }> {
  const { code, why } = getCause(error)
  const isLate = code === 'TimeoutError' || code === 'UND_ERR_CONNECT_TIMEOUT'
  return { kind: UNSENT.has(code) ? 'unsent' : 'lost', finding: isLate ? 'connectTimeout' : findingOfCode(code), why }
}
