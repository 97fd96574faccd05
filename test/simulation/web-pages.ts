import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { LedgerLine } from '#test/faults/terminal/ledger.ts'
import type { AnswerCallback, Decision } from './card-terminal.ts'
import { PhoneApp } from './phone-app.ts'

/**
 * A vendor's pages in the shopper's browser, as Paytrail: an approval takes the money, and nothing cancels a payment. A page can be
 * opened only once the shop has its link; what is paid after the shop ended the payment goes back when the vendor reports it.
 */
export class WebPages extends PhoneApp {
  /** Called when a payment is paid: the vendor calls the shop until that accepts. */
  onPaid: (serviceId: string) => void = () => undefined
  protected override readonly approval = 'approved'
  readonly #created = new Map<string, TerminalPayment>()
  readonly #opened = new Set<string>()
  readonly #reporting = new Set<string>()

  override get isBusy(): boolean {
    return this.#reporting.size > 0 || [...this.#opened].some(key => super.status(key).kind === 'in_progress')
  }

  override receive(payment: TerminalPayment, dispatch: AnswerCallback): void {
    super.receive(payment, () => dispatch({ kind: 'in_progress' }))
  }

  protected override display(payment: TerminalPayment): void {
    this.#created.set(payment.serviceId, payment)
  }

  /** The shop has stored the link. */
  open({ serviceId }: TerminalPayment): void {
    const payment = this.#created.get(serviceId)
    if (!payment || this.#opened.has(serviceId)) return
    this.#opened.add(serviceId)
    this.onShown(payment)
  }

  /** Without a link there is nothing to ask about. */
  override status(key: string): TerminalAnswer {
    return this.#created.has(key) && !this.#opened.has(key) ? { kind: 'not_found' } : super.status(key)
  }

  override isReserved(): boolean {
    return false
  }

  override cancel(): void {}

  override decide(serviceId: string, decision: Decision): void {
    const isNew = super.status(serviceId).kind === 'in_progress'
    super.decide(serviceId, decision)
    if (!isNew || decision.event !== 'approved') return
    this.#reporting.add(serviceId)
    this.onPaid(serviceId)
  }

  /** The shop has accepted the report. It ended the payment before: then the money was only held. */
  endReport(serviceId: string, isLate: boolean): void {
    this.#reporting.delete(serviceId)
    const paid = this.ledger.find(line => line.serviceId === serviceId && line.event === 'approved')
    if (isLate && paid) this.returnMoney(paid)
  }

  protected returnMoney(paid: LedgerLine): void {
    paid.event = 'reserved'
    this.write({ ...paid, at: this.now(), event: 'cancelled', by: 'merchant' })
  }
}
