import { isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_AFTER_MS } from '#domain/payments/payment-timeouts.ts'
import type { Finding } from './check.ts'
import type { AttemptFact, Facts, OrderFact } from './facts.ts'

/** An intent is on disk before its terminal receives the request; this allows for clock differences. */
const INTENT_LATE_MS = 2000
const ALARM_AFTER_MS = 60_000

/** I1 to I4 and I6: compares the terminals' ledger with attempts and orders. */
export function checkMoney(facts: Facts): Finding[] {
  const orders = new Map(facts.orders.map(order => [order.id, order]))
  const attempts = new Map(facts.attempts.map(attempt => [attempt.service_id, attempt]))
  const approved = facts.ledger.filter(line => line.event === 'approved' && line.refundedKey === undefined)
  const payments = approved.flatMap(entry => {
    const attempt = attempts.get(entry.serviceId)
    return attempt ? [{ entry, attempt, order: orders.get(attempt.order_id) }] : []
  })
  return [
    ...chargedTwice(payments),
    ...approved
      .filter(entry => !attempts.has(entry.serviceId) && facts.now.getTime() - entry.at > INTENT_LATE_MS)
      .map((rows): Finding => ({ invariant: 'I2', what: 'paid, and no attempt knows of it', rows })),
    ...payments.flatMap(row => paidNotComplete(row, facts.isIdle)),
    ...completeNotPaid(facts, new Set(payments.map(({ attempt }) => attempt.order_id))),
    ...payments.filter(hasOtherAmount).map((rows): Finding => ({ invariant: 'I4', what: 'another amount', rows })),
    ...facts.orders
      .filter(order => order.lines_cents !== order.total_cents)
      .map((rows): Finding => ({ invariant: 'I4', what: 'the lines are not the total', rows })),
    ...stuck(facts),
    ...findStillReserved(facts),
  ]
}

type KnownPayment = { entry: { amountCents: number }; attempt: AttemptFact; order: OrderFact | undefined }

function chargedTwice(payments: KnownPayment[]): Finding[] {
  const byOrder = Map.groupBy(payments, ({ attempt }) => attempt.order_id)
  return [...byOrder.values()]
    .filter(rows => rows.length > 1)
    .map(rows => ({ invariant: 'I1', what: 'charged twice', rows }))
}

const isComplete = (order: OrderFact | undefined) => order?.status === 'complete' && !order.is_cancelled

/**
 * While faults go on, an approval may not have reached the shop yet; but a closed attempt must be approved, and its order
 * complete.
 */
function paidNotComplete({ entry, attempt, order }: KnownPayment, isIdle: boolean): Finding[] {
  const isSaved = (attempt.state === 'APPROVED' || attempt.state === 'MANUAL') && isComplete(order)
  const mayStillBeSaved = !isIdle && (isIn(OPEN_STATES, attempt.state) || attempt.state === 'UNRESOLVED')
  if (isSaved || mayStillBeSaved || attempt.state === 'REVERSED') return []
  return [{ invariant: 'I2', what: 'paid, and the order is not complete', rows: { entry, attempt, order } }]
}

function completeNotPaid(facts: Facts, paid: Set<number>): Finding[] {
  const manual = new Set(facts.attempts.filter(({ state }) => state === 'MANUAL').map(attempt => attempt.order_id))
  const unpaid = facts.orders.filter(isComplete).filter(({ id }) => !paid.has(id) && !manual.has(id))
  const claimed = facts.attempts.filter(({ state, order_id }) => state === 'APPROVED' && !paid.has(order_id))
  return [...unpaid, ...claimed].map(rows => ({ invariant: 'I3', what: 'complete, and nobody paid', rows }))
}

const hasOtherAmount = ({ entry, attempt, order }: KnownPayment) =>
  entry.amountCents !== attempt.amount_cents || (order !== undefined && order.total_cents !== attempt.amount_cents)

/** Money on hold in an app is captured or released before everything is idle. */
function findStillReserved({ ledger, isIdle }: Facts): Finding[] {
  const byPayment = Map.groupBy(isIdle ? ledger : [], ({ serviceId }) => serviceId)
  return [...byPayment.values()]
    .filter(lines => lines.at(-1)?.event === 'reserved')
    .map(rows => ({ invariant: 'I6', what: 'reserved, and neither taken nor released', rows }))
}

function stuck({ attempts, isIdle, now }: Facts): Finding[] {
  const until = ({ sent_at, deadline_at }: AttemptFact) =>
    sent_at === null ? deadline_at.getTime() : sent_at.getTime() + UNRESOLVED_AFTER_MS
  const late = (attempt: AttemptFact) => isIdle || now.getTime() - until(attempt) > ALARM_AFTER_MS
  return attempts
    .filter(attempt => isIn([...OPEN_STATES, 'UNRESOLVED', 'REVIEW', 'REVERSAL_DUE'], attempt.state) && late(attempt))
    .map(rows => ({ invariant: 'I6', what: 'stuck', rows }))
}
