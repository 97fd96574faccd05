import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Chances } from '#test/faults/chances.ts'
import type { Agenda } from './agenda.ts'
import type { CardTerminal } from './card-terminal.ts'
import type { Climate } from './climate.ts'
import { PhoneApp } from './phone-app.ts'

/** How long after sending a request a terminal may still begin it. */
export const IN_FLIGHT_MS = 150_000
/** The latest arrival: half a second before that, more than clocks differ. */
const LATEST_MS = IN_FLIGHT_MS - 500
const GIVE_UP_MS = 10_000

/** What a store is paid by. */
export type Device = CardTerminal | PhoneApp

type AnswerCallback = (answer: TerminalAnswer) => void
/** A request reaches its terminal. */
type Delivery = (terminal: Device, dispatch: AnswerCallback) => void
const UNREACHABLE: TerminalAnswer = { kind: 'unreachable' }

/** The calls of a terminal's connection. */
export type Wire = Pick<
  TerminalWire,
  'start' | 'status' | 'cancel' | 'withdraw' | 'refund' | 'refundStatus' | 'clearFaults'
>

/** A wire's calls as an object, to replace some of them. */
export const createWire = (wire: Wire): Wire => ({
  start: wire.start.bind(wire),
  status: wire.status.bind(wire),
  cancel: wire.cancel.bind(wire),
  withdraw: wire.withdraw.bind(wire),
  refund: wire.refund.bind(wire),
  refundStatus: wire.refundStatus.bind(wire),
  clearFaults: wire.clearFaults.bind(wire),
})

/**
 * The connection between servers and terminals: loses, delays and duplicates requests, loses and delays responses. Each response
 * arrives at most once.
 */
export class TerminalWire {
  readonly #agenda: Agenda
  readonly #chances: Chances
  readonly #terminals: ReadonlyMap<number, Device>
  #climate: Climate | undefined

  constructor(world: { agenda: Agenda; climate: Climate }, chances: Chances, terminals: readonly Device[]) {
    this.#agenda = world.agenda
    this.#climate = world.climate
    this.#chances = chances
    this.#terminals = new Map(terminals.map(terminal => [terminal.id, terminal]))
  }

  /** From here on nothing is lost or late any more, except what is already on its way. */
  clearFaults(): void {
    this.#climate = undefined
  }

  start(payment: TerminalPayment, dispatch: AnswerCallback): void {
    this.#request(payment, (terminal, answered) => terminal.receive(payment, answered), dispatch)
  }

  refund(payment: TerminalPayment, refund: TerminalRefund, dispatch: AnswerCallback): void {
    this.#request(payment, (terminal, answered) => terminal.receiveRefund(payment, refund, answered), dispatch)
  }

