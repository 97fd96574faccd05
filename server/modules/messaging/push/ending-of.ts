import type { PushOutcome } from '#server/adapters/push/push.ts'
import type { Ending } from './delivery-rows.ts'

const MOST_TRIES = 5
const FIRST_WAIT_MS = 30_000

type Sent = { id: number; tries: number; expires_at: Date; now: Date }

/**
 * The row update for an outcome. Only what certainly did not arrive is retried: after 30 s, 1, 2 and 4 minutes, or later if the
 * push service requires it.
 */
export function endingOf(outcome: PushOutcome, { id, tries, expires_at, now }: Sent): Ending {
  if (outcome.kind === 'delivered') return { id, state: 'delivered', reason: null, due_at: null }
  const failed: Ending = { id, state: 'failed', reason: outcome.reason, due_at: null }
  if (outcome.kind !== 'later' || tries >= MOST_TRIES) return failed
  const waitMs = Math.max(outcome.afterMs ?? 0, FIRST_WAIT_MS * 2 ** (tries - 1))
  const due_at = new Date(now.getTime() + waitMs)
  return due_at < expires_at ? { id, state: 'waiting', reason: outcome.reason, due_at } : failed
}
