import {
  ATTEMPT_STATES,
  canAttemptBecome,
  HOLDS_TERMINAL,
  isIn,
  OPEN_STATES,
  orderStatusAfter,
  type AttemptState,
} from '#domain/attempt-states.ts'
import type { NotedState } from '#domain/course.ts'
import { centsFromEuros } from '#domain/money.ts'
import { orderCan } from '#domain/order.ts'
import { QUEUE_LIMIT_MS, UNRESOLVED_ASKED_FOR_MS } from '#domain/payment-attempt.ts'
import { LEASE_MS } from '#domain/payment-course.ts'
import type { Attempt } from '#server/features/payments/attempts.ts'
import type { PaymentWish } from '#server/features/payments/begin-payment.ts'
import type { BeginRefusal, PaymentBook } from '#server/features/payments/payment-book.ts'
import type { Outcome, Written } from '#server/features/payments/settle-attempt.ts'
import { refuse, type Refusal } from '#server/http/refusal.ts'
import { UniqueViolation, type AttemptRow, type LineRow, type MemoryRows, type OrderRow } from './memory-rows.ts'

/**
 * A transaction of the book in memory. It yields where others may come in between: what it has read before is its
 * snapshot, as a statement's is; what it writes comes after its last yield, whole or not at all.
 */
export type Work<T> = Generator<void, T, void>

/** One in which nobody comes in between. */
function* whole<T>(work: () => T): Work<T> {
  yield
  return work()
}

type Works<Book> = {
  [Name in keyof Book]: Book[Name] extends (...given: infer Given) => Promise<infer Result>
    ? (...given: Given) => Work<Result>
    : never
}

const AT_TERMINAL_MS = 120_000
const UNSENT: readonly AttemptState[] = ['QUEUED', 'INTENT']
const DRIVEN: readonly AttemptState[] = [...OPEN_STATES, 'UNRESOLVED']

/** The payment book without a database: the same rules, in memory, by the agenda's clock. */
export class MemoryBook implements Works<PaymentBook> {
  readonly rows: MemoryRows
  readonly #terminalIds: readonly number[]

  constructor(rows: MemoryRows, terminalIds: readonly number[]) {
    this.rows = rows
    this.#terminalIds = terminalIds
  }

  *begin(wish: PaymentWish): Work<Attempt | BeginRefusal> {
    for (let tries = 1; ; tries++) {
      const lines = this.#lines()
      yield
      try {
        return this.#writeIntent(wish, lines)
      } catch (error) {
        if (tries === 5 || !(error instanceof UniqueViolation)) throw error
      }
    }
  }

