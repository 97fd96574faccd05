import type { Lot } from '#domain/catalogue/lot.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import {
  HOLDS_ORDER,
  HOLDS_TERMINAL,
  HOLDS_USER,
  isIn,
  type AttemptState,
  type StringCode,
} from '#domain/payments/attempt-states.ts'
import { isRefundOpen, type RefundState } from '#domain/payments/refund-states.ts'
import type { HistoryFact } from '#test/faults/checker/facts.ts'
import { type JudgedPackage, MemoryLots } from './memory-lots.ts'

export type LineRow = {
  id: number
  productId: number
  quantityThousandths: number
  totalCents: number
  /** Only of products that have lots. */
  judged?: JudgedPackage
}

export type OrderRow = {
  readonly id: number
  readonly userId: number
  readonly createdAt: number
  readonly totalCents: number
  readonly lines: readonly LineRow[]
  /** The store's day when the server judged its packages. */
  readonly orderedOn: string
  /** The time at which the transaction that completed it began. */
  paidAt: number | null
  status: OrderStatus
  cancelledAt: number | null
}

export type AttemptRow = {
  readonly id: number
  readonly orderId: number
  readonly userId: number
  readonly terminalId: number
  /** An app takes any number of payments at once. */
  readonly holdsTerminal: boolean
  readonly recentUnpaidCount: number
  readonly serviceId: string
  readonly amountCents: number
  createdAt: number
  /** The store's day when the server judged the order's packages. */
  readonly begunOn: string
  state: AttemptState
  owner: string | null
  leaseUntil: number | null
  sentAt: number | null
  deadlineAt: number
  cancelRequestedAt: number | null
  stringCode: StringCode | null
  outcomeAt: number | null
  source: Source | null
}

/** `refundLineId`: goods that came back with a refund; null: goods that were sold. Without `lineId`, a delivery. */
export type MoveRow = {
  lineId: number | null
  refundLineId: number | null
  productId: number
  quantityThousandths: number
}

export type Source = 'live' | 'recovery' | 'admin'

export type RefundLineRow = { id: number; lineId: number; quantityThousandths: number; amountCents: number }

export type RefundRow = {
  readonly id: number
  readonly kind: 'refund' | 'reversal'
  readonly attemptId: number
  readonly orderId: number
  readonly refundKey: string
  readonly amountCents: number
  readonly reason: string
  readonly askedBy: number | null
  readonly returnsStock: boolean
  readonly lines: readonly RefundLineRow[]
  state: RefundState
  owner: string | null
  leaseUntil: number | null
  sentAt: number | null
  outcomeAt: number | null
  source: Source | null
}

/** What was refunded of an order's line, or may have been. */
export type LineSums = { cents: number; thousandths: number }

export class UniqueViolation extends Error {}
export class CheckViolation extends Error {}

/**
 * The rows, their unique indexes and checks (server/platform/schema/0.1.0/orders.sql and payments.sql), and the history of all
 * changes, as test/faults/world/history.sql records it in a real database.
 */
export class MemoryRows {
  /** Which of the terminals are apps on shoppers' phones. */
  readonly appIds = new Set<number>()
  readonly orders = new Map<number, OrderRow>()
  readonly attempts = new Map<number, AttemptRow>()
  readonly moves: MoveRow[] = []
  readonly refunds = new Map<number, RefundRow>()
  /** The refunded sum of each attempt: refund_account. */
  readonly accounts = new Map<number, number>()
  readonly lineSums = new Map<number, LineSums>()
  /** The refund that took each terminal last: terminal.refund_id. */
  readonly refundAt = new Map<number, number>()
  /** When a refund first took its terminal. */
  readonly takings: { at: number; terminalId: number; refundId: number }[] = []
  /** Orders with goods that the store no longer sells. */
  readonly unsold = new Set<number>()
  readonly shelves = new Map<number, number>()
  readonly lots = new MemoryLots()
  readonly history: (HistoryFact & { at: number })[] = []
  readonly now: () => number
  #transaction = 0
  #lastId = 1000