  status(payment: TerminalPayment, dispatch: AnswerCallback): void {
    if (this.#happens('statusSilent')) return this.#dispatchUnreachable(dispatch)
    this.#query(payment, payment.serviceId, dispatch)
  }

  /** Cancels at an app, and asks what is true then, without a capture. */
  withdraw(payment: TerminalPayment, dispatch: AnswerCallback): void {
    this.cancel(payment, () => {
      if (this.#happens('statusSilent') || this.#happens('requestLost')) return this.#dispatchUnreachable(dispatch)
      this.#later([5, 200], () => this.#report(payment, payment.serviceId, dispatch))
    })
  }

  refundStatus(payment: TerminalPayment, { refundId }: TerminalRefund, dispatch: AnswerCallback): void {
    if (this.#happens('refundStatusSilent')) return this.#dispatchUnreachable(dispatch)
    this.#query(payment, refundId, dispatch)
  }

  #request(payment: TerminalPayment, arrive: Delivery, dispatch: AnswerCallback): void {
    if (this.#happens('requestRefused'))
      return this.#later([50, 4000], () => dispatch({ kind: 'not_taken', reason: 'unreachable' }))
    if (this.#happens('requestLost')) return this.#silence(dispatch)
    const arrives = (answered: AnswerCallback) => () => this.#arrive(payment, arrive, answered)
    if (this.#happens('requestLate')) {
      this.#later(this.eventLoopDelay(), arrives(dispatch))
      // The sender may have given up long before, or still wait.
      return this.#chances.isTrue(0.7) ? this.#silence(dispatch) : undefined
    }
    if (this.#happens('requestDoubled'))
      this.#later(
        this.eventLoopDelay(),
        arrives(() => undefined),
      )
    this.#later([5, 300], arrives(dispatch))
  }

  #query(payment: TerminalPayment, key: string, dispatch: AnswerCallback): void {
    if (this.#happens('requestLost')) return this.#dispatchUnreachable(dispatch)
    this.#later([5, 200], () => {
      const terminal = this.#terminals.get(payment.terminalId)
      if (terminal instanceof PhoneApp && terminal.isPowered && terminal.isReserved(key))
        return this.#capture(terminal, key, dispatch)
      this.#report(payment, key, dispatch)
    })
  }

  #report({ terminalId }: TerminalPayment, key: string, dispatch: AnswerCallback): void {
    const terminal = this.#terminals.get(terminalId)
    const answer = terminal?.isPowered ? terminal.status(key) : UNREACHABLE
    this.#answer(this.#happens('answerLost') ? UNREACHABLE : answer, dispatch)
  }

  /** A query that finds an approval captures it; that may be lost, or arrive long after its sender gave up. */
  #capture(app: PhoneApp, key: string, dispatch: AnswerCallback): void {
    if (this.#happens('requestLost')) return this.#dispatchUnreachable(dispatch)
    const isLate = this.#happens('requestLate')
    if (isLate) this.#dispatchUnreachable(dispatch)
    this.#later(isLate ? this.eventLoopDelay() : [5, 300], () => {
      if (app.isPowered) app.capture(key)
      const answer = app.isPowered && !this.#happens('answerLost') ? app.status(key) : UNREACHABLE
      if (!isLate) this.#answer(answer, dispatch)
    })
  }

  cancel(payment: TerminalPayment, done: () => void): void {
    if (this.#happens('requestLost')) return this.#later([0, GIVE_UP_MS], done)
    this.#later(this.#happens('requestLate') ? [1000, GIVE_UP_MS] : [5, 200], () => {
      const terminal = this.#terminals.get(payment.terminalId)
      if (terminal?.isPowered) terminal.cancel(payment.serviceId)
      done()
    })
  }

  #dispatchUnreachable(dispatch: AnswerCallback): void {
    this.#later([0, GIVE_UP_MS], () => dispatch(UNREACHABLE))
  }

  #arrive({ terminalId }: TerminalPayment, arrive: Delivery, dispatch: AnswerCallback): void {
    const terminal = this.#terminals.get(terminalId)
    if (!terminal?.isPowered) return this.#silence(dispatch)
    arrive(terminal, answer => (this.#happens('answerLost') ? this.#silence(dispatch) : this.#answer(answer, dispatch)))
  }

  #answer(answer: TerminalAnswer, dispatch: AnswerCallback): void {
    this.#later(this.#happens('answerSlow') ? [300, 30_000] : [5, 200], () => dispatch(answer))
  }

  /** Often as late as possible. */
  eventLoopDelay(): readonly [number, number] {
    return this.#chances.isTrue(0.5) ? [LATEST_MS - 1000, LATEST_MS] : [500, LATEST_MS]
  }

  /** The connection breaks after a while, or stays dead without an error. */
  #silence(dispatch: AnswerCallback): void {
    if (this.#chances.isTrue(0.8)) this.#later([10, GIVE_UP_MS], () => dispatch(UNREACHABLE))
  }

  #later([min, max]: readonly [number, number], work: () => void): void {
    this.#agenda.after(this.#chances.between(min, max), work)
  }

  #happens(fault: keyof Climate): boolean {
    return this.#climate !== undefined && this.#chances.isTrue(this.#climate[fault])
  }
}
