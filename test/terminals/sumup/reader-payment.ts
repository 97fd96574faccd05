import { randomBytes, randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { checkoutRequest, checkoutResponse, transaction } from './published-schema.ts'

export type CheckoutRequest = z.infer<typeof checkoutRequest>
type Checkout = z.infer<typeof checkoutResponse>['data']
export type TransactionView = z.infer<typeof transaction>

const MINUTE_MS = 60_000

/** A payment that a reader shows, with what a shopper and a bank may do about it. */
export class ReaderPayment {
  readonly checkoutId = randomUUID()
  readonly transactionId = randomUUID()
  readonly clientTransactionId = randomUUID()
  readonly code = randomBytes(5).toString('hex').toUpperCase()
  readonly createdAt = new Date()
  readonly request: CheckoutRequest
  readonly readerId: string
  readonly refunds: number[] = []
  readonly refundedAt: Date[] = []
  /** Undefined while the reader shows it. */
  endedAt: Date | undefined
  status: Checkout['status'] = 'pending'
  /** Undefined while no card was held to the reader. */
  transaction: TransactionView['status'] | undefined
  /** Changes a transaction, as another version of the API may. */
  alter: (view: TransactionView) => object = view => view
  /** The card is being read: from now on, terminating comes too late. */
  isConfirming = false

  constructor(request: CheckoutRequest, readerId: string) {
    this.request = request
    this.readerId = readerId
  }

  get serviceId(): string {
    return this.request.affiliate.foreign_transaction_id
  }

  approve = (): void => this.#end('successful', 'SUCCESSFUL')
  decline = (): void => this.#end('failed', 'FAILED')
  /** The shopper's cancel key. */
  cancel = (): void => this.#end('cancelled', 'CANCELLED')
  /** A card was refused, and the reader asks for another one. */
  refuseCard = (): void => void (this.transaction = 'FAILED')
  confirm = (): void => {
    this.isConfirming = true
    this.transaction = 'PENDING'
  }

  /** Before a card: then there is no transaction. */
  terminate = (): void => {
    if (!this.isConfirming) this.#end('failed', undefined)
  }

  /** False when more would be returned than was paid. */
  refund(cents: number): boolean {
    const left = this.request.total_amount.value - this.refundedCents
    if ((this.transaction !== 'SUCCESSFUL' && this.transaction !== 'REFUNDED') || cents > left) return false
    this.refunds.push(cents)
    this.refundedAt.push(new Date())
    this.transaction = 'REFUNDED'
    return true
  }

  get refundedCents(): number {
    return this.refunds.reduce((sum, each) => sum + each, 0)
  }

  toCheckout(): Checkout {
    const at = this.createdAt.toISOString()
    return {
      checkout_id: this.checkoutId,
      client_transaction_id: this.clientTransactionId,
      reader_serial_number: '200100010001',
      reader_firmware_version: '3.3.44.0',
      payment_type: 'card',
      payment_status: null,
      payment_failure_reason: null,
      card_type: 'credit',
      installments: null,
      status: this.status,
      total_amount: this.request.total_amount,
      created_at: at,
      updated_at: at,
      valid_until: new Date(this.createdAt.getTime() + MINUTE_MS).toISOString(),
    }
  }

  toTransaction(merchant: string): object | undefined {
    if (!this.transaction) return undefined
    const { value, currency } = this.request.total_amount
    return this.alter({
      id: this.transactionId,
      transaction_code: this.code,
      amount: value / 100,
      currency,
      status: this.transaction,
      timestamp: this.createdAt.toISOString(),
      payment_type: 'POS',
      entry_mode: 'CONTACTLESS',
      merchant_code: merchant,
      foreign_transaction_id: this.serviceId,
      client_transaction_id: this.clientTransactionId,
      card: { last_4_digits: '9999', type: 'MASTERCARD' },
    })
  }

  /** Once: a decided payment stays as it is. */
  #end(status: Checkout['status'], transaction: TransactionView['status'] | undefined): void {
    if (this.status !== 'pending') return
    this.status = status
    this.transaction = transaction
    this.endedAt = new Date()
  }
}
