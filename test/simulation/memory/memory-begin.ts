import { centsFromEuros } from '#domain/money.ts'
import { orderCan } from '#domain/orders/order.ts'
import { ENDED_UNPAID, HOLDS_TERMINAL, isIn } from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import {
  AT_TERMINAL_SECONDS,
  NEWCOMER_COUNTS_AS,
  QUEUE_LIMIT_MS,
  REGULAR_FOR_MS,
  TIMEOUTS_COUNT_FOR_MS,
  UNPAID_COUNTS_FOR_MS,
} from '#domain/payments/payment-timeouts.ts'
import type { PaymentWay } from '#domain/payments/payment-way.ts'
import { REFUND_HOLDS_TERMINAL, type RefundState } from '#domain/payments/refund-states.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import {
  type PaymentInput,
  isTooOld,
  mustWait,
  type Timeouts,
} from '#server/modules/payments/order-payments/begin-payment.ts'
import type { BeginRefusal } from '#server/modules/payments/order-payments/payment-repository.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { getAttempt, MemoryAttempts } from './memory-attempts.ts'
import type { Work } from './memory-orders.ts'
import { UniqueViolation, type AttemptRow, type MemoryRows } from './memory-rows.ts'

export const AT_TERMINAL_MS = AT_TERMINAL_SECONDS * 1000

/** Payments at a terminal or in its queue, as a statement's snapshot has them. */
type Line = { terminalId: number; waiting: number }
/** The refunds that a statement's snapshot sees as ended. */
export type Ended = ReadonlySet<number>

/** The beginning of a payment. */
export class MemoryBegin extends MemoryAttempts {
  readonly #terminalIds: readonly number[]

  constructor(rows: MemoryRows, terminalIds: readonly number[]) {
    super(rows)
    this.#terminalIds = terminalIds
  }

  *begin(wish: PaymentInput): Work<Attempt | BeginRefusal> {
    for (let tries = 1; ; tries++) {
      const [lines, ended] = [this.#lines(wish.way), this.endedRefunds()]
      yield
      try {
        const [line] = lines
        return this.#writeIntent(wish, line && this.#locked(line, ended))
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
        if (error.message === 'attempt_one_per_userId') return refuse('order.paymentPending')
        if (tries === 5) throw error
      }
    }
  }

  /** Undefined, with nothing written, when anything is unusual: the order, earlier timeouts, a queue. */
  *beginAtOnce(wish: PaymentInput): Work<Attempt | undefined> {
    // An app only if the shopper chose it.
    const [lines, ended] = [this.#lines(wish.way ?? 'terminal'), this.endedRefunds()]
    yield
    const { userId, seen } = wish
    const free = lines.map(line => this.#locked(line, ended)).find(line => line.waiting === 0)
    if (!seen || !free || this.#getTimeouts(userId).timeouts > 0) return undefined
    try {
      const begun = this.#writeIntent(wish, free, this.rows.now())
      return isRefusal(begun) ? undefined : begun
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined
      throw error
    }
  }

  #writeIntent({ userId, owner, seen }: PaymentInput, line: Line | undefined, sentAt: number | null = null) {
    const order = [...this.rows.orders.values()].find(
      each => each.userId === userId && orderCan.pay(each) && (!seen || seen.order_id === each.id),
    )
    if (!order) return refuse('order.none')
    if (seen && centsFromEuros(seen.total_amount) !== order.totalCents) return refuse('order.changed')
    if (this.rows.unsold.has(order.id)) return refuse('order.changed')
    const at = new Date(this.rows.now())
    if (isTooOld({ order_type: 'standard', created_at: new Date(order.createdAt), at })) return refuse('order.changed')
    const missed = this.#getTimeouts(userId)
    const early = mustWait(missed)
    if (early) return early
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
      unpaidBefore: missed.unpaid_before,
      serviceId: `payment-${id}`,
      amountCents: order.totalCents,
      createdAt: now,
      state: line.waiting > 0 ? 'QUEUED' : 'INTENT',
      owner,
      leaseUntil: now + LEASE_MS,
      sentAt,
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
  #lines(way: PaymentWay | undefined): Line[] {
    const waits = (terminalId: number) => (attempt: AttemptRow) =>
      attempt.holdsTerminal &&
      attempt.terminalId === terminalId &&
      (attempt.state === 'QUEUED' || isIn(HOLDS_TERMINAL, attempt.state))
    const ended = this.endedRefunds()
    const isApp = (terminalId: number) => this.rows.appIds.has(terminalId)
    return this.#terminalIds
      .filter(id => way === undefined || isApp(id) === (way === 'phone'))
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
    const own = [...this.rows.attempts.values()].filter(attempt => attempt.userId === userId)
    const now = this.rows.now()
    const paid = own.filter(
      row =>
        row.holdsTerminal && (row.state === 'APPROVED' || row.state === 'MANUAL') && getEnd(row) > now - REGULAR_FOR_MS,
    )
    const since = Math.max(now - TIMEOUTS_COUNT_FOR_MS, ...paid.map(getEnd))
    const ended = own.filter(row => row.holdsTerminal && isIn(ENDED_UNPAID, row.state) && getEnd(row) > since)
    const late = ended.filter(({ state }) => state === 'ABORTED').map(getEnd)
    const lately = ended.filter(row => row.sentAt !== null && getEnd(row) > now - UNPAID_COUNTS_FOR_MS)
    return {
      timeouts: late.length,
      last_timeout_at: late.length > 0 ? new Date(Math.max(...late)) : null,
      unpaid_before: lately.length + (paid.length > 0 ? 0 : NEWCOMER_COUNTS_AS),
      at: new Date(now),
    }
  }
}

const getEnd = ({ outcomeAt }: AttemptRow): number => outcomeAt ?? 0
