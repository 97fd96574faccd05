import { canAttemptBecome, type AttemptState } from '#domain/payments/attempt-states.ts'
import { canTransition, type OrderStatus, type TransitionEnd } from '#domain/orders/order.ts'
import type { Finding } from '#test/faults/checker/check.ts'
import type { World } from './world.ts'

/** What the checker of the fault machine can not see: it knows no moments between. */
export function checkCourses(world: World): Finding[] {
  return [...heardTooEarly(world), ...movesOutsideOfTheTables(world), ...heldForNothing(world)]
}

/** A terminal hears of a payment after it is written that it may. */
function heardTooEarly({ ledger, repository }: World): Finding[] {
  const attempts = Map.groupBy(repository.rows.attempts.values(), attempt => attempt.serviceId)
  return ledger
    .filter(line => line.event === 'received')
    .filter(line => {
      const sentAt = attempts.get(line.serviceId)?.[0]?.sentAt
      return sentAt == null || line.at < sentAt
    })
    .map(rows => ({ invariant: 'I2', what: 'a terminal heard of what was not written down', rows }))
}

/** What the rows say are states of the domain. */
function movesOutsideOfTheTables({ repository }: World): Finding[] {
  return repository.rows.history
    .filter(({ kind, before, after }) => {
      if (before === null || before === after || kind === 'event') return false
      if (kind === 'attempt') return !canAttemptBecome(before as AttemptState, after as AttemptState)
      return !canTransition(before as OrderStatus, after as TransitionEnd)
    })
    .map(rows => ({ invariant: 'I11', what: 'a move that the tables do not have', rows }))
}

/**
 * A server may die (8 s until its lease lapses), sleep in between, and the next ones too; a claim that was committed and looked
 * failed costs a lease as well. In a hundred thousand shops the longest such chain took 67 s.
 */
const UNSENT_MOST_MS = 90_000

/** Nobody keeps a terminal for long that was not told of the payment, unless nobody is there. */
function heldForNothing({ repository, darkTimes }: World): Finding[] {
  const { attempts, history } = repository.rows
  return history
    .filter(entry => entry.kind === 'attempt' && entry.after === 'INTENT')
    .map(entry => {
      const left = history.find(
        ({ id, kind, row_id }) => id > entry.id && kind === 'attempt' && row_id === entry.row_id,
      )
      const until = attempts.get(entry.row_id)?.sentAt ?? left?.at ?? Infinity
      return { entry, left, until }
    })
    .filter(({ entry, until }) => until - entry.at > UNSENT_MOST_MS)
    .filter(({ entry, until }) => !darkTimes.some(time => entry.at <= time && time <= until))
    .map(rows => ({ invariant: 'I6', what: 'a terminal was held for nothing', rows }))
}
