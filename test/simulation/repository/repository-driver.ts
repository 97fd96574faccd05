import type { Lot } from '#domain/catalogue/lot.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { AttemptState, StringCode } from '#domain/payments/attempt-states.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { PaymentRepository } from '#server/modules/payments/order-payments/payment-repository.ts'
import type { Outcome } from '#server/modules/payments/order-payments/settle-attempt.ts'
import type { RefundRepository } from '#server/modules/payments/refunds/refund-repository.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import type { RefundOutcome } from '#server/modules/payments/refunds/settle-refund.ts'
import { isRefusal, type Refusal } from '#server/platform/http/refusal.ts'

export type PlacedOrder = { id: number; totalCents: number }

/** A payment repository in a separate store with one terminal, and other operations on its rows. */
export type RepositoryUnderTest = {
  repository: PaymentRepository
  newShopper: () => Promise<number>
  /** An order of two lines at checkout, and one of a package if any is given; undefined when it is refused. */
  place: (userId: number, scanned?: Lot) => Promise<PlacedOrder | undefined>
  /** The shopper cancels the order at checkout; false when there is none. */
  cancel: (userId: number) => Promise<boolean>
  /** The store stops selling one of the order's products. */
  stopSelling: (orderId: number) => Promise<void>
  /** From now on the store also takes payments in an app. */
  addApp: () => Promise<void>
  /** Cancels the order without any checks. */
  forceCancel: (orderId: number) => Promise<void>
  order: (orderId: number) => Promise<{ status: OrderStatus; isCancelled: boolean }>
  attempt: (attemptId: number) => Promise<{ state: AttemptState; owner: string | null; isSent: boolean }>
  /** How often the order's lines moved stock, line by line. */
  moves: (orderId: number) => Promise<number[]>
  /** The statuses in the order's events. */
  trail: (orderId: number) => Promise<string[]>
  /** Moves the attempt's creation, lease and outcome this far into the past. */
  age: (attemptId: number, ms: number) => Promise<void>
} & RefundsUnderTest &
  LotsUnderTest

/** The lots of the order's first product. */
export type LotsUnderTest = {
  /** A person of the shop receives it, some of it in lots that a rule reduces. */
  deliverLots: (userId: number) => Promise<void>
  /** Recalls a lot. */
  recall: () => Promise<void>
  /** Searches the recall's buyers, and returns all: the shopper, and whether the lot is certain. */
  findBuyers: () => Promise<[userId: number, isCertain: boolean][]>
  lots: () => Promise<[lot: string | null, lastDay: string | null, thousandths: number][]>
  /** The lots and prices of the order's lines. */
  packages: (orderId: number) => Promise<[lot: string | null, cents: number][]>
}

/** What a refund covers: all that is left, a free sum, or some pieces of the first line. */
export type Part = 'all' | 'freeSum' | number
export type RefundInput = {
  orderId: number
  owner: string
  part: Part
  /** What the admin's page shows as refunded. */
  expectedCents: number
  returnsStock?: boolean
}

/** The refunds of the same store. */
export type RefundsUnderTest = {
  refunds: RefundRepository
  request: (input: RefundInput) => Promise<Refund | Refusal>
  beginReversals: (owner: string) => Promise<Refund[]>
  refund: (refundId: number) => Promise<{ state: RefundState; owner: string | null; isSent: boolean }>
  refundedCents: (orderId: number) => Promise<number>
  /** How many moves have returned goods of the order. */
  returns: (orderId: number) => Promise<number>
  /** Moves the refund's lease, sending and outcome this far into the past. */
  ageRefund: (refundId: number, ms: number) => Promise<void>
}

export const A = 'server a'
export const B = 'server b'
export const outcome = (to: AttemptState, stringCode: StringCode = 'UNKNOWN'): Outcome => ({
  to,
  stringCode,
  source: 'live',
  ...getAnswer(to),
})
/** What a terminal answers when a payment is approved. */
export const getAnswer = (to: AttemptState) =>
  to === 'APPROVED' ? { answer: { kind: 'approved', transactionId: 'taken', amountCents: 0 } as const } : {}
export const getSeen = ({ id, totalCents }: PlacedOrder) => ({ order_id: id, total_amount: eurosFromCents(totalCents) })

export const refundOutcome = (to: RefundState): RefundOutcome => ({ to, source: 'live' })

/** Operations of the tests on the current repository. */
export class RepositoryDriver {
  readonly #current: () => RepositoryUnderTest

  constructor(current: () => RepositoryUnderTest) {
    this.#current = current
  }

  get under(): RepositoryUnderTest {
    return this.#current()
  }

  get repository(): PaymentRepository {
    return this.under.repository
  }

  async atCheckout() {
    const userId = await this.under.newShopper()
    return { userId, order: (await this.under.place(userId))! }
  }

  async begin(owner = A) {
    const { userId, order } = await this.atCheckout()
    const started = await this.repository.begin({ userId, owner, seen: getSeen(order) })
    if (isRefusal(started)) throw new Error(started.refused)
    return { userId, order, begun: started }
  }

  /** A payment that times out because the shopper does not come to the terminal. */
  async missed(userId: number, order: PlacedOrder) {
    const started = await this.repository.begin({ userId, owner: A, seen: getSeen(order) })
    if (isRefusal(started)) return started
    await this.repository.markSent(started.id, A)
    await this.repository.settle(started, outcome('ABORTED', 'TIMEOUT'))
    return started
  }

  async sent() {
    const payment = await this.begin()
    await this.repository.markSent(payment.begun.id, A)
    return payment
  }

  async paid() {
    const payment = await this.sent()
    await this.repository.settle(payment.begun, outcome('APPROVED', 'SUCCESS'))
    return payment
  }

  async request(orderId: number, part: Part = 'all', more: { owner?: string; returnsStock?: boolean } = {}) {
    const expectedCents = await this.under.refundedCents(orderId)
    const refund = await this.under.request({ orderId, part, expectedCents, owner: A, ...more })
    if (isRefusal(refund)) throw new Error(refund.refused)
    return refund
  }

  /** A refund of the whole of a new payment, which no terminal has received. */
  async refund() {
    const payment = await this.paid()
    return { ...payment, refund: await this.request(payment.order.id) }
  }

  async sentRefund() {
    const refunded = await this.refund()
    await this.under.refunds.claimTerminal(refunded.refund.id, A)
    await this.under.refunds.markSent(refunded.refund.id, A)
    return refunded
  }

  /** Money that was taken for an order that did not wait for it. */
  async claimedForNothing() {
    const payment = await this.sent()
    await this.under.forceCancel(payment.order.id)
    await this.repository.settle(payment.begun, outcome('APPROVED', 'SUCCESS'))
    return payment
  }
}
