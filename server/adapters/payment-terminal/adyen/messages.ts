import { createHash, randomBytes } from 'node:crypto'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { AdyenSettings } from './settings.ts'

export type Category = 'Payment' | 'Reversal'
/** What a message is about: its kind, and the ServiceID under which the terminal knows it. */
export type Known = { category: Category; serviceId: string }

/** A transaction in the vendor's books: its references, and the time without which it isn't found. */
export type TransactionId = { TransactionID: string; TimeStamp: string }

const SERVICE_ID_LENGTH = 10
/** Digits and capitals only: whether ServiceIDs are case-sensitive isn't published. */
const RADIX = 36

/** Ten characters, about 51 bits: a terminal must not hear the same twice within 48 hours. */
const asServiceId = (bytes: Buffer): string =>
  (BigInt(`0x${bytes.toString('hex')}`) % BigInt(RADIX) ** BigInt(SERVICE_ID_LENGTH))
    .toString(RADIX)
    .padStart(SERVICE_ID_LENGTH, '0')
    .toUpperCase()

/** Derived from the stored key, so that any server can ask after a crash. */
const derived = (key: string): string => asServiceId(createHash('sha256').update(key).digest())
/** For a status question or an abort, whose own status is never requested. */
const fresh = (): string => asServiceId(randomBytes(32))

export const knownPayment = ({ serviceId }: Pick<TerminalPayment, 'serviceId'>): Known => ({
  category: 'Payment',
  serviceId: derived(`payment ${serviceId}`),
})
export const knownRefund = ({ refundId }: Pick<TerminalRefund, 'refundId'>): Known => ({
  category: 'Reversal',
  serviceId: derived(`refund ${refundId}`),
})

export type Message = { SaleToPOIRequest: { MessageHeader: { MessageCategory: string; ServiceID: string } } & object }

type Addressed = { settings: AdyenSettings; category: string; serviceId: string }

const headerOf = ({ settings, category, serviceId }: Addressed) => ({
  ProtocolVersion: '3.0',
  MessageClass: 'Service',
  MessageCategory: category,
  MessageType: 'Request',
  ServiceID: serviceId,
  SaleID: settings.sale_id,
  POIID: settings.poi_id,
})

const messageOf = (to: Addressed, body: object): Message => ({
  SaleToPOIRequest: { MessageHeader: headerOf(to), ...body },
})

/** The currency's major unit, as the protocol has it. */
const major = (cents: number): number => cents / 100

/** `TransactionID` is the merchant's reference in the vendor's books, and proves that an answer is about this payment. */
export function paymentMessage(settings: AdyenSettings, payment: TerminalPayment, now: Date): Message {
  const { serviceId: TransactionID, amountCents, currency: Currency } = payment
  return messageOf(
    { settings, ...knownPayment(payment) },
    {
      PaymentRequest: {
        SaleData: { SaleTransactionID: { TransactionID, TimeStamp: now.toISOString() } },
        PaymentTransaction: { AmountsReq: { Currency, RequestedAmount: major(amountCents) } },
      },
    },
  )
}

type Reversed = { payment: TerminalPayment; refund: TerminalRefund; original: TransactionId }

/** A refund that names its payment. The whole amount is what the vendor refunds when none is named. */
export function reversalMessage(settings: AdyenSettings, { payment, refund, original }: Reversed, now: Date): Message {
  const { refundId: TransactionID, amountCents } = refund
  const isPart = amountCents !== payment.amountCents
  return messageOf(
    { settings, ...knownRefund(refund) },
    {
      ReversalRequest: {
        SaleData: {
          SaleTransactionID: { TransactionID, TimeStamp: now.toISOString() },
          // Without it, the amount of a part has no currency.
          ...(isPart && { SaleToAcquirerData: `currency=${payment.currency}` }),
        },
        OriginalPOITransaction: { POITransactionID: original },
        ...(isPart && { ReversedAmount: major(amountCents) }),
        ReversalReason: 'MerchantCancel',
      },
    },
  )
}

const referenceOf = ({ sale_id }: AdyenSettings, { category, serviceId }: Known) => ({
  MessageCategory: category,
  SaleID: sale_id,
  ServiceID: serviceId,
})

export const statusMessage = (settings: AdyenSettings, known: Known): Message =>
  messageOf(
    { settings, category: 'TransactionStatus', serviceId: fresh() },
    {
      TransactionStatusRequest: {
        MessageReference: referenceOf(settings, known),
        ReceiptReprintFlag: true,
        DocumentQualifier: ['CashierReceipt', 'CustomerReceipt'],
      },
    },
  )

export const abortMessage = (settings: AdyenSettings, known: Known): Message =>
  messageOf(
    { settings, category: 'Abort', serviceId: fresh() },
    { AbortRequest: { AbortReason: 'MerchantAbort', MessageReference: referenceOf(settings, known) } },
  )

export const diagnosisMessage = (settings: AdyenSettings): Message =>
  messageOf({ settings, category: 'Diagnosis', serviceId: fresh() }, { DiagnosisRequest: { HostDiagnosisFlag: true } })
