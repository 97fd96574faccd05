import type { OrderStatus } from '#domain/orders/order.ts'
import {
  HOLDS_ORDER,
  HOLDS_TERMINAL,
  HOLDS_USER,
  isIn,
  type AttemptState,
  type StringCode,
} from '#domain/payments/attempt-states.ts'
import type { HistoryFact } from '#test/faults/checker/facts.ts'

export type LineRow = { id: number; productId: number; quantityThousandths: number; totalCents: number }

export type OrderRow = {
  readonly id: number
  readonly userId: number
  readonly totalCents: number
  readonly lines: readonly LineRow[]
  status: OrderStatus
  cancelledAt: number | null
}

export type AttemptRow = {
  readonly id: number
  readonly orderId: number
  readonly userId: number
  readonly terminalId: number
  readonly serviceId: string
  readonly amountCents: number
  createdAt: number
  state: AttemptState
  owner: string | null
  leaseUntil: number | null
  sentAt: number | null
  deadlineAt: number
  cancelRequestedAt: number | null
  stringCode: StringCode | null
  outcomeAt: number | null
}

export type MoveRow = { lineId: number; productId: number; quantityThousandths: number }

export class UniqueViolation extends Error {}

/**
 * The rows, their unique indexes (server/platform/schema/0.1.0/orders.sql and payments.sql), and the history of all changes, as
 * test/faults/world/history.sql records it in a real database.
 */
export class MemoryRows {
  readonly orders = new Map<number, OrderRow>()
  readonly attempts = new Map<number, AttemptRow>()
  readonly moves: MoveRow[] = []
  /** Orders with goods that the store no longer sells. */
  readonly unsold = new Set<number>()
  readonly shelves = new Map<number, number>()
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
    const known = this.orders.get(order.id)
    const before = known ? endOf(known) : null
    const after = { ...order, ...change }
    this.#guardOrder(after)
    Object.assign(order, change)
    this.orders.set(order.id, order)
    if (before === endOf(order)) return
    const entry = { row_id: order.id, order_id: order.id, terminal_id: null, user_id: order.userId }
    this.#write({ ...entry, kind: 'order', before, after: endOf(order), actor: null })
    if (actor !== null) this.#write({ ...entry, kind: 'event', before, after: endOf(order), actor })
  }

  putAttempt(attempt: AttemptRow, change: Partial<AttemptRow> & { state: AttemptState }): void {
    const known = this.attempts.get(attempt.id)
    this.guardAttempt({ ...attempt, ...change })
    const before = known?.state ?? null
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

  protected guardAttempt(attempt: AttemptRow): void {
    this.#fence(attempt, HOLDS_ORDER, 'orderId')
    this.guardTerminal(attempt)
    this.#fence(attempt, HOLDS_USER, 'userId')
  }

  protected guardTerminal(attempt: AttemptRow): void {
    this.#fence(attempt, HOLDS_TERMINAL, 'terminalId')
  }

  protected guardMove({ lineId }: MoveRow): void {
    if (this.moves.some(move => move.lineId === lineId)) throw new UniqueViolation('stock_move_order_line_id_kind_key')
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

  #write(entry: Omit<HistoryFact, 'id' | 'transaction'>): void {
    const transaction = String(this.#transaction)
    this.history.push({ ...entry, id: this.history.length + 1, transaction, at: this.now() })
  }
}

export const endOf = (order: OrderRow): string => (order.cancelledAt === null ? order.status : 'cancelled')
