import type { Lot } from '#domain/catalogue/lot.ts'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import type { Chances } from '#test/faults/chances.ts'
import { PACKAGES } from './lots-under-test.ts'
import { RefundWalk } from './refund-walk.ts'
import { getAnswer, type PlacedOrder, type RepositoryUnderTest, getSeen } from './repository-driver.ts'

const SHOPPERS = 3
const OWNERS = ['server a', 'server b'] as const
const OUTCOMES: readonly AttemptState[] = [
  ...([
    'APPROVED',
    'DECLINED',
    'CANCELLED',
    'ABORTED',
    'NOT_PROCESSED',
    'UNRESOLVED',
    'REVIEW',
    'REVERSAL_DUE',
  ] as const),
]

const UNSENT_OUTCOMES: readonly AttemptState[] = ['CANCELLED', 'NOT_PROCESSED']

type Kind =
  | 'place'
  | 'begin'
  | 'beginSent'
  | 'ofAttempt'
  | 'ofShopper'
  | 'ofServer'
  | 'pay'
  | 'refund'
  | 'ofRefund'
  | 'forceCancel'
  | 'recall'

/**
 * A random walk through a payment repository, in which many acts make no sense. Two repositories with the same draws must return
 * the same results and have the same rows after each act; ids are compared by their order, because each repository has its own.
 */
export class RepositoryWalk {
  readonly #under: RepositoryUnderTest
  readonly #chances: Chances
  readonly #users: number[] = []
  readonly #orders: PlacedOrder[] = []
  readonly #attempts: Attempt[] = []
  readonly #paid: PlacedOrder[] = []
  readonly #refunds: RefundWalk

  constructor(under: RepositoryUnderTest, chances: Chances) {
    this.#under = under
    this.#chances = chances
    this.#refunds = new RefundWalk(under, chances)
  }

  async begin(): Promise<void> {
    for (let count = 0; count < SHOPPERS; count++) this.#users.push(await this.#under.newShopper())
    await this.#under.deliverLots(this.#users[0]!)
  }

  async act(): Promise<unknown> {
    const payments = {
      place: 4,
      begin: 3,
      beginSent: 3,
      ofAttempt: 14,
      ofShopper: 2,
      ofServer: 3,
      forceCancel: 0.3,
      recall: 0.5,
    }
    const weights = { ...payments, pay: 4, refund: 5, ofRefund: 12 }
    const kind = this.#chances.weighed(weights)
    // The kind of error does not matter: both repositories must fail, and leave the same rows.
    const outcome = await this.#do(kind).catch(() => 'failed')
    return { kind, outcome, rows: await this.#rows() }
  }

  async #do(kind: Kind): Promise<unknown> {
    const chances = this.#chances
    const { repository } = this.#under
    const userId = this.#users[chances.below(SHOPPERS)]!
    const owner = chances.pick(OWNERS)
    switch (kind) {
      case 'place': {
        const placed = await this.#under.place(userId, this.#scan())
        if (placed) this.#orders.push(placed)
        return placed !== undefined
      }
      case 'begin': {
        const started = await repository.begin({ userId, owner, seen: undefined })
        if (isRefusal(started)) return started.refused
        this.#attempts.push(started)
        return started.state
      }
      case 'beginSent': {
        const order = this.#orders.at(-1 - chances.below(2))
        if (!order) return undefined
        const started = await repository.begin({ userId, owner, seen: getSeen(order), marksSent: true })
        if (isRefusal(started)) return started.refused
        this.#attempts.push(started)
        return [started.state, started.sentAt !== null]
      }
      case 'recall':
        return this.#under.recall()
      case 'ofShopper':
        return chances.isTrue(0.5)
          ? this.#under.cancel(userId)
          : this.#getNumber(await repository.requestCancel(userId))
      case 'ofServer':
        return this.#ofServer(owner)
      case 'pay':
        return this.#pay(userId, owner)
      case 'refund':
        return this.#refunds.begin(this.#paid.slice(-3), owner)
      case 'ofRefund':
        return this.#refunds.act(owner)
      case 'forceCancel': {
        const order = this.#orders.at(-1 - chances.below(2))
        return order && this.#under.forceCancel(order.id).then(() => true)
      }
      default: {
        // The latest ones are the open ones.
        const attempt = this.#attempts.at(-1 - chances.below(4))
        return attempt && this.#ofAttempt(attempt, owner)
      }
    }
  }

