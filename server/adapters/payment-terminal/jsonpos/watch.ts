import { setTimeout as sleep } from 'node:timers/promises'
import type { Asked, Verdict } from './answers.ts'
import type { Connection } from './connections.ts'
import { lookUp } from './questions.ts'

type Watch = { everyMs: number; answerMs: number; over: AbortSignal }

/**
 * Looks now and then what became of a purchase whose answer has not come though the connection lives: a gateway may lose
 * a message. Gives what is final, or that nothing is known when the terminal is idle and has never heard of it; nothing
 * while the shopper is at it.
 */
export async function watchPurchase(connection: Connection, asked: Asked, watch: Watch): Promise<Verdict> {
  let timesMissing = 0
  while (!watch.over.aborted && connection.session.isOpen) {
    await sleep(watch.everyMs, undefined, { signal: watch.over, ref: false }).catch(() => undefined)
    if (watch.over.aborted) break
    const verdict = await lookUp(connection, asked, watch.answerMs)
    if (isFinal(verdict)) return verdict
    timesMissing = verdict.kind === 'not_found' ? timesMissing + 1 : 0
    // Once may be the moment before the terminal takes it up.
    if (timesMissing === 2) break
  }
  return { kind: 'unreachable' }
}

const isFinal = ({ kind }: Verdict): boolean => kind === 'approved' || kind === 'declined' || kind === 'cancelled'
