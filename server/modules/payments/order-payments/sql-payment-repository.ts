import { sql } from 'kysely'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import {
  claimLapsed,
  type LeasableTable,
  releaseLeases,
  renewLeases,
} from '#server/modules/payments/terminal-operations/leases.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { getAttempt, listAttempts, findOpenAttempt, markSent, recordState, requestCancel } from './attempts.ts'
import { beginPayment } from './begin-payment.ts'
import { claimTerminal, nextInQueue } from './claim-terminal.ts'
import type { PaymentRepository } from './payment-repository.ts'
import { settleAttempt } from './settle-attempt.ts'

const DRIVEN_STATES = sql.join([...OPEN_STATES, 'UNRESOLVED'].map(state => sql.lit(state)))

/** A server drives these to their outcome; an unresolved one for two days after it began, then an admin must decide. */
export const LEASED_ATTEMPTS: LeasableTable = {
  name: 'payment_attempt',
  isDriven: sql`(state IN (${DRIVEN_STATES}) AND (state <> 'UNRESOLVED'
    OR created_at > ${secondsFromNow(-UNRESOLVED_QUERY_PERIOD_MS / 1000)}))`,
  cancelRequestedAt: sql`abort_requested_at`,
}

/** The payment repository in the shop's database. */
export const sqlPaymentRepository = (context: Context): PaymentRepository => {
  const { db } = context
  return {
    begin: input => beginPayment(context, input),
    find: attemptId => getAttempt(db, attemptId),
    findOpen: userId => findOpenAttempt(db, userId),
    claimTerminal: (attemptId, owner) => claimTerminal(db, attemptId, owner),
    nextInQueue: owner => nextInQueue(db, owner),
    markSent: (attemptId, owner) => markSent(db, attemptId, owner),
    recordState: (attemptId, state) => recordState(db, attemptId, state),
    settle: (attempt, outcome) => settleAttempt(context, attempt, outcome),
    requestCancel: userId => requestCancel(db, userId),
    renewLeases: (owner, driven) => renewLeases(db, LEASED_ATTEMPTS, { owner, driven }),
    releaseLeases: owner => releaseLeases(db, LEASED_ATTEMPTS, owner),
    claimLapsed: async owner => listAttempts(db, await claimLapsed(db, LEASED_ATTEMPTS, owner)),
  }
}
