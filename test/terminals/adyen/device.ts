import { randomInt } from 'node:crypto'
import type { NexoHeader, NexoRequest } from './published-schema.ts'
import { printReceipts } from './receipts.ts'
import type { AcceptedRefund } from './webhooks.ts'

type Failure = { condition: string; message?: string }
type Sale = { SaleTransactionID: { TransactionID: string; TimeStamp: string }; SaleToAcquirerData?: string }
type PaymentBody = {
  SaleData: Sale
  PaymentTransaction: { AmountsReq: { Currency: string; RequestedAmount: number } }
}
type ReversalBody = {
  OriginalPOITransaction: { POITransactionID: { TransactionID: string; TimeStamp: string } }
  ReversedAmount?: number
  SaleData?: Sale
}
type Reference = { MessageCategory: string; SaleID: string; ServiceID: string }

export const failed = (condition: string, details?: Record<string, string>) => ({
  Result: 'Failure',
  ErrorCondition: condition,
  ...(details && { AdditionalResponse: new URLSearchParams(details).toString() }),
})

const NO_ID = { POITransactionID: { TransactionID: 'none', TimeStamp: '1970-01-01T00:00:00.000Z' } }

/** A transaction in the terminal's memory. */
export class Transaction {
  readonly header: NexoHeader
  readonly at = new Date()
  reply: Record<string, unknown> | undefined
  endedAt: Date | undefined
  readonly ended = Promise.withResolvers<Record<string, unknown>>()

  constructor(header: NexoHeader) {
    this.header = header
  }

  /** Once: a decided transaction stays as it is. */
  end(reply: Record<string, unknown>): void {
    if (this.reply) return
    this.reply = reply
    this.endedAt = new Date()
    this.ended.resolve(reply)
  }
}

/** A payment that the terminal shows, with what a shopper and a bank may do about it. */
export class CardPayment extends Transaction {
  readonly body: PaymentBody
  #isConfirming = false
  approvedCents = 0
  refundedCents = 0
  id: { TransactionID: string; TimeStamp: string } | undefined
  /** Changes a reply, as a terminal of another version may. */
  alter: (reply: Record<string, unknown>) => Record<string, unknown> = reply => reply

  constructor(header: NexoHeader, body: PaymentBody) {
    super(header)
    this.body = body
  }

  get reference(): string {
    return this.body.SaleData.SaleTransactionID.TransactionID
  }

  /** With another amount, the terminal approves a part. */
  approve(cents = this.requestedCents): void {
    if (this.reply) return
    const { Currency } = this.body.PaymentTransaction.AmountsReq
    const psp = `${randomInt(1e9, 1e10)}${randomInt(1e5, 1e6)}`
    this.id = { TransactionID: `sim0${this.at.getTime()}.${psp}`, TimeStamp: this.at.toISOString() }
    this.approvedCents = cents
    const PaymentResponse = this.alter({
      Response: {
        Result: cents === this.requestedCents ? 'Success' : 'Partial',
        AdditionalResponse: 'cardBin=541333&expiryMonth=12&cardHolderName=N%2fA&posEntryMode=CLESS_CHIP',
      },
      SaleData: this.body.SaleData,
      POIData: { POITransactionID: this.id, POIReconciliationID: '1000' },
      PaymentResult: {
        OnlineFlag: true,
        AmountsResp: { AuthorizedAmount: cents / 100, Currency },
        PaymentInstrumentData: {
          PaymentInstrumentType: 'Card',
          CardData: { PaymentBrand: 'mc', MaskedPan: '541333 **** 9999', EntryMode: ['Tapped'] },
        },
      },
      PaymentReceipt: printReceipts({ cents, at: this.at, poiId: this.header.POIID, reference: this.reference }),
    })
    this.end({ PaymentResponse })
  }

  fail({ condition, message }: Failure): void {
    const { SaleData } = this.body
    const Response = failed(condition, { refusalReason: 'simulated', ...(message !== undefined && { message }) })
    this.end({ PaymentResponse: this.alter({ Response, SaleData, POIData: NO_ID }) })
  }

  decline = (condition = 'Refusal'): void => this.fail({ condition, message: 'NOT_ENOUGH_BALANCE' })
  /** The shopper's cancel key. */
  cancel = (): void => this.fail({ condition: 'Cancel', message: 'Cancelled by the shopper' })

