import { eurosFromCents } from '#domain/money.ts'
import { isIn, OPEN_STATES, getStringCode, type StringCode } from '#domain/payments/attempt-states.ts'
import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import type { Attempt } from '#server/modules/payments/order-payments/attempts.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import type { PackageInput } from './memory/memory-lots.ts'
import type { LineRow, OrderRow } from './memory/memory-rows.ts'
import { SimulatedBackOffice } from './simulated-back-office.ts'
import { SimulatedProcess } from './simulated-process.ts'
import type { Transact } from './simulated-worker.ts'
import { createPaymentWorker, createRefundWorker, type PaymentWorker, type RefundWorker } from './simulated-workers.ts'
import type { World } from './world.ts'

/** A response to a shopper: a payment result, an order, a refusal, or a broken connection. */
export type Reply =
  | { kind: 'told'; code: StringCode; orderId: number }
  | { kind: 'order'; order: OrderRow }
  | { kind: 'refused' }
  | { kind: 'broken' }
export type Answer = (reply: Reply) => void
type Basket = { userId: number; lines: readonly LineRow[]; packages?: readonly PackageInput[] }

/** Each second in the real workers; less often on a busy machine. */
const TICK_MS = 2000
const JOIN_LOOK_MS = 2000
const START_MS = 2000

/** The workers and the routes of a server (server/modules/payments) in virtual time. */
export class SimulatedServer {
  readonly process: SimulatedProcess
  readonly backOffice: SimulatedBackOffice
  readonly #world: World
  readonly #payments: PaymentWorker
  readonly #refunds: RefundWorker
  readonly #calls = new Set<Answer>()
  #isClosing = false

  constructor(world: World, name: string) {
    this.#world = world
    this.process = new SimulatedProcess(world, name, world.chances.between(-200, 200))
    const driver = { process: this.process, transact: this.#transact }
    this.#payments = createPaymentWorker(world, driver)
    this.#refunds = createRefundWorker(world, driver)
    this.backOffice = new SimulatedBackOffice(world, { ...driver, worker: this.#refunds })
  }

  start(): void {
    if (!this.process.isDown) return
    this.#isClosing = false
    for (const worker of this.#workers) worker.start()
    this.process.start()
    this.#tick()
  }

  get #workers() {
    return [this.#payments, this.#refunds] as const
  }

  /** kill -9. */
  die(): void {
    if (!this.process.isDown) this.#end('dies')
  }

  /** Stops driving, answers waiting callers, releases its leases and ends. */
  close(): void {
    if (!this.process.isUp || this.#isClosing) return
    this.#isClosing = true
    for (const worker of this.#workers) worker.close()
    if (this.process.isDown) return
    this.process.after(this.#world.chances.between(10, 3000), () =>
      this.#payments.releaseLeases(() => this.#refunds.releaseLeases(() => this.#end('ends'))),
    )
  }

  #end(reason: string): void {
    this.process.end(reason)
    for (const worker of this.#workers) worker.forget()
    const calls = [...this.#calls]
    this.#calls.clear()
    for (const answer of calls) answer({ kind: 'broken' })
    // A server that was closing when the world became quiet is started again like the others: a shop without servers settles
    // nothing.
    if (this.#world.isQuiet) this.#world.agenda.after(START_MS, () => this.start())
  }

  /** The periodic jobs of the workers, each `TICK_MS`. */
  #tick(): void {
    if (this.#isClosing) return
    const { repository } = this.#world
    for (const worker of this.#workers) worker.tick()
    if (repository.rows.lots.recalls.length > 0)
      this.#transact(this.#world.recalls.inform(this.#world.agenda.now + this.process.skewMs), () => undefined)
    if (this.#payments.hasQueued)
      this.#transact(repository.nextInQueue(this.process.owner), next =>
        next?.forEach(id => this.#payments.dispatch(id, { kind: 'queue_moved' })),
      )
    this.process.after(TICK_MS, () => this.#tick())
  }

  pay({ order, method }: { order: OrderRow; method: PaymentMethod | undefined }, reply: Answer): void {
    const { userId, id: order_id } = order
    const seen = { order_id, total_amount: eurosFromCents(order.totalCents) }
    const { repository } = this.#world
    const answer = this.#open(reply)
    const input = { userId, owner: this.process.owner, seen, method, marksSent: true }
    const sendBefore = this.#world.agenda.now + this.process.skewMs + SEND_WITHIN_MS
    this.#transact(repository.begin(input), begun => {
      if (!begun) return answer({ kind: 'broken' })
      if (!isRefusal(begun)) {
        const isMarked = begun.sentAt !== null
        this.#payments.runStep(begun, { source: 'live', ...(isMarked && { sendBefore }) })
        return this.#getOutcome(begun, answer)
      }
      this.#transact(repository.findOpen(userId), open => {
        if (open?.orderId === order_id) return this.#getOutcome(open, answer)
        answer(order.status === 'complete' ? { kind: 'told', code: 'SUCCESS', orderId: order_id } : { kind: 'refused' })
      })
    })
  }

  /** Waits for an attempt's outcome, whichever server drives it. */
  #getOutcome({ id, orderId }: Attempt, answer: Answer): void {
    if (this.#isClosing) return answer({ kind: 'told', code: 'IN_PROGRESS', orderId })
    const check = () =>
      this.#transact(this.#world.repository.find(id), found => {
        if (!found) return answer({ kind: 'broken' })
        if (isIn(OPEN_STATES, found.state)) return this.#getOutcome(found, answer)
        answer({ kind: 'told', code: getStringCode(found.state, found.stringCode), orderId })
      })
    const drive = this.#payments.drives.get(id)
    if (!drive) return this.process.after(JOIN_LOOK_MS, check)
    drive.whenDone(written => {
      if (!written || isIn(OPEN_STATES, written.state)) return check()
      answer({ kind: 'told', code: getStringCode(written.state, written.stringCode), orderId })
    })
  }

  abort(userId: number): void {
    this.#transact(this.#world.repository.requestCancel(userId), id => {
      if (id !== undefined)
        this.#payments.dispatch(id, { kind: 'cancel_requested', at: this.#world.agenda.now + this.process.skewMs })
    })
  }

  place({ userId, lines, packages = [] }: Basket, reply: Answer): void {
    const answer = this.#open(reply)
    this.#transact(this.#world.repository.place(userId, lines, packages), placed => {
      if (!placed) return answer({ kind: 'broken' })
      answer(isRefusal(placed) ? { kind: 'refused' } : { kind: 'order', order: placed })
    })
  }

  cancel(userId: number): void {
    this.#transact(this.#world.repository.cancel(userId, 'shopper'), () => undefined)
  }

  /** The order's state: still being paid, or the result of its newest payment. */
  display(order: OrderRow, reply: Answer): void {
    const answer = this.#open(reply)
    this.#transact(this.#world.repository.getNewest(order.id), newest => {
      if (!newest) return answer({ kind: 'refused' })
      answer({ kind: 'told', code: getStringCode(newest.state, newest.stringCode), orderId: order.id })
    })
  }

  /** Passes on the result in this life of the server; undefined when the database failed. */
  readonly #transact: Transact = (work, dispatch) => {
    const answered = this.process.whileAlive(dispatch)
    this.#world.database.request(work, result => answered(result === 'failed' ? undefined : result.ok))
  }

  /** Answers once; when the server dies first, the connection breaks. */
  #open(reply: Answer): Answer {
    const answer: Answer = result => {
      if (this.#calls.delete(answer)) reply(result)
    }
    this.#calls.add(answer)
    return answer
  }
}
