import { MINUTE_MS } from '#domain/durations.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { Refund } from '#server/modules/payments/refunds/refund-rows.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { Part, PlacedOrder, RepositoryUnderTest } from './repository-driver.ts'

const OUTCOMES: readonly RefundState[] = ['DONE', 'DONE', 'REFUSED', 'NOT_PROCESSED', 'UNRESOLVED', 'UNKNOWN']
const PARTS: readonly Part[] = ['all', 'freeSum', 1, 1, 2, 3]

/** The part of a random walk that refunds payments. */
export class RefundWalk {
  readonly #under: RepositoryUnderTest
  readonly #chances: Chances
  readonly #refunds: Refund[] = []

  constructor(under: RepositoryUnderTest, chances: Chances) {
    this.#under = under
    this.#chances = chances
  }

  /** An admin asks for a refund of one of the orders, or reversals begin. */
  async begin(orders: readonly PlacedOrder[], owner: string): Promise<unknown> {
    const chances = this.#chances
    if (orders.length === 0) return undefined
    const { id: orderId } = chances.pick(orders)
    if (chances.isTrue(0.3)) {
      // A database has payments of other stores too.
      const started = await this.#under.beginReversals(owner)
      const refunds = started.filter(refund => orders.some(order => order.id === refund.orderId))
      this.#refunds.push(...refunds)
      return refunds.map(refund => refund.state)
    }
    const isLate = chances.isTrue(0.1)
    const expectedCents = (await this.#under.refundedCents(orderId)) + (isLate ? 1 : 0)
    const [part, returnsStock] = [chances.pick(PARTS), chances.isTrue(0.5)]
    const requested = await this.#under.request({ orderId, owner, part, expectedCents, returnsStock })
    if (isRefusal(requested)) return requested.refused
    this.#refunds.push(requested)
    return requested.state
  }

  async act(owner: string): Promise<unknown> {
    const chances = this.#chances
    const refund = this.#refunds.at(-1 - chances.below(3))
    if (!refund) return undefined
    const { refunds } = this.#under
    switch (chances.weighed({ take: 4, mark: 4, note: 1, settle: 5, age: 2, ofServer: 2 })) {
      case 'take':
        return (await refunds.claimTerminal(refund.id, owner)) !== undefined
      case 'mark':
        return (await refunds.markSent(refund.id, owner)) !== undefined
      case 'note':
        return refunds.recordState(refund.id, 'UNKNOWN')
      case 'age':
        return this.#under.ageRefund(refund.id, chances.pick([9000, 2 * MINUTE_MS]))
      case 'ofServer':
        return this.#ofServer(owner)
      default: {
        const unsent = { to: 'NOT_PROCESSED', onlyUnsent: true } as const
        const outcome = chances.isTrue(0.2) ? unsent : { to: chances.pick(OUTCOMES) }
        return refunds.settle(refund, { ...outcome, source: 'live' })
      }
    }
  }

  async #ofServer(owner: string): Promise<unknown> {
    const { refunds } = this.#under
    const ids = this.#refunds.map(({ id }) => id)
    switch (this.#chances.pick(['renew', 'release', 'claim'] as const)) {
      case 'renew':
        return this.#getNumbers([...(await refunds.renewLeases(owner, ids)).keys()])
      case 'release':
        return refunds.releaseLeases(owner)
      default:
        return this.#getNumbers((await refunds.claimLapsed(owner)).map(({ id }) => id))
    }
  }

  #getNumbers(ids: readonly number[]): number[] {
    const numbers = ids.map(id => this.#refunds.findIndex(refund => refund.id === id))
    return numbers.filter(number => number >= 0).toSorted((a, b) => a - b)
  }

  async rows(orders: readonly PlacedOrder[]) {
    const refunds = this.#refunds.slice(-4).map(({ id }) => this.#under.refund(id))
    const sums = orders.map(async ({ id, totalCents }) => {
      const cents = await this.#under.refundedCents(id)
      return { isAll: cents === totalCents, isAny: cents > 0, returns: await this.#under.returns(id) }
    })
    return { refunds: await Promise.all(refunds), sums: await Promise.all(sums) }
  }
}