  constructor(now: () => number) {
    this.now = now
  }

  nextId = (): number => ++this.#lastId

  /** All writes from here on are one transaction, until the next begins. */
  beginTransaction(): void {
    this.#transaction++
  }

  putOrder(order: OrderRow, change: Partial<Pick<OrderRow, 'status' | 'cancelledAt'>>, actor: string | null): void {
    const existing = this.orders.get(order.id)
    const before = existing ? getEnd(existing) : null
    const after = { ...order, ...change }
    this.#guardOrder(after)
    Object.assign(order, change)
    this.orders.set(order.id, order)
    if (before === getEnd(order)) return
    const entry = { row_id: order.id, order_id: order.id, terminal_id: null, user_id: order.userId }
    this.#write({ ...entry, kind: 'order', before, after: getEnd(order), actor: null })
    if (actor !== null) this.#write({ ...entry, kind: 'event', before, after: getEnd(order), actor })
  }

  /** An event of an order whose status does not change. */
  putEvent(order: OrderRow, actor: string): void {
    const entry = { row_id: order.id, order_id: order.id, terminal_id: null, user_id: order.userId }
    this.#write({ ...entry, kind: 'event', before: order.status, after: getEnd(order), actor })
  }

  putAttempt(attempt: AttemptRow, change: Partial<AttemptRow> & { state: AttemptState }): void {
    const existing = this.attempts.get(attempt.id)
    this.guardAttempt({ ...attempt, ...change })
    const before = existing?.state ?? null
    const isOutcome = change.stringCode !== undefined
    Object.assign(attempt, change)
    this.attempts.set(attempt.id, attempt)
    if (before === attempt.state && !isOutcome) return
    const { id, orderId, terminalId, userId, state } = attempt
    const entry = { row_id: id, order_id: orderId, terminal_id: terminalId, user_id: userId, actor: null }
    this.#write({ ...entry, kind: 'attempt', before, after: state })
  }

  putMove(move: MoveRow): void {
    this.guardMove(move)
    this.moves.push(move)
    this.shelves.set(move.productId, (this.shelves.get(move.productId) ?? 0) + move.quantityThousandths)
  }

  /** Goods of which some are of lots. */
  deliver(productId: number, quantityThousandths: number, lots: readonly { lot: Lot; thousandths: number }[]): void {
    this.putMove({ lineId: null, refundLineId: null, productId, quantityThousandths })
    for (const each of lots) this.lots.add({ ...each, productId }, this.shelves.get(productId) ?? 0)
  }

  /** A new refund, and the sums that it reserves. */
  addRefund(refund: RefundRow): void {
    this.guardRefund(refund)
    const attempt = this.attempts.get(refund.attemptId)!
    const sum = (this.accounts.get(attempt.id) ?? 0) + refund.amountCents
    this.guardAccount(sum, attempt)
    const lineSums = refund.lines.map(part => [part.lineId, this.sumsWith(part, 1)] as const)
    for (const [lineId, sums] of lineSums) this.guardLine(lineId, sums)
    this.accounts.set(attempt.id, sum)
    for (const [lineId, sums] of lineSums) this.lineSums.set(lineId, sums)
    this.refunds.set(refund.id, refund)
    this.#writeRefund(refund, null)
  }

  putRefund(refund: RefundRow, change: Partial<RefundRow> & { state: RefundState }): void {
    const before = refund.state
    guardSent({ ...refund, ...change })
    Object.assign(refund, change)
    if (before !== refund.state || change.source !== undefined) this.#writeRefund(refund, before)
  }

  claimTerminal(terminalId: number, refundId: number): void {
    if (this.refundAt.get(terminalId) !== refundId) this.takings.push({ at: this.now(), terminalId, refundId })
    this.refundAt.set(terminalId, refundId)
  }

