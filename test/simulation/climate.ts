import type { Chances } from '#test/faults/chances.ts'

/**
 * The probability of each fault, from 0 to 1. Each seed has its own climate, in which many faults never happen: where everything
 * fails all the time, nothing progresses far enough to fail in a new way.
 */
export type Climate = ReturnType<typeof drawClimate>

export function drawClimate(chances: Chances) {
  const often = (max: number) => (chances.isTrue(0.5) ? 0 : chances.between(0, max))
  const silent = chances.weighed({ payments: 5, refunds: 7, nothing: 88 })
  return {
    /** Per request to a terminal. */
    requestRefused: often(0.2),
    requestLost: often(0.3),
    requestLate: often(0.3),
    requestDoubled: often(0.3),
    answerLost: silent === 'nothing' ? often(0.4) : chances.between(0.2, 0.6),
    /** Terminals that perform requests and answer no query about them: outcomes stay unknown. */
    statusSilent: silent === 'payments' ? 1 : 0,
    refundStatusSilent: silent === 'refunds' ? 1 : 0,
    answerSlow: often(0.3),
    /** Per transaction. */
    commitUnknown: often(0.1),
    commitFails: often(0.1),
    commitSlow: often(0.2),
    /** Per step of a state machine: the server dies before the first of its effects, or between two. */
    deathAtStep: often(0.06),
    /** Per moment, about every ten seconds. */
    serverDies: often(0.3),
    serverSleeps: often(0.3),
    serverCloses: often(0.3),
    /** Per server that is down. */
    serverReturns: chances.isTrue(0.8) ? 1 : 0.1,
    databaseAway: often(0.15),
    powerCut: often(0.1),
    adminCancels: often(0.3),
    adminRefunds: often(0.9),
    adminDecides: often(0.8),
    /** An order dies while it is being paid. */
    orderDies: chances.isTrue(0.3) ? chances.between(0, 0.15) : 0,
    /** Per press of an admin: presses again at once, on any server. */
    adminPressesTwice: often(0.6),
    /** Per refund. */
    refundDeclined: often(0.3),
    /** Per shopper who is about to pay. */
    paysTwice: often(0.8),
    abortsPayment: often(0.5),
    cancelsOrder: often(0.4),
    hangsUp: often(0.4),
    /** Per shopper who has paid. */
    pressesAgain: often(0.5),
    /** Per payment that is shown to a shopper. */
    declined: often(0.4),
    cancelledThere: often(0.3),
    leftAlone: often(0.3),
  }
}
