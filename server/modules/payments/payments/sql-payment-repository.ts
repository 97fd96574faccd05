import type { Context } from '#server/platform/context.ts'
import { findAttempt, findOpenAttempt, markSent, recordState, requestAbort } from './attempts.ts'
import { beginPayment } from './begin-payment.ts'
import { claimLapsedAttempts, handBack, renewLeases } from './leases.ts'
import type { PaymentRepository } from './payment-repository.ts'
import { settleAttempt } from './settle-attempt.ts'
import { nextInQueue, takeTerminal } from './take-terminal.ts'

/** The payment repository in the shop's database. */
export const sqlPaymentRepository = (context: Context): PaymentRepository => ({
  begin: wish => beginPayment(context, wish),
  find: attemptId => findAttempt(context.db, attemptId),
  findOpen: userId => findOpenAttempt(context.db, userId),
  takeTerminal: (attemptId, owner) => takeTerminal(context.db, attemptId, owner),
  nextInQueue: owner => nextInQueue(context.db, owner),
  markSent: (attemptId, owner) => markSent(context.db, attemptId, owner),
  recordState: (attemptId, state) => recordState(context.db, attemptId, state),
  settle: (attempt, outcome) => settleAttempt(context, attempt, outcome),
  requestAbort: userId => requestAbort(context.db, userId),
  renewLeases: (owner, driven) => renewLeases(context.db, owner, driven),
  handBack: owner => handBack(context.db, owner),
  claimLapsed: owner => claimLapsedAttempts(context.db, owner),
})
