import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, Verdict } from './answers.ts'
import type { Connection } from './connections.ts'
import { lookUp } from './questions.ts'

type Watch = { everyMs: number; answerMs: number; over: AbortSignal }

/**
 * Periodically queries a purchase whose response has not arrived though the connection is open: a gateway may lose a
 * message. Returns a final outcome, or `unreachable` when the terminal is idle and does not find the purchase; keeps waiting
 * while the shopper is paying.
 */
export async function watchPurchase(connection: Connection, asked: Asked, watch: Watch): Promise<Verdict> {
  let timesMissing = 0
  while (!watch.over.aborted && connection.session.isOpen) {
    await sleep(watch.everyMs, undefined, { signal: watch.over, ref: false }).catch(() => undefined)
    if (watch.over.aborted) break
    const verdict = await lookUp(connection, asked, watch.answerMs)
    if (isFinal(verdict)) return verdict
    timesMissing = verdict.kind === 'not_found' ? timesMissing + 1 : 0
    // A single "not found" may come just before the terminal starts the purchase.
    if (timesMissing === 2) break
  }
  return { kind: 'unreachable' }
}

const isFinal = ({ kind }: Verdict): boolean => kind === 'approved' || kind === 'declined' || kind === 'cancelled'
