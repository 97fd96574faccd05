import { centsFromEuros } from '#domain/money.ts'
import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import { orderCan } from '#domain/orders/order.ts'
import { ENDED_UNPAID, HOLDS_TERMINAL, isIn } from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import { mayPayAgainAt } from '#domain/payments/payment-attempt.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import {
  AT_TERMINAL_SECONDS,
  NEWCOMER_COUNTS_AS,
  QUEUE_LIMIT_MS,
  REGULAR_FOR_MS,
  TIMEOUTS_COUNT_FOR_MS,
  UNPAID_COUNTS_FOR_MS,
} from '#domain/payments/payment-timeouts.ts'
import { REFUND_HOLDS_TERMINAL, type RefundState } from '#domain/payments/refund-states.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import type { BeginRefusal, PaymentInput } from '#server/modules/payments/order-payments/begin-payment.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { getAttempt, MemoryAttempts } from './memory-attempts.ts'
import type { Work } from './memory-orders.ts'
import { UniqueViolation, type AttemptRow, type MemoryRows, type OrderRow } from './memory-rows.ts'

export const AT_TERMINAL_MS = AT_TERMINAL_SECONDS * 1000

/** Payments at a terminal or in its queue, as a statement's snapshot has them. */
type Line = { terminalId: number; waiting: number }
/** The refunds that a statement's snapshot sees as ended. */
export type Ended = ReadonlySet<number>

/** The shopper's payments that timed out since the last successful one at a terminal, and the account's rank in a queue. */
type Timeouts = { timeouts: number; last_timeout_at: Date | null; recent_unpaid_count: number }

/** The beginning of a payment. */
export class MemoryBegin extends MemoryAttempts {
  readonly #terminalIds: readonly number[]

  constructor(rows: MemoryRows, terminalIds: readonly number[]) {
    super(rows)
    this.#terminalIds = terminalIds
  }

  *begin(input: PaymentInput): Work<Attempt | BeginRefusal> {
    for (let tries = 1; ; tries++) {
      const [lines, ended] = [this.#lines(input.method), this.endedRefunds()]
      const today = this.rows.lots.getToday()
      yield
      try {
        const [line] = lines
        return this.#writeIntent({ ...input, today }, line && this.#locked(line, ended))
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
        if (error.message === 'attempt_one_per_userId') return refuse('order.paymentPending')
        if (tries === 5) throw error
      }
    }
  }

  #writeIntent(input: PaymentInput & { today: string }, line: Line | undefined) {
    const { userId, owner, seen, marksSent = false, today } = input
    const order = [...this.rows.orders.values()].find(
      each => each.userId === userId && orderCan.pay(each) && (!seen || seen.order_id === each.id),
    )
    if (!order) return refuse('order.none')
    if (seen && centsFromEuros(seen.total_amount) !== order.totalCents) return refuse('order.changed')
    if (this.rows.unsold.has(order.id) || this.hasUnsellable(order, today)) return refuse('order.changed')
    const at = new Date(this.rows.now())
    if (at.getTime() - order.createdAt > CHECKOUT_MS) return refuse('order.changed')
    const missed = this.#getTimeouts(userId)
    const mayPayAt = mayPayAgainAt(missed.timeouts, missed.last_timeout_at, at)
    if (mayPayAt) return refuse('order.waitToPay', { may_pay_at: mayPayAt.toISOString() })
    if (!line) return refuse('order.terminalMissing')
    this.rows.beginTransaction()
    const now = this.rows.now()
    const id = this.rows.nextId()
    const attempt: AttemptRow = {
      id,
      orderId: order.id,
      userId,
      terminalId: line.terminalId,
      holdsTerminal: !this.rows.appIds.has(line.terminalId),
      recentUnpaidCount: missed.recent_unpaid_count,
      serviceId: `payment-${id}`,
      amountCents: order.totalCents,
      createdAt: now,
      begunOn: today,
      state: line.waiting > 0 ? 'QUEUED' : 'INTENT',
      owner,
      leaseUntil: now + LEASE_MS,
      sentAt: marksSent && line.waiting === 0 ? now : null,
      deadlineAt: now + (line.waiting > 0 ? QUEUE_LIMIT_MS : AT_TERMINAL_MS),
      cancelRequestedAt: null,
      stringCode: null,
      outcomeAt: null,
      source: null,
    }
    this.rows.putAttempt(attempt, { state: attempt.state })
    this.rows.putOrder(order, { status: 'payment_pending' }, null)
    return getAttempt(attempt)
  }

