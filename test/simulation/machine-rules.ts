import { canTransition, type OrderStatus, type TransitionEnd } from '#domain/orders/order.ts'
import { canAttemptBecome, type AttemptState } from '#domain/payments/attempt-states.ts'
import { canRefundBecome, type RefundState } from '#domain/payments/refund-states.ts'
import type { Finding } from '#test/faults/checker/check.ts'
import type { World } from './world.ts'

/** Checks that the fault run's checker cannot make, because it has no times in between. */
export function checkMachines(world: World): Finding[] {
  return [...findReceivedTooEarly(world), ...movesOutsideOfTheTables(world), ...blockedForNothing(world)]
}

/** A terminal receives a payment or a refund only after it has been marked as sent. */
function findReceivedTooEarly({ ledger, repository }: World): Finding[] {
  const { attempts, refunds } = repository.rows
  const sentAtById = new Map([
    ...[...attempts.values()].map(({ serviceId, sentAt }) => [serviceId, sentAt] as const),
    ...[...refunds.values()].map(({ refundKey, sentAt }) => [refundKey, sentAt] as const),
  ])
  return ledger
    .filter(line => line.event === 'received')
    .filter(line => {
      const sentAt = sentAtById.get(line.serviceId)
      return sentAt == null || line.at < sentAt
    })
    .map(rows => ({ invariant: 'I2', what: 'a terminal heard of what was not written down', rows }))
}

/** Changes that the domain's transition tables don't allow. The rows contain only its states. */
function movesOutsideOfTheTables({ repository, lostOrders }: World): Finding[] {
  return repository.rows.history
    .filter(({ kind, before, after, order_id }) => {
      if (before === null || before === after || kind === 'event') return false
      if (kind === 'attempt') return !canAttemptBecome(before as AttemptState, after as AttemptState)
      if (kind === 'refund') return !canRefundBecome(before as RefundState, after as RefundState)
      if (after === 'cancelled' && lostOrders.has(order_id)) return false
      return !canTransition(before as OrderStatus, after as TransitionEnd)
    })
    .map(rows => ({ invariant: 'I11', what: 'a move that the tables do not have', rows }))
}

/**
 * A server may die (8 s until its lease expires), sleep in between, and the next ones too; a claim that was committed but
 * appeared to fail costs a lease as well. In a hundred thousand shops the longest such chain took 67 s.
 */
export const UNSENT_MOST_MS = 90_000

/** No attempt holds a terminal for long without sending the payment, unless all servers are down. */
function blockedForNothing({ repository, darkTimes }: World): Finding[] {
  const { attempts, history } = repository.rows
  return history
    .filter(entry => entry.kind === 'attempt' && entry.after === 'INTENT')
    .map(entry => {
      const remaining = history.find(
        ({ id, kind, row_id }) => id > entry.id && kind === 'attempt' && row_id === entry.row_id,
      )
      const until = attempts.get(entry.row_id)?.sentAt ?? remaining?.at ?? Infinity
      return { entry, left: remaining, until }
    })
    .filter(({ entry, until }) => until - entry.at > UNSENT_MOST_MS)
    .filter(({ entry, until }) => !darkTimes.some(time => entry.at <= time && time <= until))
    .map(rows => ({ invariant: 'I6', what: 'a terminal was held for nothing', rows }))
}
