import { MINUTE_MS } from '#domain/durations.ts'
import { orderCan } from '#domain/orders/order.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { planRefund, type PlannedLine, type RefundableLine } from '#domain/payments/refund.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import type { RefundRequest } from '#server/modules/payments/refunds/request-refund.ts'
import { refuse, type Refusal } from '#server/platform/http/refusal.ts'
import { whole, type Work } from './memory-orders.ts'
import { MemoryRefunds } from './memory-refunds.ts'
import { UniqueViolation, type AttemptRow, type RefundRow } from './memory-rows.ts'

type NewRefund = Pick<RefundRow, 'kind' | 'amountCents' | 'reason' | 'askedBy' | 'returnsStock' | 'owner'> & {
  attempt: AttemptRow
  lines: readonly PlannedLine[]
}

/** How refunds begin: an admin asks for one, or a reversal is due. */
export class MemoryRefundRequests extends MemoryRefunds {
  /** What the admin's page shows as refunded. */
  refundedCents(orderId: number): Work<number> {
    return whole(() => this.rows.accounts.get(this.#paid(orderId)?.id ?? 0) ?? 0)
  }

  /** Waits for the attempt's lock first; all that decides is read after that. */
  *request(request: RefundRequest): Work<Refund | Refusal> {
    yield
    return this.writeRequest(request, this.refundable(request.orderId))
  }

  protected refundable(orderId: number): RefundableLine[] {
    return (this.rows.orders.get(orderId)?.lines ?? []).map(line => {
      const { cents, thousandths } = this.rows.getSums(line.id)
      return {
        lineId: line.id,
        totalCents: line.totalCents,
        quantityThousandths: line.quantityThousandths,
        rateBasisPoints: 1350,
        labelsCents: null,
        isByThePiece: true,
        refundedCents: cents,
        refundedThousandths: thousandths,
        refundedLabelsCents: [],
      }
    })
  }

  protected writeRequest(request: RefundRequest, lines: readonly RefundableLine[]): Refund | Refusal {
    const order = this.rows.orders.get(request.orderId)
    if (!order) return refuse('notFound')
    const attempt = orderCan.refund(order) ? this.#paid(order.id) : undefined
    if (!attempt) return refuse('refund.notPaid')
    const isByHand = attempt.state === 'MANUAL' && attempt.sentAt === null
    if (isByHand && !request.isGivenByHand) return refuse('refund.byHand')
    if (!isByHand && request.isGivenByHand) return refuse('refund.changed')
    if (this.hasOpenRefund(attempt.id)) return refuse('refund.pending')
    if (!this.isPageCurrent(attempt, request.expectedCents)) return refuse('refund.changed')
    const plan = planRefund(lines, request.lines)
    if ('problem' in plan) return refuse(`refund.${plan.problem}`)
    const { userId, owner, reason } = request
    const isFreeSum = request.lines !== 'all' && 'freeSumCents' in request.lines
    const returnsStock = request.returnsStock && !isFreeSum
    const { amountCents, lines: planned } = plan
    const what = { kind: 'refund', attempt, amountCents, lines: planned, reason, returnsStock, owner } as const
    const row = this.writeRefund({ ...what, askedBy: userId })
    if (row && isByHand) this.writeOutcome(row, { to: 'DONE', source: 'admin', by: { userId, reason } })
    return row ? this.getRefund(row) : refuse('refund.pending')
  }

  protected isPageCurrent({ id }: AttemptRow, expectedCents: number | undefined): boolean {
    return (this.rows.accounts.get(id) ?? 0) === expectedCents
  }

  protected hasOpenRefund(attemptId: number): boolean {
    return this.#getRefunds(attemptId).some(({ state }) => isRefundOpen(state))
  }

  /** Begins the reversals that are due. */
  *beginReversals(owner: string): Work<Refund[]> {
    const due = [...this.rows.attempts.values()].filter(attempt => this.isDue(attempt))
    yield
    return due.flatMap(attempt => {
      if (!this.isDue(attempt)) return []
      const all = { amountCents: attempt.amountCents, lines: [], askedBy: null, returnsStock: false }
      const reason = 'the order no longer waited for its money'
      const row = this.writeRefund({ kind: 'reversal', attempt, reason, owner, ...all })
      return row ? [this.getRefund(row)] : []
    })
  }

  /** Whether there is any reversal to begin. */
  hasDue(): boolean {
    for (const attempt of this.rows.attempts.values()) if (this.isDue(attempt)) return true
    return false
  }

  /** A reversal that never reached the terminal is due again: after a minute, then less and less often. */
  protected isDue({ id, state, outcomeAt }: AttemptRow): boolean {
    if (state !== 'REVERSAL_DUE') return false
    const now = this.rows.now()
    const since = now - Math.max(MINUTE_MS, (now - (outcomeAt ?? now)) / 4)
    return !this.hasOpenRefund(id) && !this.#getRefunds(id).some(refund => (refund.outcomeAt ?? 0) > since)
  }

  /** Undefined when another refund of the payment is open. */
  protected writeRefund({ attempt, lines, ...refund }: NewRefund): RefundRow | undefined {
    this.rows.beginTransaction()
    const id = this.rows.nextId()
    const leaseUntil = this.rows.now() + LEASE_MS
    const row: RefundRow = {
      ...refund,
      id,
      attemptId: attempt.id,
      orderId: attempt.orderId,
      refundKey: `refund-${id}`,
      lines: lines.map(({ lineId, quantityThousandths, amountCents }) => {
        return { id: this.rows.nextId(), lineId, quantityThousandths, amountCents }
      }),
      state: 'INTENT',
      leaseUntil,
      sentAt: null,
      outcomeAt: null,
      source: null,
    }
    try {
      this.rows.addRefund(row)
      return row
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined
      throw error
    }
  }

  #getRefunds(attemptId: number): RefundRow[] {
    return [...this.rows.refunds.values()].filter(refund => refund.attemptId === attemptId)
  }

  #paid(orderId: number): AttemptRow | undefined {
    const isPaid = ({ state }: AttemptRow) => state === 'APPROVED' || state === 'MANUAL'
    return [...this.rows.attempts.values()].find(attempt => attempt.orderId === orderId && isPaid(attempt))
  }
}
