import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { getAnswer, type LedgerLine } from '#test/faults/terminal/ledger.ts'

export type Decision = { event: 'approved' | 'declined' } | { event: 'cancelled'; by: 'shopper' | 'merchant' }
export type AnswerCallback = (answer: TerminalAnswer) => void
export type Request = Pick<LedgerLine, 'serviceId' | 'terminalId' | 'amountCents' | 'refundedKey'>

/**
 * A card terminal with persistent memory, which survives power cuts: one payment or refund at a time, each key once, and every
 * decision is final. It has no data about orders, and returns any amount of a payment that it approved: the shop must not ask for
 * too much.
 */
export class CardTerminal {
  readonly id: number
  /** All its ledger entries. */
  readonly ledger: LedgerLine[]
  /** Called when the shop's payment is shown to the shopper, who may then press something. */
  onShown: (payment: TerminalPayment) => void = () => undefined
  /** Called when a refund begins. */
  onRefund: (refundId: string) => void = () => undefined
  readonly #now: () => number
  readonly #last = new Map<string, LedgerLine>()
  readonly #listeners = new Map<string, AnswerCallback[]>()
  #current: string | undefined
  #isAtBank = false
  #isPowered = true

  constructor(id: number, ledger: LedgerLine[], now: () => number) {
    this.id = id
    this.ledger = ledger
    this.#now = now
  }

  get isBusy(): boolean {
    return this.#current !== undefined
  }

  get isPowered(): boolean {
    return this.#isPowered
  }

  /** A payment arrives; it is answered when it is decided. */
  receive(payment: TerminalPayment, dispatch: AnswerCallback): void {
    const { serviceId, terminalId, amountCents } = payment
    if (this.#begin({ serviceId, terminalId, amountCents }, dispatch)) this.onShown(payment)
  }

  /** A refund arrives; it is answered when it is decided. */
  receiveRefund({ serviceId, terminalId }: TerminalPayment, refund: TerminalRefund, dispatch: AnswerCallback): void {
    const { refundId, amountCents } = refund
    if (!this.#begin({ serviceId: refundId, terminalId, amountCents, refundedKey: serviceId }, dispatch)) return
    if (this.#last.get(serviceId)?.event === 'approved') this.onRefund(refundId)
    else this.decide(refundId, { event: 'declined' })
  }

  /** Returns whether the request is new and the terminal is free. */
  #begin(request: Request, dispatch: AnswerCallback): boolean {
    const { serviceId } = request
    const last = this.#last.get(serviceId)
    if (last && last.event !== 'received') {
      dispatch(getAnswer(last))
      return false
    }
    if (!last && this.#current !== undefined) {
      dispatch({ kind: 'busy' })
      return false
    }
    this.#listeners.set(serviceId, [...(this.#listeners.get(serviceId) ?? []), dispatch])
    if (last) return false
    this.#current = serviceId
    this.#isAtBank = false
    this.#write({ at: this.#now(), ...request, event: 'received' })
    return true
  }

  /** Of a payment, by its service id, or of a refund, by its key. */
  status(serviceId: string): TerminalAnswer {
    return getAnswer(this.#last.get(serviceId))
  }

  /** The shop cancels the payment: too late once the bank has been asked. */
  cancel(serviceId: string): void {
    if (!this.#isAtBank) this.decide(serviceId, { event: 'cancelled', by: 'merchant' })
  }

  /** The shopper has shown a card; only the bank decides now. */
  requestApproval(serviceId: string): void {
    if (this.#current === serviceId) this.#isAtBank = true
  }

  decide(serviceId: string, decision: Decision): void {
    const line = this.#last.get(serviceId)
    if (line?.event !== 'received' || this.#current !== serviceId) return
    this.#write({ ...line, at: this.#now(), ...decision })
    this.#current = undefined
    const listeners = this.#listeners.get(serviceId) ?? []
    this.#listeners.delete(serviceId)
    for (const dispatch of listeners) dispatch(getAnswer(this.#last.get(serviceId)))
  }

  /** Callers that wait for a response only learn that the connection is dead. */
  cutPower(): void {
    this.#isPowered = false
    const listeners = [...this.#listeners.values()].flat()
    this.#listeners.clear()
    for (const dispatch of listeners) dispatch({ kind: 'unreachable' })
  }

  /** What is in progress at a power cut moves no money, as with real terminals. */
  restorePower(): void {
    if (!this.#isPowered && this.#current !== undefined) this.decide(this.#current, { event: 'declined' })
    this.#isPowered = true
  }

  #write(line: LedgerLine): void {
    this.ledger.push(line)
    this.#last.set(line.serviceId, line)
  }
}

/**
 * A reader behind a vendor's cloud, as SumUp's. Whoever asks later hears of a payment only once a card was held to the reader; before, of
 * what the reader does, whosever payment that is.
 */
export class CloudReader extends CardTerminal {
  override status(serviceId: string): TerminalAnswer {
    const answer = super.status(serviceId)
    if (answer.kind !== 'not_found' && answer.kind !== 'cancelled') return answer
    return { kind: this.isBusy ? 'in_progress' : 'not_found' }
  }
}
