import { canAttemptBecome, HOLDS_TERMINAL, isIn, type AttemptState } from '#domain/payments/attempt-states.ts'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import {
  canRefundBecome,
  isRefundOpen,
  REFUND_HOLDS_TERMINAL,
  type RefundState,
} from '#domain/payments/refund-states.ts'
import type { RefundRepository } from '#server/modules/payments/refunds/refund-repository.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import type { RefundOutcome, RefundWritten } from '#server/modules/payments/refunds/settle-refund.ts'
import type { RenewedLease } from '#server/modules/payments/terminal-operations/operation-repository.ts'
import { getAttempt } from './memory-attempts.ts'
import { AT_TERMINAL_MS } from './memory-begin.ts'
import { toDate, MemoryLeases } from './memory-leases.ts'
import { whole, type Work, type Works } from './memory-orders.ts'
import type { AttemptRow, MemoryRows, RefundRow } from './memory-rows.ts'

/** The refund repository without a database: the same rules, in memory, by the agenda's clock. */
export class MemoryRefunds implements Works<RefundRepository> {
  readonly rows: MemoryRows
  readonly #leases: MemoryLeases<RefundRow>

  constructor(rows: MemoryRows) {
    this.rows = rows
    const { now, refunds } = rows
    this.#leases = new MemoryLeases({
      rows: refunds,
      now,
      isDriven: ({ state, sentAt }) =>
        isRefundOpen(state) && (state !== 'UNRESOLVED' || (sentAt ?? 0) > now() - UNRESOLVED_QUERY_PERIOD_MS),
      cancelRequestedAt: () => null,
    })
  }

  find(refundId: number): Work<Refund> {
    return whole(() => this.getRefund(this.row(refundId)))
  }

  /** The refund takes its terminal; looks without the terminal's lock first, then again with it. */
  *claimTerminal(refundId: number, owner: string): Work<Date | undefined> {
    const row = this.row(refundId)
    const wasFree = this.isFree(row)
    yield
    if (!wasFree || !this.isFree(row) || row.owner !== owner || row.state !== 'INTENT') return undefined
    const now = this.rows.now()
    row.leaseUntil = now + LEASE_MS
    const terminalId = this.getTerminal(row)
    if (!this.rows.appIds.has(terminalId)) this.rows.claimTerminal(terminalId, row.id)
    return new Date(now + AT_TERMINAL_MS)
  }

  /** No payment is at the refund's terminal or in its queue, and no other refund. */
  protected isFree(row: RefundRow): boolean {
    const terminalId = this.getTerminal(row)
    if (this.rows.appIds.has(terminalId)) return true
    const refundId = this.rows.refundAt.get(terminalId)
    for (const attempt of this.rows.attempts.values())
      if (attempt.terminalId === terminalId && this.isAhead(attempt, refundId === row.id)) return false
    const other = this.rows.refunds.get(refundId ?? row.id)
    const holding: readonly RefundState[] = REFUND_HOLDS_TERMINAL
    return other === undefined || other.id === row.id || !holding.includes(other.state)
  }

  /** Payments that queue behind a refund that has the terminal already wait for it. */
  protected isAhead({ state }: AttemptRow, hasTerminal: boolean): boolean {
    return isIn(HOLDS_TERMINAL, state) || (state === 'QUEUED' && !hasTerminal)
  }

  markSent(refundId: number, owner: string): Work<Date | undefined> {
    return whole(() => {
      const row = this.row(refundId)
      if (!this.mayMark(row, owner)) return undefined
      this.rows.beginTransaction()
      const now = this.rows.now()
      this.rows.putRefund(row, { state: 'SENT', sentAt: now, leaseUntil: now + LEASE_MS })
      return new Date(now)
    })
  }

  protected mayMark(row: RefundRow, owner: string): boolean {
    return row.owner === owner && row.state === 'INTENT'
  }

  recordState(refundId: number, state: RefundState): Work<void> {
    return whole(() => {
      const row = this.row(refundId)
      if (row.state !== 'SENT') return
      this.rows.beginTransaction()
      this.rows.putRefund(row, { state })
    })
  }

  settle(refund: Refund, outcome: RefundOutcome): Work<RefundWritten | undefined> {
    return whole(() => {
      const row = this.row(refund.id)
      if (!this.mayClose(row, outcome)) return undefined
      this.rows.beginTransaction()
      this.writeOutcome(row, outcome)
      return { state: outcome.to }
    })
  }

  /** Compare-and-set: only from a state that may become this one. */
  protected mayClose({ state }: RefundRow, { to, onlyUnsent }: RefundOutcome): boolean {
    return canRefundBecome(state, to) && (!onlyUnsent || state === 'INTENT')
  }

  protected writeOutcome(row: RefundRow, outcome: RefundOutcome): void {
    const { to, source, by } = outcome
    const isDone = to === 'DONE'
    this.rows.putRefund(row, { state: to, source, outcomeAt: isRefundOpen(to) ? null : this.rows.now() })
    if (isDone && row.returnsStock) this.#returnStock(row)
    if (!isDone && !isRefundOpen(to)) this.releaseRefundedAmounts(row)
    if (row.kind === 'reversal') this.#endReversal(row, outcome)
    else if (isDone || by) this.rows.putEvent(this.rows.orders.get(row.orderId)!, 'admin')
  }

  /** Releases the part of the payment and of the lines that a failed refund had reserved. */
  protected releaseRefundedAmounts(row: RefundRow): void {
    this.rows.accounts.set(row.attemptId, (this.rows.accounts.get(row.attemptId) ?? 0) - row.amountCents)
    for (const part of row.lines) this.rows.lineSums.set(part.lineId, this.rows.sumsWith(part, -1))
  }

  #returnStock(row: RefundRow): void {
    for (const { id, lineId, quantityThousandths } of row.lines) {
      const sale = this.rows.moves.find(move => move.lineId === lineId && move.refundLineId === null)
      if (!sale || quantityThousandths === 0) continue
      this.rows.putMove({ lineId, refundLineId: id, productId: sale.productId, quantityThousandths })
    }
  }

  #endReversal(row: RefundRow, { to, by, source }: RefundOutcome): void {
    const attempt = this.rows.attempts.get(row.attemptId)!
    const state = this.reversedTo(attempt, to)
    if (state !== undefined && canAttemptBecome(attempt.state, state)) {
      this.rows.putAttempt(attempt, { state, stringCode: state === 'REVERSED' ? 'USER_CANCELLED' : 'UNKNOWN' })
    } else if (!by) return
    const actor = source === 'admin' ? 'admin' : source === 'live' ? 'terminal' : 'recovery'
    this.rows.putEvent(this.rows.orders.get(row.orderId)!, actor)
  }

  /** What the attempt becomes by its reversal's outcome; one that never reached the terminal stays due for two days. */
  protected reversedTo({ state, outcomeAt }: AttemptRow, to: RefundState): AttemptState | undefined {
    if (state !== 'REVERSAL_DUE') return undefined
    if (to === 'DONE') return 'REVERSED'
    const isTooOld = (outcomeAt ?? 0) < this.rows.now() - UNRESOLVED_QUERY_PERIOD_MS
    return to === 'REFUSED' || (to === 'NOT_PROCESSED' && isTooOld) ? 'REVIEW' : undefined
  }

  renewLeases(owner: string, driven: readonly number[]): Work<Map<number, RenewedLease>> {
    return this.#leases.renew(owner, driven)
  }

  releaseLeases(owner: string): Work<void> {
    return this.#leases.release(owner)
  }

  *claimLapsed(owner: string): Work<Refund[]> {
    return (yield* this.#leases.claimLapsed(owner)).map(row => this.getRefund(row))
  }

  hasLapsed(): boolean {
    return this.#leases.hasLapsed()
  }

  protected row(refundId: number): RefundRow {
    const row = this.rows.refunds.get(refundId)
    if (!row) throw new Error(`There is no refund ${refundId}`)
    return row
  }

  protected getTerminal({ attemptId }: RefundRow): number {
    return this.rows.attempts.get(attemptId)!.terminalId
  }

  protected getRefund(row: RefundRow): Refund {
    const attempt = this.rows.attempts.get(row.attemptId)!
    const { id, kind, attemptId, orderId, state, reason, askedBy, returnsStock, sentAt } = row
    const { storeId, provider, payment } = getAttempt(attempt)
    const isOfTerminal = attempt.state !== 'MANUAL' || attempt.sentAt !== null
    const request = { refundId: row.refundKey, amountCents: row.amountCents, transactionId: null }
    const what = { id, kind, attemptId, orderId, storeId, provider, state, reason, askedBy, returnsStock }
    return { ...what, payment, isOfTerminal, request, sentAt: toDate(sentAt) }
  }
}