  #scan(): Lot | undefined {
    return this.#chances.isTrue(0.6) ? this.#chances.pick(PACKAGES) : undefined
  }

  /** Pays a new order, unless a step is refused; some are cancelled meanwhile. */
  async #pay(userId: number, owner: string): Promise<unknown> {
    const { repository } = this.#under
    const dies = this.#chances.isTrue(0.3)
    const order = await this.#under.place(userId, this.#scan())
    if (!order) return undefined
    this.#orders.push(order)
    this.#paid.push(order)
    const started = await repository.begin({ userId, owner, seen: getSeen(order) })
    if (isRefusal(started)) return started.refused
    this.#attempts.push(started)
    await repository.markSent(started.id, owner)
    if (dies) await this.#under.forceCancel(order.id)
    const word = { to: 'APPROVED', stringCode: 'SUCCESS', source: 'live', ...getAnswer('APPROVED') } as const
    return repository.settle(started, word)
  }

  async #ofAttempt({ id }: Attempt, owner: string): Promise<unknown> {
    const chances = this.#chances
    const { repository } = this.#under
    switch (chances.weighed({ take: 3, mark: 3, note: 2, settle: 4, age: 1 })) {
      case 'take':
        return (await repository.claimTerminal(id, owner)) !== undefined
      case 'mark':
        return (await repository.markSent(id, owner)) !== undefined
      case 'note':
        return repository.recordState(id, chances.pick(['SENT', 'UNKNOWN'] as const))
      case 'age':
        return this.#under.age(id, 9000)
      default: {
        // Without an answer of a terminal: nothing was sent.
        const isUnsent = chances.isTrue(0.2)
        const to = chances.pick(isUnsent ? UNSENT_OUTCOMES : OUTCOMES)
        return repository.settle(await repository.find(id), {
          to,
          stringCode: to === 'APPROVED' ? 'SUCCESS' : 'UNKNOWN',
          source: 'live',
          ...getAnswer(to),
          ...(isUnsent && { onlyUnsent: true }),
        })
      }
    }
  }

  async #ofServer(owner: string): Promise<unknown> {
    const { repository } = this.#under
    switch (this.#chances.pick(['renew', 'releaseLeases', 'claim'] as const)) {
      case 'renew': {
        const renewed = await repository.renewLeases(
          owner,
          this.#attempts.map(({ id }) => id),
        )
        return [...renewed.keys()].map(id => this.#getNumber(id)).toSorted((a, b) => a - b)
      }
      case 'releaseLeases':
        return repository.releaseLeases(owner)
      default:
        // A database has attempts of other stores too.
        return (await repository.claimLapsed(owner))
          .map(({ id }) => this.#getNumber(id))
          .filter(number => number >= 0)
          .toSorted((a, b) => a - b)
    }
  }

  #getNumber = (id: number | undefined) => this.#attempts.findIndex(attempt => attempt.id === id)

  async #rows() {
    const orders = this.#orders.slice(-4).map(async ({ id }) => ({
      ...(await this.#under.order(id)),
      moves: await this.#under.moves(id),
      trail: await this.#under.trail(id),
      packages: await this.#under.packages(id),
    }))
    const attempts = this.#attempts.slice(-4).map(({ id }) => this.#under.attempt(id))
    const refunds = await this.#refunds.rows(this.#paid.slice(-3))
    const buyers = (await this.#under.findBuyers()).map(([userId, isCertain]) => [
      this.#users.indexOf(userId),
      isCertain,
    ])
    const lots = await this.#under.lots()
    return { orders: await Promise.all(orders), lots, buyers, attempts: await Promise.all(attempts), refunds }
  }
}