  /** The card is being read: from now on, an abort comes too late. */
  confirm = (): void => void (this.#isConfirming = true)

  abort(): void {
    if (!this.#isConfirming) this.fail({ condition: 'Aborted', message: 'Cancelled by the merchant' })
  }

  get requestedCents(): number {
    return Math.round(this.body.PaymentTransaction.AmountsReq.RequestedAmount * 100)
  }
}

/** A terminal: one transaction at a time, and a memory of all that it ever had. Written only from the vendor's published texts. */
export class SimulatedDevice {
  readonly payments = new Map<string, CardPayment>()
  readonly #memory = new Map<string, Transaction>()
  readonly #received = new Set<string>()
  #current: CardPayment | undefined
  globalStatus = 'OK'
  /** Called for each refund that is accepted. */
  onRefund: ((refund: AcceptedRefund) => void) | undefined
  /** Called for each payment that the terminal shows. */
  onShown: ((payment: CardPayment) => void) | undefined
  isHostReachable = true

  /** What the terminal shows now. */
  get current(): CardPayment | undefined {
    return this.#current
  }

  /** Another message with this ServiceID begins nothing, as after a refusal by the terminal itself. */
  refuse(serviceId: string): void {
    this.#received.add(serviceId)
  }

  /** What the terminal answers to a message; undefined to an abort, which has no answer. */
  async receive(request: NexoRequest): Promise<Record<string, unknown> | undefined> {
    const { MessageCategory: category, ServiceID: id } = request.MessageHeader
    if (category === 'Payment') return this.#pay(request.MessageHeader, request['PaymentRequest'] as PaymentBody)
    const isRepeated = this.#received.has(id)
    this.#received.add(id)
    switch (category) {
      case 'Reversal':
        if (isRepeated)
          return { ReversalResponse: { Response: failed('NotAllowed', { message: 'ServiceID was used' }) } }
        return this.#reverse(request.MessageHeader, request['ReversalRequest'] as ReversalBody)
      case 'Abort':
        this.#abort((request['AbortRequest'] as { MessageReference: Reference }).MessageReference)
        return undefined
      case 'TransactionStatus':
        return this.#status((request['TransactionStatusRequest'] as { MessageReference: Reference }).MessageReference)
      default:
        return this.#diagnose()
    }
  }

  async #pay(header: NexoHeader, body: PaymentBody): Promise<Record<string, unknown>> {
    const isRepeated = this.#received.has(header.ServiceID)
    this.#received.add(header.ServiceID)
    if (this.#current) return refused(body, 'Busy', { serviceId: this.#current.header.ServiceID })
    if (isRepeated) return refused(body, 'NotAllowed', { message: 'ServiceID was used' })
    const payment = new CardPayment(header, body)
    this.payments.set(payment.reference, payment)
    this.#memory.set(header.ServiceID, payment)
    this.#current = payment
    this.onShown?.(payment)
    const reply = await payment.ended.promise
    this.#current = undefined
    return reply
  }

  #reverse(header: NexoHeader, { OriginalPOITransaction, ReversedAmount, SaleData }: ReversalBody) {
    const reversal = new Transaction(header)
    const { TransactionID } = OriginalPOITransaction.POITransactionID
    const paid = [...this.payments.values()].find(({ id }) => id?.TransactionID === TransactionID)
    const cents = ReversedAmount === undefined ? (paid?.approvedCents ?? 0) : Math.round(ReversedAmount * 100)
    const remaining = (paid?.approvedCents ?? 0) - (paid?.refundedCents ?? 0)
    const hasCurrency = ReversedAmount === undefined || SaleData?.SaleToAcquirerData?.startsWith('currency=') === true
    const reason = !paid
      ? 'Original not found'
      : cents > remaining
        ? 'Amount too high'
        : hasCurrency
          ? undefined
          : 'No currency'
    const psp = String(randomInt(1e9, 1e10))
    if (paid && reason === undefined) {
      paid.refundedCents += cents
      const originalReference = TransactionID.split('.')[1] ?? ''
      const merchantReference = SaleData?.SaleTransactionID.TransactionID ?? ''
      this.onRefund?.({ pspReference: psp, originalReference, merchantReference, cents })
    }
    const POITransactionID = {
      TransactionID: `sim1${reversal.at.getTime()}.${psp}`,
      TimeStamp: reversal.at.toISOString(),
    }
    const Response = reason === undefined ? { Result: 'Success' } : failed('NotAllowed', { message: reason })
    this.#memory.set(header.ServiceID, reversal)
    reversal.end({ ReversalResponse: { Response, ...(reason === undefined && { POIData: { POITransactionID } }) } })
    return reversal.reply
  }

  #abort({ ServiceID }: Reference): void {
    if (this.#current?.header.ServiceID === ServiceID) this.#current.abort()
  }

  #status(about: Reference) {
    const stored = this.#memory.get(about.ServiceID)
    if (stored?.header.MessageCategory !== about.MessageCategory) return getStatus(failed('NotFound'), about)
    if (!stored.reply) return getStatus(failed('InProgress'), about)
    const MessageHeader = { ...stored.header, MessageType: 'Response' }
    const again = { MessageHeader, RepeatedResponseMessageBody: stored.reply }
    return getStatus({ Result: 'Success' }, about, again)
  }

  #diagnose() {
    const HostStatus = [{ AcquirerID: '0', IsReachableFlag: this.isHostReachable }]
    const POIStatus = { GlobalStatus: this.#current ? 'Busy' : this.globalStatus, CommunicationOKFlag: true }
    return { DiagnosisResponse: { Response: { Result: 'Success' }, POIStatus, HostStatus } }
  }
}

export const getStatus = (Response: object, MessageReference: Reference, again?: object) => ({
  TransactionStatusResponse: { Response, MessageReference, ...(again && { RepeatedMessageResponse: again }) },
})

/** A payment that the terminal didn't take. */
export const refused = ({ SaleData }: PaymentBody, condition: string, details?: Record<string, string>) => ({
  PaymentResponse: { Response: failed(condition, details), SaleData, POIData: NO_ID },
})
