import { orderCan } from '#domain/orders/order.ts'
import { type ManualOutcome, manualOutcomes } from '#domain/payments/manual-outcome.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { RefundInput, RefundLineInput } from '#domain/payments/refund.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { AttemptRow, OrderRow, RefundRow } from './memory/memory-rows.ts'
import type { SimulatedBackOffice } from './simulated-back-office.ts'
import type { World } from './world.ts'

const MOMENT_MS = 10_000

/**
 * Refunds paid orders, wholly or in part, and decides outcomes that no terminal reports. The admin is honest: goes to the terminal,
 * reads its receipts there, and waits where it has not decided yet.
 */
export class SimulatedAdmin {
  readonly #world: World
  readonly #chances: Chances

  constructor(world: World, chances: Chances) {
    this.#world = world
    this.#chances = chances
  }

  comeIn(): void {
    const { agenda, climate, isQuiet } = this.#world
    if (!isQuiet && this.#chances.isTrue(climate.adminRefunds)) this.#later(() => this.#refund())
    // In a quiet world, too: nothing else ends what needs a person.
    if (isQuiet || this.#chances.isTrue(climate.adminDecides)) this.#later(() => this.#decide())
    agenda.after(MOMENT_MS, () => this.comeIn())
  }

  #later(work: () => void): void {
    this.#world.agenda.after(this.#chances.between(0, MOMENT_MS), work)
  }

  #refund(): void {
    const paid = [...this.#world.repository.rows.orders.values()].filter(orderCan.refund)
    if (paid.length === 0) return
    const order = this.#chances.pick(paid)
    this.#world.someServer()?.backOffice.display(order.id, expectedCents => {
      const lines = this.#chances.isTrue(0.3)
        ? ('all' as const)
        : this.#chances.isTrue(0.3)
          ? this.#getFreeSum(order)
          : this.#getParts(order)
      const request = { orderId: order.id, expectedCents, lines, returnsStock: this.#chances.isTrue(0.5) }
      this.#press(office => office.refund(request))
    })
  }

  /** Up to a half of the order: several in a row may want more than is left, and are refused. */
  #getFreeSum({ lines }: OrderRow): RefundInput {
    const totalCents = lines.reduce((sum, line) => sum + line.totalCents, 0)
    return { freeSumCents: 1 + this.#chances.below(Math.ceil(totalCents / 2)) }
  }

  /** Some lines, wholly or in part. The page may be out of date: then they are refused. */
  #getParts(order: OrderRow): RefundLineInput[] {
    return order.lines
      .filter(() => this.#chances.isTrue(0.5))
      .map(({ id, quantityThousandths }) => {
        const pieces = 1 + this.#chances.below(quantityThousandths / 1000)
        return this.#chances.isTrue(0.5) ? { lineId: id } : { lineId: id, quantityThousandths: pieces * 1000 }
      })
  }

  #decide(): void {
    const { attempts, refunds } = this.#world.repository.rows
    for (const attempt of attempts.values()) {
      const outcome = this.#truthOfPayment(attempt)
      if (outcome) this.#press(office => office.decidePayment(attempt.id, outcome))
    }
    for (const refund of refunds.values()) {
      const isRefunded = this.#truthOfRefund(refund)
      if (isRefunded !== undefined) this.#press(office => office.decideRefund(refund.id, isRefunded))
    }
  }

  /** The outcome to record for the payment; undefined when none is needed, or the terminal's ledger has none yet. */
  #truthOfPayment({ state, orderId, terminalId, serviceId }: AttemptRow): ManualOutcome | undefined {
    const order = this.#world.repository.rows.orders.get(orderId)
    const outcomes = order ? manualOutcomes({ state, isOrderWaiting: orderCan.awaitsTerminal(order) }) : []
    const { kind } = this.#read(terminalId, serviceId)
    if (outcomes.length === 0 || kind === 'in_progress') return undefined
    // The terminal refused to return the money of a dead order: the admin does.
    const truth = kind !== 'approved' ? 'not_paid' : state === 'REVIEW' ? 'refunded_by_hand' : 'paid'
    return outcomes.includes(truth) ? truth : undefined
  }

  #truthOfRefund({ state, attemptId, refundKey }: RefundRow): boolean | undefined {
    const attempt = this.#world.repository.rows.attempts.get(attemptId)
    if (state !== 'UNRESOLVED' || !attempt) return undefined
    const { kind } = this.#read(attempt.terminalId, refundKey)
    return kind === 'in_progress' ? undefined : kind === 'approved'
  }

  #read(terminalId: number, key: string): TerminalAnswer {
    const terminal = this.#world.terminals.find(({ id }) => id === terminalId)
    return terminal?.status(key) ?? { kind: 'in_progress' }
  }

  #press(press: (office: SimulatedBackOffice) => void): void {
    const times = this.#chances.isTrue(this.#world.climate.adminPressesTwice) ? 2 : 1
    for (let count = 0; count < times; count++)
      this.#world.agenda.after(this.#chances.between(5, 200), () => {
        const server = this.#world.someServer()
        if (server) press(server.backOffice)
      })
  }
}
