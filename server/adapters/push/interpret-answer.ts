import type { Posted } from './post.ts'
import type { PushOutcome } from './push.ts'

const LONGEST_WAIT_MS = 3_600_000

/**
 * Interprets a response. Delivery is at most once, so a message is retried only if the service reports that it did not accept
 * it, or if nothing was sent. A 5xx other than 503 may come from a gateway in front of a service that accepted it.
 */
export function interpretAnswer(posted: Posted): PushOutcome {
  if (posted.kind === 'unknown') return { kind: 'failed', reason: `unknown: ${posted.why}` }
  if (posted.kind === 'unsent') {
    // A hostile address must not be retried.
    if (posted.why === 'EADDRREFUSED') return { kind: 'gone', reason: 'address refused' }
    return { kind: 'later', reason: posted.why }
  }
  return interpretStatus(posted.status, posted.retryAfter)
}

function interpretStatus(status: number, retryAfter: string | undefined): PushOutcome {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429 || status === 503) return { kind: 'later', reason, ...readRetryAfter(retryAfter) }
  // The service rejects the keys, the contact or the size, so other messages will fail as well.
  if ([400, 401, 403, 413].includes(status)) return { kind: 'failed', reason, isAlarming: true }
  return { kind: 'failed', reason }
}

/** The header contains seconds or a date. */
function readRetryAfter(header: string | undefined): { afterMs?: number } {
  if (header === undefined) return {}
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? { afterMs: Math.min(Math.max(ms, 0), LONGEST_WAIT_MS) } : {}
}
