import { centsFromEuros } from '#domain/money.ts'
import { orderCan } from '#domain/orders/order.ts'
import { HOLDS_TERMINAL, isIn } from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import { QUEUE_LIMIT_MS } from '#domain/payments/payment-attempt.ts'
import { TIMEOUTS_COUNT_FOR_MS } from '#domain/payments/payment-pause.ts'
import type { Attempt } from '#server/modules/payments/payments/attempts.ts'
import type { PaymentInput } from '#server/modules/payments/payments/begin-payment.ts'
import type { BeginRefusal } from '#server/modules/payments/payments/payment-repository.ts'
import { mustWait, type Timeouts } from '#server/modules/payments/payments/wait-to-pay.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { attemptOf, MemoryAttempts } from './memory-attempts.ts'
import type { Work } from './memory-orders.ts'
import { UniqueViolation, type AttemptRow, type MemoryRows } from './memory-rows.ts'

export const AT_TERMINAL_MS = 120_000

type Line = { terminalId: number; waiting: number }

/** The beginning of a payment. */
export class MemoryBegin extends MemoryAttempts {
  readonly #terminalIds: readonly number[]

  constructor(rows: MemoryRows, terminalIds: readonly number[]) {
    super(rows)
    this.#terminalIds = terminalIds
  }

  *begin(wish: PaymentInput): Work<Attempt | BeginRefusal> {
    for (let tries = 1; ; tries++) {
      const lines = this.#lines()
      yield
      try {
        return this.#writeIntent(wish, lines)
      } catch (error) {
        if (!(error instanceof UniqueViolation)) throw error
        if (error.message === 'attempt_one_per_userId') return refuse('order.paymentPending')
        if (tries === 5) throw error
      }
    }
  }

  /** Writes nothing when anything is unusual: the order, a pause after payments that timed out, a queue. */
  *beginAtOnce(wish: PaymentInput): Work<Attempt | undefined> {
    const lines = this.#lines()
    yield
    const { userId, seen } = wish
    if (!seen || lines[0]?.waiting !== 0 || this.#timeoutsOf(userId).timeouts > 0) return undefined
    try {
      const begun = this.#writeIntent(wish, lines, this.rows.now())
      return isRefusal(begun) ? undefined : begun
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined
      throw error
    }
  }

  #writeIntent({ userId, owner, seen }: PaymentInput, lines: Line[], sentAt: number | null = null) {
    const order = [...this.rows.orders.values()].find(
      each => each.userId === userId && orderCan.pay(each) && (!seen || seen.order_id === each.id),
    )
    if (!order) return refuse('order.none')
    if (seen && centsFromEuros(seen.total_amount) !== order.totalCents) return refuse('order.changed')
    if (this.rows.unsold.has(order.id)) return refuse('order.changed')
    const early = mustWait(this.#timeoutsOf(userId))
    if (early) return early
    const [line] = lines
    if (!line) return refuse('order.terminalMissing')
    this.rows.beginTransaction()
    const now = this.rows.now()
    const id = this.rows.nextId()
    const attempt: AttemptRow = {
      id,
      orderId: order.id,
      userId,
      terminalId: line.terminalId,
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
    }
    this.rows.putAttempt(attempt, { state: attempt.state })
    this.rows.putOrder(order, { status: 'payment_pending' }, null)
    return attemptOf(attempt)
  }

  /** The queue length of each terminal, the shortest first. */
  #lines(): Line[] {
    const waits = (terminalId: number) => (attempt: AttemptRow) =>
      attempt.terminalId === terminalId && (attempt.state === 'QUEUED' || isIn(HOLDS_TERMINAL, attempt.state))
    return this.#terminalIds
      .map(terminalId => ({ terminalId, waiting: [...this.rows.attempts.values()].filter(waits(terminalId)).length }))
      .toSorted((a, b) => a.waiting - b.waiting || a.terminalId - b.terminalId)
  }

  /** Payments that timed out since the shopper's last successful one. */
  #timeoutsOf(userId: number): Timeouts {
    const own = [...this.rows.attempts.values()].filter(attempt => attempt.userId === userId)
    const ends = (state: AttemptRow['state']) => own.flatMap(row => (row.state === state ? [row.outcomeAt ?? 0] : []))
    const now = this.rows.now()
    const since = Math.max(now - TIMEOUTS_COUNT_FOR_MS, ...ends('APPROVED'))
    const late = ends('ABORTED').filter(at => at > since)
    return {
      timeouts: late.length,
      last_timeout_at: late.length > 0 ? new Date(Math.max(...late)) : null,
      at: new Date(now),
    }
  }
}