  protected hasUnsellable({ lines }: OrderRow, today: string): boolean {
    return lines.some(line => this.rows.lots.isUnsellable(line, today))
  }

  /**
   * The refund at a terminal: `refund_id` is the newest, since the terminal's row is locked by then, while the refund's own row may
   * be read as it was before. So it counts unless the snapshot saw that it has ended.
   */
  protected hasRefund(terminalId: number, ended: Ended): boolean {
    const refundId = this.rows.refundAt.get(terminalId)
    return refundId !== undefined && !ended.has(refundId)
  }

  protected endedRefunds(): Ended {
    const holding: readonly RefundState[] = REFUND_HOLDS_TERMINAL
    const ended = [...this.rows.refunds.values()].filter(({ state }) => !holding.includes(state))
    return new Set(ended.map(({ id }) => id))
  }

  #locked(line: Line, ended: Ended): Line {
    return this.hasRefund(line.terminalId, ended) ? { ...line, waiting: line.waiting + 1 } : line
  }

  /** The queue length of each terminal of the chosen way, the shortest first; a refund counts as one more. Apps, which have none, are last. */
  #lines(method: PaymentMethod | undefined): Line[] {
    const waits = (terminalId: number) => (attempt: AttemptRow) =>
      attempt.holdsTerminal &&
      attempt.terminalId === terminalId &&
      (attempt.state === 'QUEUED' || isIn(HOLDS_TERMINAL, attempt.state))
    const ended = this.endedRefunds()
    const isApp = (terminalId: number) => this.rows.appIds.has(terminalId)
    return this.#terminalIds
      .filter(id => method === undefined || isApp(id) === (method === 'phone'))
      .map(terminalId => ({ terminalId, waiting: [...this.rows.attempts.values()].filter(waits(terminalId)).length }))
      .map(line => ({ line, length: this.#locked(line, ended).waiting }))
      .toSorted(
        (a, b) =>
          Number(isApp(a.line.terminalId)) - Number(isApp(b.line.terminalId)) ||
          a.length - b.length ||
          a.line.terminalId - b.line.terminalId,
      )
      .map(({ line }) => line)
  }

  /** Payments that timed out, or ended unpaid at the terminal, since the shopper's last successful one there. */
  #getTimeouts(userId: number): Timeouts {
    const attempts = [...this.rows.attempts.values()].filter(attempt => attempt.userId === userId)
    const now = this.rows.now()
    const paid = attempts.filter(
      row =>
        row.holdsTerminal && (row.state === 'APPROVED' || row.state === 'MANUAL') && getEnd(row) > now - REGULAR_FOR_MS,
    )
    const since = Math.max(now - TIMEOUTS_COUNT_FOR_MS, ...paid.map(getEnd))
    const ended = attempts.filter(row => row.holdsTerminal && isIn(ENDED_UNPAID, row.state) && getEnd(row) > since)
    const late = ended.filter(({ state }) => state === 'ABORTED').map(getEnd)
    const lately = ended.filter(row => row.sentAt !== null && getEnd(row) > now - UNPAID_COUNTS_FOR_MS)
    return {
      timeouts: late.length,
      last_timeout_at: late.length > 0 ? new Date(Math.max(...late)) : null,
      recent_unpaid_count: lately.length + (paid.length > 0 ? 0 : NEWCOMER_COUNTS_AS),
    }
  }
}

const getEnd = ({ outcomeAt }: AttemptRow): number => outcomeAt ?? 0