  #writeIntent({ userId, owner, seen }: PaymentWish, lines: Line[]): Attempt | BeginRefusal {
    const order = [...this.rows.orders.values()].find(
      each => each.userId === userId && orderCan.pay(each) && (!seen || seen.order_id === each.id),
    )
    if (!order) return refuse('order.none')
    if (seen && centsFromEuros(seen.total_amount) !== order.totalCents) return refuse('order.changed')
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
      sentAt: null,
      deadlineAt: now + (line.waiting > 0 ? QUEUE_LIMIT_MS : AT_TERMINAL_MS),
      abortRequestedAt: null,
      stringCode: null,
    }
    this.rows.putAttempt(attempt, { state: attempt.state })
    this.rows.putOrder(order, { status: 'payment_pending' }, null)
    return attemptOf(attempt)
  }

  /** How many wait at each terminal, the shortest line first. */
  #lines(): Line[] {
    const waits = (terminalId: number) => (attempt: AttemptRow) =>
      attempt.terminalId === terminalId && (attempt.state === 'QUEUED' || isIn(HOLDS_TERMINAL, attempt.state))
    return this.#terminalIds
      .map(terminalId => ({ terminalId, waiting: [...this.rows.attempts.values()].filter(waits(terminalId)).length }))
      .toSorted((a, b) => a.waiting - b.waiting || a.terminalId - b.terminalId)
  }

  find(attemptId: number): Work<Attempt> {
    return whole(() => attemptOf(this.#row(attemptId)))
  }

  findOpen(userId: number): Work<Attempt | undefined> {
    return whole(() => {
      const open = this.#openOf(userId)
      return open && attemptOf(open)
    })
  }

  *takeTerminal(attemptId: number, owner: string): Work<Date | undefined> {
    const mine = this.#row(attemptId)
    const isAhead = (other: AttemptRow) =>
      isIn(HOLDS_TERMINAL, other.state) || (other.state === 'QUEUED' && other.id < mine.id && mine.state === 'QUEUED')
    const mustWait = [...this.rows.attempts.values()].some(
      other => other.terminalId === mine.terminalId && other.id !== mine.id && isAhead(other),
    )
    yield
    if (mustWait || !this.mayTake(mine, owner)) return undefined
    this.rows.beginTransaction()
    const now = this.rows.now()
    try {
      this.rows.putAttempt(mine, { state: 'INTENT', deadlineAt: now + AT_TERMINAL_MS, leaseUntil: now + LEASE_MS })
    } catch (error) {
      if (error instanceof UniqueViolation) return undefined
      throw error
    }
    return new Date(mine.deadlineAt)
  }

  protected mayTake({ state, sentAt, owner, abortRequestedAt }: AttemptRow, by: string): boolean {
    const isUnsent = state === 'QUEUED' || (state === 'INTENT' && sentAt === null)
    return isUnsent && owner === by && abortRequestedAt === null
  }

  markSent(attemptId: number, owner: string): Work<Date | undefined> {
    return whole(() => {
      const row = this.#row(attemptId)
      if (row.owner !== owner || row.state !== 'INTENT' || row.sentAt !== null) return undefined
      const now = this.rows.now()
      Object.assign(row, { sentAt: now, deadlineAt: now + AT_TERMINAL_MS, leaseUntil: now + LEASE_MS })
      return new Date(now)
    })
  }

  noteState(attemptId: number, state: NotedState): Work<void> {
    return whole(() => {
      const row = this.#row(attemptId)
      if (!isIn(HOLDS_TERMINAL, row.state)) return
      this.rows.beginTransaction()
      this.rows.putAttempt(row, { state })
    })
  }

  *settle(attempt: Attempt, outcome: Outcome): Work<Written | undefined> {
    const hasOther = this.#hasOtherOrder(attempt)
    yield
    const row = this.#row(attempt.id)
    if (!this.mayClose(row, outcome)) return this.refuseToClose(row, outcome)
    this.rows.beginTransaction()
    const order = this.rows.orders.get(attempt.orderId)!
    const isWaiting = orderCan.hearTerminal(order)
    if (isWaiting) this.#moveOrder(order, { ...outcome, hasOther })
    const isPaidForNothing = !isWaiting && outcome.to === 'APPROVED'
    const written: Written = isPaidForNothing
      ? { state: 'REVERSAL_DUE', stringCode: 'UNKNOWN' }
      : { state: outcome.to, stringCode: outcome.stringCode }
    this.rows.putAttempt(row, written)
    if (isWaiting && order.status === 'complete') this.takeStock(order)
    return written
  }

  /** Compare-and-set: only from a state that may become this one. */
  protected mayClose(row: AttemptRow, { to, onlyUnsent }: Outcome): boolean {
    const states = onlyUnsent ? UNSENT : ATTEMPT_STATES
    return isIn(states, row.state) && canAttemptBecome(row.state, to) && (!onlyUnsent || row.sentAt === null)
  }

  protected refuseToClose(_row: AttemptRow, _outcome: Outcome): undefined {
    return undefined
  }

  protected takeStock(order: OrderRow): void {
    for (const { id, productId, quantityThousandths } of order.lines)
      this.rows.putMove({ lineId: id, productId, quantityThousandths: -quantityThousandths })
  }

  /** One that goes back to the checkout while its shopper has another order is cancelled instead. */
  #moveOrder(order: OrderRow, { to, source, hasOther }: Outcome & { hasOther: boolean }): void {
    const status = orderStatusAfter(to, 'checkout')
    const cancelledAt = status === 'checkout' && hasOther ? this.rows.now() : null
    this.rows.putOrder(order, { status, cancelledAt }, source === 'live' ? 'terminal' : 'recovery')
  }

  #hasOtherOrder({ orderId, userId }: Attempt): boolean {
    return [...this.rows.orders.values()].some(
      other => other.userId === userId && other.id !== orderId && isCurrent(other),
    )
  }

  requestAbort(userId: number): Work<number | undefined> {
    return whole(() => {
      const open = this.#openOf(userId)
      if (open) open.abortRequestedAt ??= this.rows.now()
      return open?.id
    })
  }

  renewLeases(owner: string, driven: readonly number[]): Work<Map<number, { abortRequestedAt: Date | null }>> {
    return whole(() => {
      const rows = driven.map(id => this.#row(id)).filter(row => row.owner === owner && this.#isDriven(row))
      for (const row of rows) row.leaseUntil = this.rows.now() + LEASE_MS
      return new Map(rows.map(row => [row.id, { abortRequestedAt: dateOf(row.abortRequestedAt) }]))
    })
  }

  handBack(owner: string): Work<void> {
    return whole(() => {
      for (const row of this.rows.attempts.values())
        if (row.owner === owner && isIn(DRIVEN, row.state)) Object.assign(row, { owner: null, leaseUntil: null })
    })
  }

  claimLapsed(owner: string): Work<Attempt[]> {
    return whole(() => {
      const lapsed = [...this.rows.attempts.values()].filter(row => this.#isLapsed(row))
      for (const row of lapsed) Object.assign(row, { owner, leaseUntil: this.rows.now() + LEASE_MS })
      return lapsed.map(attemptOf)
    })
  }

  /** Whether there is anything to claim. */
  hasLapsed(): boolean {
    for (const row of this.rows.attempts.values()) if (this.#isLapsed(row)) return true
    return false
  }

  #isLapsed({ leaseUntil, state, createdAt }: AttemptRow): boolean {
    return (leaseUntil === null || leaseUntil < this.rows.now()) && this.#isDriven({ state, createdAt })
  }

  #isDriven({ state, createdAt }: Pick<AttemptRow, 'state' | 'createdAt'>): boolean {
    const isAskedAbout = state !== 'UNRESOLVED' || createdAt > this.rows.now() - UNRESOLVED_ASKED_FOR_MS
    return isIn(DRIVEN, state) && isAskedAbout
  }

  /** Makes a basket an order at checkout; an earlier one there is cancelled by it. */
  place(userId: number, lines: readonly LineRow[]): Work<OrderRow | Refusal> {
    return whole(() => {
      const current = [...this.rows.orders.values()].filter(order => order.userId === userId && isCurrent(order))
      if (current.some(order => order.status === 'payment_pending')) return refuse('order.paymentPending')
      this.rows.beginTransaction()
      for (const order of current) this.rows.putOrder(order, { cancelledAt: this.rows.now() }, 'shopper')
      const totalCents = lines.reduce((sum, line) => sum + line.totalCents, 0)
      const id = this.rows.nextId()
      const order: OrderRow = { id, userId, totalCents, lines, status: 'checkout', cancelledAt: null }
      this.rows.putOrder(order, {}, null)
      return order
    })
  }

  /** Cancels the user's order at checkout. */
  cancel(userId: number, actor: 'shopper' | 'admin'): Work<boolean> {
    return whole(() => {
      const order = [...this.rows.orders.values()].find(each => each.userId === userId && this.mayCancel(each))
      if (!order) return false
      this.rows.beginTransaction()
      this.rows.putOrder(order, { cancelledAt: this.rows.now() }, actor)
      return true
    })
  }

  protected mayCancel(order: OrderRow): boolean {
    return orderCan.cancel(order)
  }

  newestOf(orderId: number): Work<AttemptRow | undefined> {
    return whole(() => [...this.rows.attempts.values()].findLast(row => row.orderId === orderId))
  }

  #openOf(userId: number): AttemptRow | undefined {
    return [...this.rows.attempts.values()].find(row => row.userId === userId && isIn(OPEN_STATES, row.state))
  }

  #row(attemptId: number): AttemptRow {
    const row = this.rows.attempts.get(attemptId)
    if (!row) throw new Error(`There is no attempt ${attemptId}`)
    return row
  }
}

type Line = { terminalId: number; waiting: number }

const isCurrent = ({ status, cancelledAt }: OrderRow) =>
  (status === 'checkout' || status === 'payment_pending') && cancelledAt === null

const dateOf = (ms: number | null) => (ms === null ? null : new Date(ms))

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  orderId: row.orderId,
  userId: row.userId,
  storeId: 1,
  provider: 'test',
  state: row.state,
  payment: {
    serviceId: row.serviceId,
    terminalId: row.terminalId,
    amountCents: row.amountCents,
    currency: 'EUR',
  },
  sentAt: dateOf(row.sentAt),
  deadlineAt: new Date(row.deadlineAt),
  abortRequestedAt: dateOf(row.abortRequestedAt),
  stringCode: row.stringCode,
})