  /** What was refunded of a line, with or without this part of it. */
  sumsWith({ lineId, quantityThousandths, amountCents }: RefundLineRow, sign: 1 | -1): LineSums {
    const { cents, thousandths } = this.getSums(lineId)
    return { cents: cents + sign * amountCents, thousandths: thousandths + sign * quantityThousandths }
  }

  getSums(lineId: number): LineSums {
    return this.lineSums.get(lineId) ?? { cents: 0, thousandths: 0 }
  }

  protected guardRefund({ attemptId }: RefundRow): void {
    for (const other of this.refunds.values())
      if (other.attemptId === attemptId && isRefundOpen(other.state))
        throw new UniqueViolation('refund_one_open_per_attempt')
  }

  protected guardAccount(sum: number, { amountCents }: AttemptRow): void {
    if (sum < 0 || sum > amountCents) throw new CheckViolation('refund_account_refunded_cents_check')
  }

  protected guardLine(lineId: number, { cents, thousandths }: LineSums): void {
    for (const order of this.orders.values()) {
      const line = order.lines.find(({ id }) => id === lineId)
      if (line && (cents > line.totalCents || thousandths > line.quantityThousandths))
        throw new CheckViolation('order_line_refunded_check')
    }
  }

  protected guardAttempt(attempt: AttemptRow): void {
    this.#fence(attempt, HOLDS_ORDER, 'orderId')
    this.guardTerminal(attempt)
    this.#fence(attempt, HOLDS_USER, 'userId')
  }

  protected guardTerminal(attempt: AttemptRow): void {
    if (attempt.holdsTerminal) this.#fence(attempt, HOLDS_TERMINAL, 'terminalId')
  }

  protected guardMove({ lineId, refundLineId }: MoveRow): void {
    if (lineId !== null && this.moves.some(move => move.lineId === lineId && move.refundLineId === refundLineId))
      throw new UniqueViolation('stock_move_order_line_id_kind_key')
  }

  /** One checkout order per user. */
  #guardOrder({ id, userId, status, cancelledAt }: OrderRow): void {
    if (status !== 'checkout' || cancelledAt !== null) return
    for (const other of this.orders.values()) {
      const isAtCheckout = other.status === 'checkout' && other.cancelledAt === null
      if (isAtCheckout && other.userId === userId && other.id !== id)
        throw new UniqueViolation('order_one_checkout_per_user')
    }
  }

  #fence(attempt: AttemptRow, holding: readonly AttemptState[], column: 'orderId' | 'terminalId' | 'userId'): void {
    if (!isIn(holding, attempt.state)) return
    for (const other of this.attempts.values()) {
      if (other.id !== attempt.id && other[column] === attempt[column] && isIn(holding, other.state))
        throw new UniqueViolation(`attempt_one_per_${column}`)
    }
  }

  #writeRefund({ id, orderId, attemptId, state }: RefundRow, before: RefundState | null): void {
    const { terminalId, userId } = this.attempts.get(attemptId)!
    const entry = { row_id: id, order_id: orderId, terminal_id: terminalId, user_id: userId, actor: null }
    this.#write({ ...entry, kind: 'refund', before, after: state })
  }

  #write(entry: Omit<HistoryFact, 'id' | 'transaction'>): void {
    const transaction = String(this.#transaction)
    this.history.push({ ...entry, id: this.history.length + 1, transaction, at: this.now() })
  }
}

/** Only an admin may record that a refund that was never sent was made. */
function guardSent({ state, sentAt, source }: RefundRow): void {
  const isSaid = source === 'admin' && state === 'DONE'
  if (state !== 'INTENT' && state !== 'NOT_PROCESSED' && sentAt === null && !isSaid)
    throw new CheckViolation('refund_sent_check')
}

export const getEnd = (order: OrderRow): string => (order.cancelledAt === null ? order.status : 'cancelled')
