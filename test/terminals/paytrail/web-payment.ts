import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { createRequest, paymentResponse } from './published-schema.ts'

type Status = z.infer<typeof paymentResponse>['status']
export type Created = z.infer<typeof createRequest>
export type WebRefund = { transactionId: string; stamp: string; amount: number; callbackUrl: string; at: Date }

/** A payment on the vendor's page: its status, and what was returned of it. */
export class WebPayment {
  readonly transactionId = randomUUID()
  readonly createdAt = new Date()
  readonly created: Created
  readonly refunds: WebRefund[] = []
  status: Status = 'new'
  provider: string | undefined
  paidAt: Date | undefined
  readonly #link: string
  readonly #report: (payment: WebPayment) => void

  constructor(created: Created, origin: string, report: (payment: WebPayment) => void) {
    this.created = created
    this.#link = `${origin}/pay/${this.transactionId}`
    this.#report = report
  }

  get link(): string {
    return this.#link
  }

  /** The payment's key in the shop: the stamp has the number of the try behind it. */
  get serviceId(): string {
    return this.created.stamp.slice(0, this.created.stamp.lastIndexOf('-'))
  }

  approve = (provider = 'creditcard'): void => this.#end('ok', provider)
  /** The card or the bank refuses. */
  refuse = (): void => this.#end('fail', 'creditcard')
  /** The shopper leaves before choosing how to pay. */
  abort = (): void => this.#end('fail')
  /** A bank approved it and confirms it later. */
  wait = (): void => void (this.status === 'new' && (this.status = 'pending'))

  get returnUrl(): string {
    const { success, cancel } = this.created.redirectUrls
    return this.status === 'ok' ? success : cancel
  }

  get refundedCents(): number {
    return this.refunds.reduce((sum, { amount }) => sum + amount, 0)
  }

  /** Undefined when more would be returned than was paid. */
  refund(amount: number, stamp: string, callbackUrl: string): WebRefund | undefined {
    if (this.status !== 'ok' || amount > this.created.amount - this.refundedCents) return undefined
    const refund = { transactionId: randomUUID(), stamp, amount, callbackUrl, at: new Date() }
    this.refunds.push(refund)
    return refund
  }

  toResponse(): z.infer<typeof paymentResponse> {
    const { amount, currency, stamp, reference } = this.created
    const isCard = this.provider === 'creditcard' && this.status === 'ok'
    return {
      transactionId: this.transactionId,
      status: this.status,
      amount,
      currency,
      stamp,
      reference,
      createdAt: this.createdAt.toISOString(),
      ...(this.status === 'new' && { href: this.#link }),
      ...(this.provider !== undefined && { provider: this.provider }),
      ...(this.paidAt && { paidAt: this.paidAt.toISOString(), filingCode: '202611301234567' }),
      ...(isCard && { cardInfo: { partialPan: '0313', countryCode: 'FI', bin: '415301' } }),
    }
  }

  #end(status: Status, provider?: string): void {
    if (this.status !== 'new' && this.status !== 'pending') return
    this.status = status
    this.provider = provider
    if (status === 'ok') this.paidAt = new Date()
    this.#report(this)
  }
}
