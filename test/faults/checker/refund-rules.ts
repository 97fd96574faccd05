import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { LedgerLine } from '../terminal/ledger.ts'
import type { Finding } from './check.ts'
import type { Facts, RefundFact } from './facts.ts'

const INTENT_LATE_MS = 2000

/** I1 to I6 for refunds: compares the terminals' ledger with refunds. */
export function checkRefunds(facts: Facts): Finding[] {
  const refunds = new Map(facts.refunds.map(refund => [refund.refund_key, refund]))
  const approvedRefunds = facts.ledger.filter(line => line.refundedKey !== undefined && line.event === 'approved')
  const matched = approvedRefunds.flatMap(entry => {
    const refund = refunds.get(entry.serviceId)
    return refund ? [{ entry, refund }] : []
  })
  return [
    ...findRefundedTwice(approvedRefunds),
    ...moreThanPaid(facts.ledger, approvedRefunds),
    ...approvedRefunds
      .filter(entry => !refunds.has(entry.serviceId) && facts.now.getTime() - entry.at > INTENT_LATE_MS)
      .map((rows): Finding => ({ invariant: 'I2', what: 'given back, and no refund knows of it', rows })),
    ...matched
      .filter(isLost(facts))
      .map((rows): Finding => ({ invariant: 'I2', what: 'given back, and not told', rows })),
    ...findUnrecorded(facts, new Set(matched.map(({ refund }) => refund.id))),
    ...matched
      .filter(({ entry, refund }) => entry.amountCents !== refund.amount_cents)
      .map((rows): Finding => ({ invariant: 'I4', what: 'another amount went back', rows })),
    ...matched
      .filter(isFailureWrong(facts))
      .map((rows): Finding => ({ invariant: 'I2', what: 'a refund that failed later is not known once', rows })),
    ...facts.refunds
      .filter(({ due_moves, right_moves, moves }) => moves !== due_moves || right_moves !== due_moves)
      .map((rows): Finding => ({ invariant: 'I5', what: 'goods that came back moved stock wrongly', rows })),
    ...facts.refunds
      .filter(({ state }) => facts.isIdle && isRefundOpen(state))
      .map((rows): Finding => ({ invariant: 'I6', what: 'a refund is stuck', rows })),
  ]
}

/** More refunded than paid, however the refunds are split or repeated. */
function moreThanPaid(ledger: LedgerLine[], refunds: LedgerLine[]): Finding[] {
  const payments = ledger.filter(line => line.refundedKey === undefined && line.event === 'approved')
  const paid = new Map(payments.map(line => [line.serviceId, line.amountCents]))
  const byPayment = Map.groupBy(refunds, ({ refundedKey }) => refundedKey ?? '')
  // A payment of an earlier round is not among these lines; its refunds were checked one by one.
  return [...byPayment]
    .filter(([payment, lines]) => sumAmounts(lines) > (paid.get(payment) ?? Infinity))
    .map(([, rows]) => ({ invariant: 'I1', what: 'more went back than was paid', rows }))
}

const sumAmounts = (lines: LedgerLine[]) => lines.reduce((sum, { amountCents }) => sum + amountCents, 0)

function findRefundedTwice(refunds: LedgerLine[]): Finding[] {
  const byKey = Map.groupBy(refunds, ({ serviceId }) => serviceId)
  return [...byKey.values()]
    .filter(lines => lines.length > 1)
    .map(rows => ({ invariant: 'I1', what: 'given back twice', rows }))
}

type KnownRefund = { entry: LedgerLine; refund: RefundFact }

/** While faults go on, the response may not have reached the shop yet. */
const isLost =
  ({ isIdle }: Facts) =>
  ({ refund }: KnownRefund) =>
    refund.state !== 'DONE' && (isIdle || !isRefundOpen(refund.state))

/** A report that the shop accepted is kept once, and none is made up; one may be kept whose acceptance the vendor never got. */
const isFailureWrong =
  ({ isIdle }: Facts) =>
  ({ entry, refund: { failures } }: KnownRefund) =>
    isIdle && (entry.failure === 'accepted' ? failures !== 1 : failures > (entry.failure === 'sent' ? 1 : 0))

const findUnrecorded = ({ refunds }: Facts, approvedRefunds: Set<number>): Finding[] =>
  refunds
    .filter(({ id, state }) => state === 'DONE' && !approvedRefunds.has(id))
    .map(rows => ({ invariant: 'I3', what: 'said to be given back, and was not', rows }))
