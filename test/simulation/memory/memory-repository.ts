import { lotKey } from '#domain/catalogue/lot.ts'
import { orderCan } from '#domain/orders/order.ts'
import {
  ATTEMPT_STATES,
  canAttemptBecome,
  HOLDS_TERMINAL,
  isIn,
  orderStatusAfter,
  type AttemptState,
} from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import type { PaymentRepository } from '#server/modules/payments/order-payments/payment-repository.ts'
import type { Outcome, WrittenOutcome } from '#server/modules/payments/order-payments/settle-attempt.ts'
import { AT_TERMINAL_MS, MemoryBegin } from './memory-begin.ts'
import type { PackageInput } from './memory-lots.ts'
import { isCurrent, whole, type Work, type Works } from './memory-orders.ts'
import { UniqueViolation, type AttemptRow, type OrderRow } from './memory-rows.ts'

const UNSENT: readonly AttemptState[] = ['QUEUED', 'INTENT']

/** The payment repository without a database: the same rules, in memory, by the agenda's clock. */
export class MemoryRepository extends MemoryBegin implements Works<PaymentRepository> {
  *claimTerminal(attemptId: number, owner: string): Work<Date | undefined> {
    const attempt = this.row(attemptId)
    const [mustWait, ended] = [this.#mustWait(attempt), this.endedRefunds()]
    yield
    if (mustWait || this.hasRefund(attempt.terminalId, ended) || !this.mayTake(attempt, owner)) return undefined
    this.rows.beginTransaction()
    const now = this.rows.now()
    try {
      this.rows.putAttempt(attempt, { state: 'INTENT', deadlineAt: now + AT_TERMINAL_MS, leaseUntil: now + LEASE_MS })
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined
      throw error
    }
    return new Date(attempt.deadlineAt)
  }

  nextInQueue(owner: string): Work<number[]> {
    return whole(() => {
      const ended = this.endedRefunds()
      return [...this.rows.attempts.values()]
        .filter(attempt => attempt.state === 'QUEUED' && this.mayTake(attempt, owner) && !this.#mustWait(attempt))
        .filter(attempt => !this.hasRefund(attempt.terminalId, ended))
        .map(({ id }) => id)
    })
  }

  /** Another attempt is at the terminal, or earlier in the queue. */
  #mustWait(attempt: AttemptRow): boolean {
    const isAhead = (other: AttemptRow) =>
      isIn(HOLDS_TERMINAL, other.state) ||
      (other.state === 'QUEUED' && attempt.state === 'QUEUED' && this.isBefore(other, attempt))
    return [...this.rows.attempts.values()].some(
      other =>
        other.holdsTerminal && other.terminalId === attempt.terminalId && other.id !== attempt.id && isAhead(other),
    )
  }

  /** First come, first served, but after all who held the terminal unpaid less often. */
  protected isBefore(other: AttemptRow, attempt: AttemptRow): boolean {
    return other.recentUnpaidCount === attempt.recentUnpaidCount
      ? other.id < attempt.id
      : other.recentUnpaidCount < attempt.recentUnpaidCount
  }

  protected mayTake({ state, sentAt, owner, cancelRequestedAt }: AttemptRow, by: string): boolean {
    const isUnsent = state === 'QUEUED' || (state === 'INTENT' && sentAt === null)
    return isUnsent && owner === by && cancelRequestedAt === null
  }

  markSent(attemptId: number, owner: string): Work<Date | undefined> {
    return whole(() => {
      const row = this.row(attemptId)
      if (row.owner !== owner || row.state !== 'INTENT' || row.sentAt !== null) return undefined
      const now = this.rows.now()
      Object.assign(row, { sentAt: now, deadlineAt: now + AT_TERMINAL_MS, leaseUntil: now + LEASE_MS })
      return new Date(now)
    })
  }

  recordState(attemptId: number, state: AttemptState): Work<void> {
    return whole(() => {
      const row = this.row(attemptId)
      if (!isIn(HOLDS_TERMINAL, row.state)) return
      this.rows.beginTransaction()
      this.rows.putAttempt(row, { state })
    })
  }

  *settle(attempt: Attempt, outcome: Outcome): Work<WrittenOutcome | undefined> {
    const [hasOther, startedAt] = [this.#hasOtherOrder(attempt), this.rows.now()]
    yield
    const row = this.row(attempt.id)
    if (!this.mayClose(row, outcome)) return this.refuseToClose(row, outcome)
    this.rows.beginTransaction()
    const order = this.rows.orders.get(attempt.orderId)!
    const isWaiting = orderCan.awaitsTerminal(order)
    if (isWaiting) this.#moveOrder(order, { ...outcome, hasOther })
    else if (outcome.by) this.rows.putEvent(order, 'admin')
    const isPaidForNothing = !isWaiting && (outcome.to === 'APPROVED' || outcome.to === 'MANUAL')
    const written: WrittenOutcome = isPaidForNothing
      ? { state: 'REVERSAL_DUE', stringCode: 'UNKNOWN' }
      : { state: outcome.to, stringCode: outcome.stringCode }
    const outcomeAt = this.rows.now()
    this.rows.putAttempt(row, { ...written, outcomeAt, source: outcome.source })
    if (isWaiting && order.status === 'complete') {
      order.paidAt = startedAt
      this.reduceStock(order)
    }
    return written
  }

  /** Compare-and-set: only from a state that may become this one. */
  protected mayClose(row: AttemptRow, { to, by, onlyUnsent }: Outcome): boolean {
    const states = by ? [by.seen] : onlyUnsent ? UNSENT : ATTEMPT_STATES
    return isIn(states, row.state) && canAttemptBecome(row.state, to) && (!onlyUnsent || row.sentAt === null)
  }

  protected refuseToClose(_row: AttemptRow, _outcome: Outcome): undefined {
    return undefined
  }

  protected reduceStock({ lines }: OrderRow): void {
    for (const { id, productId, quantityThousandths } of lines)
      this.rows.putMove({ lineId: id, refundLineId: null, productId, quantityThousandths: -quantityThousandths })
    const packages = lines.flatMap(({ judged, ...line }) => (judged ? [{ ...line, lot: judged.lot }] : []))
    // Named lots first: what names none takes what they leave.
    const namedFirst = packages.toSorted((a, b) => Number(lotKey(a.lot) === '') - Number(lotKey(b.lot) === ''))
    for (const each of namedFirst) this.reduceLots(each)
  }

  protected reduceLots(sold: PackageInput): void {
    this.rows.lots.reduce(sold, this.rows.shelves.get(sold.productId) ?? 0)
  }

  /** An order that returns to checkout while its shopper has another order is cancelled instead. */
  #moveOrder(order: OrderRow, { to, source, by, hasOther }: Outcome & { hasOther: boolean }): void {
    const status = orderStatusAfter(to, 'checkout')
    const cancelledAt = status === 'checkout' && hasOther ? this.rows.now() : null
    const isSame = status === order.status && cancelledAt === null
    if (isSame && by) return this.rows.putEvent(order, 'admin')
    this.rows.putOrder(order, { status, cancelledAt }, by ? 'admin' : source === 'live' ? 'terminal' : 'recovery')
  }

  #hasOtherOrder({ orderId, userId }: Attempt): boolean {
    return [...this.rows.orders.values()].some(
      other => other.userId === userId && other.id !== orderId && isCurrent(other),
    )
  }
}
