import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { getAnswer, type LedgerLine } from '#test/faults/terminal/ledger.ts'
import type { Decision, AnswerCallback, Request } from './card-terminal.ts'

/**
 * An app on shoppers' phones and its vendor, as MobilePay: any number of payments at once, each key once. An approval reserves the
 * money, and only a capture takes it; until then a cancellation releases it.
 */
export class PhoneApp {
  readonly id: number
  /** All entries of its ledger and the terminals'. */
  readonly ledger: LedgerLine[]
  /** Called when a payment is created. */
  onShown: (payment: TerminalPayment) => void = () => undefined
  /** Whether a refund is made, at once. */
  refunds: (refundId: string) => boolean = () => true
  protected readonly approval: 'reserved' | 'approved' = 'reserved'
  protected readonly now: () => number
  readonly #last = new Map<string, LedgerLine>()
  readonly #confirming = new Set<string>()
  #isPowered = true

  constructor(id: number, ledger: LedgerLine[], now: () => number) {
    this.id = id
    this.ledger = ledger
    this.now = now
  }

  get isBusy(): boolean {
    return [...this.#last.values()].some(({ event }) => event === 'received' || event === 'reserved')
  }

  /** The vendor answers. */
  get isPowered(): boolean {
    return this.#isPowered
  }

  receive(payment: TerminalPayment, dispatch: AnswerCallback): void {
    const { serviceId, terminalId, amountCents } = payment
    if (this.#begin({ serviceId, terminalId, amountCents })) this.display(payment)
    dispatch(this.status(serviceId))
  }

  protected display(payment: TerminalPayment): void {
    this.onShown(payment)
  }

  receiveRefund({ serviceId, terminalId }: TerminalPayment, refund: TerminalRefund, dispatch: AnswerCallback): void {
    const { refundId, amountCents } = refund
    if (this.#begin({ serviceId: refundId, terminalId, amountCents, refundedKey: serviceId })) {
      const isMade = this.#last.get(serviceId)?.event === 'approved' && this.refunds(refundId)
      this.#move(refundId, ['received'], { event: isMade ? 'approved' : 'declined' })
    }
    dispatch(this.status(refundId))
  }

  #begin(request: Request): boolean {
    if (this.#last.has(request.serviceId)) return false
    this.write({ at: this.now(), ...request, event: 'received' })
    return true
  }

  status(key: string): TerminalAnswer {
    return getAnswer(this.#last.get(key))
  }

  /** The shopper approved, and the money waits for its capture. */
  isReserved(serviceId: string): boolean {
    return this.#last.get(serviceId)?.event === 'reserved'
  }

  capture(serviceId: string): void {
    this.#move(serviceId, ['reserved'], { event: 'approved' })
  }

  /** Has no effect while the shopper confirms, and none after the capture. */
  cancel(serviceId: string): void {
    if (!this.#confirming.has(serviceId))
      this.#move(serviceId, ['received', 'reserved'], { event: 'cancelled', by: 'merchant' })
  }

  confirm(serviceId: string): void {
    this.#confirming.add(serviceId)
  }

  decide(serviceId: string, decision: Decision): void {
    this.#confirming.delete(serviceId)
    this.#move(serviceId, ['received'], decision.event === 'approved' ? { event: this.approval } : decision)
  }

  cutPower(): void {
    this.#isPowered = false
  }

  restorePower(): void {
    this.#isPowered = true
  }

  #move(key: string, from: readonly LedgerLine['event'][], to: Pick<LedgerLine, 'event' | 'by'>): void {
    const line = this.#last.get(key)
    if (line && from.includes(line.event)) this.write({ ...line, at: this.now(), ...to })
  }

  protected write(line: LedgerLine): void {
    this.ledger.push(line)
    this.#last.set(line.serviceId, line)
  }
}
