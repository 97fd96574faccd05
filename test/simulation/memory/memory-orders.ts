import { orderCan } from '#domain/orders/order.ts'
import { isRefusal, refuse, type Refusal } from '#server/platform/http/refusal.ts'
import type { PackageInput } from './memory-lots.ts'
import type { AttemptRow, LineRow, MemoryRows, OrderRow } from './memory-rows.ts'

/**
 * A transaction of the repository in memory. It yields where others may interleave: its earlier reads are its snapshot, like a
 * statement's; its writes come after its last yield, all or none.
 */
export type Work<T> = Generator<void, T, void>

/** The methods of a repository as transactions. */
export type Works<Repository> = {
  [Name in keyof Repository]: Repository[Name] extends (...args: infer Given) => Promise<infer Result>
    ? (...args: Given) => Work<Result>
    : never
}

/** A transaction without interleaving. */
export function* whole<T>(work: () => T): Work<T> {
  yield
  return work()
}

/** Runs a transaction to its end at once. */
export function finish<T>(work: Work<T>): T {
  for (;;) {
    const next = work.next()
    if (next.done) return next.value
  }
}

/** Operations of shoppers and admins on orders. */
export class MemoryOrders {
  readonly rows: MemoryRows

  constructor(rows: MemoryRows) {
    this.rows = rows
  }

  /** Creates an order at checkout from a basket; cancels an earlier one there. Packages are priced by what the server has read before. */
  *place(
    userId: number,
    plainLines: readonly LineRow[],
    packages: readonly PackageInput[] = [],
  ): Work<OrderRow | Refusal> {
    const orderedOn = this.rows.lots.getToday()
    const priced = packages.map(each => this.rows.lots.price(each, orderedOn))
    yield
    const refused = priced.find(isRefusal) ?? this.refuseRecalled(packages)
    if (refused) return refused
    const current = [...this.rows.orders.values()].filter(order => order.userId === userId && isCurrent(order))
    if (current.some(order => order.status === 'payment_pending')) return refuse('order.paymentPending')
    this.rows.beginTransaction()
    for (const order of current) this.rows.putOrder(order, { cancelledAt: this.rows.now() }, 'shopper')
    const lines = [...plainLines, ...priced.flatMap(line => (isRefusal(line) ? [] : [line]))]
    const order: OrderRow = {
      id: this.rows.nextId(),
      userId,
      createdAt: this.rows.now(),
      totalCents: lines.reduce((sum, line) => sum + line.totalCents, 0),
      lines,
      orderedOn,
      paidAt: null,
      status: 'checkout',
      cancelledAt: null,
    }
    this.rows.putOrder(order, {}, null)
    return order
  }

  /** A recall that began since. */
  protected refuseRecalled(packages: readonly PackageInput[]): Refusal | undefined {
    return packages.some(each => this.rows.lots.isRecalled(each)) ? refuse('order.productRecalled') : undefined
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

  /** The order dies while it is being paid, as no rule of the shop allows: its money must go back. */
  loseOrder(orderId: number): Work<boolean> {
    return whole(() => {
      const order = this.rows.orders.get(orderId)
      if (order?.status !== 'payment_pending' || order.cancelledAt !== null) return false
      this.rows.beginTransaction()
      this.rows.putOrder(order, { cancelledAt: this.rows.now() }, 'admin')
      return true
    })
  }

  protected mayCancel(order: OrderRow): boolean {
    return orderCan.cancel(order)
  }

  getNewest(orderId: number): Work<AttemptRow | undefined> {
    return whole(() => [...this.rows.attempts.values()].findLast(row => row.orderId === orderId))
  }
}

export const isCurrent = ({ status, cancelledAt }: OrderRow) =>
  (status === 'checkout' || status === 'payment_pending') && cancelledAt === null
