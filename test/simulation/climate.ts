import type { Chances } from '#test/faults/chances.ts'

/**
 * How often what goes wrong, from 0 to 1. Each seed has a climate of its own, in which many faults never happen: where
 * everything fails all the time nothing gets far enough to fail in a new way.
 */
export type Climate = ReturnType<typeof climateOf>

export function climateOf(chances: Chances) {
  const often = (most: number) => (chances.isTrue(0.5) ? 0 : chances.between(0, most))
  return {
    /** Of each request to a terminal. */
    requestRefused: often(0.2),
    requestLost: often(0.3),
    requestLate: often(0.3),
    requestDoubled: often(0.3),
    answerLost: often(0.4),
    answerSlow: often(0.3),
    /** Of each transaction. */
    commitUnknown: often(0.1),
    commitFails: often(0.1),
    commitSlow: often(0.2),
    /** Of each step of a course: the server dies before the first of its effects, or between two. */
    deathAtStep: often(0.06),
    /** Of each moment, about every ten seconds. */
    serverDies: often(0.3),
    serverSleeps: often(0.3),
    serverCloses: often(0.3),
    /** Of each that is down. */
    serverReturns: chances.isTrue(0.8) ? 1 : 0.1,
    databaseAway: often(0.15),
    powerCut: often(0.1),
    adminCancels: often(0.3),
    /** Of each shopper who is to pay. */
    paysTwice: often(0.8),
    abortsPayment: often(0.5),
    cancelsOrder: often(0.4),
    hangsUp: often(0.4),
    /** Of each who has paid. */
    pressesAgain: often(0.5),
    /** Of each payment that stands before a shopper. */
    declined: often(0.4),
    cancelledThere: often(0.3),
    leftAlone: often(0.3),
  }
}
