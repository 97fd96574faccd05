import type { StringCode } from '#domain/payments/attempt-states.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import type { ObservedResult } from '#test/faults/actors/notebook.ts'
import type { Chances } from '#test/faults/chances.ts'
import { type ScannedPackage, ScanningPhone } from './dated-goods.ts'
import type { OrderRow } from './memory/memory-rows.ts'
import type { Reply, SimulatedServer } from './simulated-server.ts'
import type { World } from './world.ts'

const FOLLOW_MS = 4000

/**
 * Buys a few times: places an order, pays it, perhaps twice at once, perhaps aborts, receives the result, and retries, starts
 * again or stops. Records all results.
 */
export class SimulatedShopper {
  readonly #world: World
  readonly #chances: Chances
  readonly #userId: number
  readonly #phone: ScanningPhone
  #purchases: number
  /** Increases with each decision: of two responses to one press, the first decides, the second is only recorded. */
  #turn = 0

  constructor(world: World, userId: number, chances: Chances) {
    this.#world = world
    this.#userId = userId
    this.#chances = chances
    this.#phone = new ScanningPhone(world, chances.fork('phone'))
    this.#purchases = 1 + chances.below(3)
  }

  comeIn(): void {
    this.#later([0, 30_000], () => this.#place())
  }

  #place(): void {
    if (this.#purchases === 0 || this.#world.isQuiet) return
    const lines = Array.from({ length: 1 + this.#chances.below(3) }, () => ({
      id: this.#world.repository.rows.nextId(),
      productId: 1 + this.#chances.below(4),
      quantityThousandths: 1000 * (1 + this.#chances.below(3)),
      totalCents: 95 + this.#chances.below(900),
    }))
    const packages = this.#phone.scan()
    this.#call(
      (server, answer) => server.place({ userId: this.#userId, lines, packages }, answer),
      reply => {
        if (reply.kind === 'order') return this.#display(reply.order, packages)
        if (reply.kind === 'refused') this.#phone.loadProducts()
        this.#later([2000, 15_000], () => this.#place())
      },
    )
  }

  #display(order: OrderRow, packages: readonly ScannedPackage[]): void {
    for (const { productId, lot, on, cents } of packages)
      this.#world.scans.push({ order_id: order.id, product_id: productId, lot: lot.lot ?? null, on, cents })
    this.#pay(order)
  }

  #pay(order: OrderRow): void {
    const { climate } = this.#world
    this.#press(order)
    if (this.#chances.isTrue(climate.paysTwice)) this.#press(order)
    const server = () => this.#world.someServer()
    // Half of them at once, like an accidental press.
    const abortsWithinMs = this.#chances.isTrue(0.5) ? 1000 : 60_000
    if (this.#chances.isTrue(climate.abortsPayment)) this.#aside(abortsWithinMs, () => server()?.abort(this.#userId))
    if (this.#chances.isTrue(climate.cancelsOrder)) this.#aside(30_000, () => server()?.cancel(this.#userId))
    if (this.#chances.isTrue(climate.hangsUp)) this.#next(() => this.#follow(order))
  }

  #press(order: OrderRow): void {
    // Each press by itself: one may choose the terminal, and the next the phone.
    const drawn =
      this.#world.appId === undefined ? 'unsaid' : this.#chances.pick(['unsaid', ...PAYMENT_METHODS] as const)
    const method = drawn === 'unsaid' ? undefined : drawn
    this.#call(
      (server, answer) => server.pay({ order, method }, answer),
      reply => this.#receive(order, reply),
    )
  }

  #receive(order: OrderRow, reply: Reply): void {
    if (reply.kind === 'refused') return this.#next(() => this.#restart())
    if (reply.kind !== 'told' || reply.code === 'IN_PROGRESS') return this.#next(() => this.#follow(order))
    if (reply.code === 'SUCCESS') return this.#next(() => this.#afterYes(order))
    this.#next(() => this.#afterNo(order, reply.code))
  }

  #afterYes(order: OrderRow): void {
    if (this.#chances.isTrue(this.#world.climate.pressesAgain)) this.#press(order)
    this.#endPurchase()
  }

  #afterNo(order: OrderRow, code: StringCode): void {
    const isUnknown = code === 'UNKNOWN'
    switch (this.#chances.weighed({ again: isUnknown ? 0 : 6, anew: 3, giveUp: 1 })) {
      case 'again':
        return this.#world.isQuiet ? undefined : this.#pay(order)
      case 'anew':
        return this.#restart()
      default:
        return this.#endPurchase()
    }
  }

  /** Polls until nothing is pending, as the app does. */
  #follow(order: OrderRow): void {
    this.#call(
      (server, answer) => server.display(order, answer),
      reply => this.#receive(order, reply),
    )
  }

  #restart(): void {
    this.#later([1000, 10_000], () => this.#place())
  }

  #endPurchase(): void {
    this.#purchases--
    this.#later([2000, 60_000], () => this.#place())
  }

  /** Calls any server over a network; the response counts if there was no decision meanwhile. */
  #call(
    request: (server: SimulatedServer, answer: (reply: Reply) => void) => void,
    dispatch: (reply: Reply) => void,
  ): void {
    const turn = this.#turn
    const getReceived = (reply: Reply) => {
      this.#note(reply)
      if (turn === this.#turn) dispatch(reply)
    }
    this.#world.agenda.after(this.#chances.between(5, 200), () => {
      const server = this.#world.someServer()
      if (!server) return this.#world.agenda.after(FOLLOW_MS, () => getReceived({ kind: 'broken' }))
      request(server, reply => this.#world.agenda.after(this.#chances.between(5, 200), () => getReceived(reply)))
    })
  }

  #note(reply: Reply): void {
    if (reply.kind !== 'told') return
    const result: ObservedResult = { ...reply, userId: this.#userId, by: 'pay', at: this.#world.agenda.now }
    this.#world.results.push(result)
  }

  /** Decides: earlier calls no longer have an effect. */
  #next(work: () => void): void {
    this.#turn++
    this.#later([500, FOLLOW_MS], work)
  }

  #later([min, max]: readonly [number, number], work: () => void): void {
    const turn = ++this.#turn
    this.#world.agenda.after(this.#chances.between(min, max), () => {
      if (turn === this.#turn) work()
    })
  }

  #aside(withinMs: number, work: () => void): void {
    this.#world.agenda.after(this.#chances.between(0, withinMs), () => {
      if (!this.#world.isQuiet) work()
    })
  }
}
