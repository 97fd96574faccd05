import { createHash, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { AdyenSettings } from './settings.ts'

type MessageCategory = 'Payment' | 'Reversal'
/** What a message is about: its kind, and the ServiceID by which the terminal identifies it. */
export type MessageKey = { category: MessageCategory; serviceId: string }

/** A transaction in the vendor's books: its references, and the time without which it isn't found. */
export type TransactionId = { TransactionID: string; TimeStamp: string }

const SERVICE_ID_LENGTH = 10
/** Digits and capitals only: whether ServiceIDs are case-sensitive isn't published. */
const SERVICE_ID_RADIX = 36

/** Ten characters, about 51 bits: the same one must not be sent to a terminal twice within 48 hours. */
const asServiceId = (bytes: Buffer): string =>
  (BigInt(`0x${bytes.toString('hex')}`) % BigInt(SERVICE_ID_RADIX) ** BigInt(SERVICE_ID_LENGTH))
    .toString(SERVICE_ID_RADIX)
    .padStart(SERVICE_ID_LENGTH, '0')
    .toUpperCase()

/** Derived from the stored key, so that any server can ask after a crash. */
const derivedServiceId = (key: string): string => asServiceId(createHash('sha256').update(key).digest())
/** For a status question or an abort, whose own status is never requested. */
const randomServiceId = (): string => asServiceId(randomBytes(32))

export const knownPayment = ({ serviceId }: Pick<TerminalPayment, 'serviceId'>): MessageKey => ({
  category: 'Payment',
  serviceId: derivedServiceId(`payment ${serviceId}`),
})
export const knownRefund = ({ refundId }: Pick<TerminalRefund, 'refundId'>): MessageKey => ({
  category: 'Reversal',
  serviceId: derivedServiceId(`refund ${refundId}`),
})

export type Message = { SaleToPOIRequest: { MessageHeader: { MessageCategory: string; ServiceID: string } } & object }

type MessageAddress = { settings: AdyenSettings; category: string; serviceId: string }

const buildHeader = ({ settings, category, serviceId }: MessageAddress) => ({
  ProtocolVersion: '3.0',
  MessageClass: 'Service',
  MessageCategory: category,
  MessageType: 'Request',
  ServiceID: serviceId,
  SaleID: settings.sale_id,
  POIID: settings.poi_id,
})

const buildMessage = (to: MessageAddress, body: object): Message => ({
  SaleToPOIRequest: { MessageHeader: buildHeader(to), ...body },
})

/** The currency's major unit, as the protocol has it. */
const toMajorUnits = (cents: number): number => cents / 100

/** `TransactionID` is the merchant's reference in the vendor's books, and proves that an answer is about this payment. */
export function paymentMessage(settings: AdyenSettings, payment: TerminalPayment, now: Date): Message {
  const { serviceId: TransactionID, amountCents, currency: Currency } = payment
  return buildMessage(
    { settings, ...knownPayment(payment) },
    {
      PaymentRequest: {
        SaleData: { SaleTransactionID: { TransactionID, TimeStamp: now.toISOString() } },
        PaymentTransaction: { AmountsReq: { Currency, RequestedAmount: toMajorUnits(amountCents) } },
      },
    },
  )
}

type ReversalInput = { payment: TerminalPayment; refund: TerminalRefund; original: TransactionId }

/** A refund that names its payment. The whole amount is what the vendor refunds when none is named. */
export function reversalMessage(
  settings: AdyenSettings,
  { payment, refund, original }: ReversalInput,
  now: Date,
): Message {
  const { refundId: TransactionID, amountCents } = refund
  const isPart = amountCents !== payment.amountCents
  return buildMessage(
    { settings, ...knownRefund(refund) },
    {
      ReversalRequest: {
        SaleData: {
          SaleTransactionID: { TransactionID, TimeStamp: now.toISOString() },
          // Without it, the amount of a part has no currency.
          ...(isPart && { SaleToAcquirerData: `currency=${payment.currency}` }),
        },
        OriginalPOITransaction: { POITransactionID: original },
        ...(isPart && { ReversedAmount: toMajorUnits(amountCents) }),
        ReversalReason: 'MerchantCancel',
      },
    },
  )
}

const buildReference = ({ sale_id }: AdyenSettings, { category, serviceId }: MessageKey) => ({
  MessageCategory: category,
  SaleID: sale_id,
  ServiceID: serviceId,
})

export const statusMessage = (settings: AdyenSettings, key: MessageKey): Message =>
  buildMessage(
    { settings, category: 'TransactionStatus', serviceId: randomServiceId() },
    {
      TransactionStatusRequest: {
        MessageReference: buildReference(settings, key),
        ReceiptReprintFlag: true,
        DocumentQualifier: ['CashierReceipt', 'CustomerReceipt'],
      },
    },
  )

export const abortMessage = (settings: AdyenSettings, key: MessageKey): Message =>
  buildMessage(
    { settings, category: 'Abort', serviceId: randomServiceId() },
    { AbortRequest: { AbortReason: 'MerchantAbort', MessageReference: buildReference(settings, key) } },
  )

export const diagnosisMessage = (settings: AdyenSettings): Message =>
  buildMessage(
    { settings, category: 'Diagnosis', serviceId: randomServiceId() },
    { DiagnosisRequest: { HostDiagnosisFlag: true } },
  )

/** Only what is needed, and tolerant about the rest: the vendor's examples and its schema differ in places. */
const response = z.object({
  Result: z.enum(['Success', 'Partial', 'Failure']),
  // Pages of the vendor also name conditions that are not in its schema.
  ErrorCondition: z.string().optional(),
  AdditionalResponse: z.string().optional(),
})
export type Response = z.infer<typeof response>

const transactionId = z.object({ TransactionID: z.string().regex(/^\S+$/), TimeStamp: z.string().regex(/^\S+$/) })
const amountSchema = z.number().nonnegative()

const receipt = z.object({
  DocumentQualifier: z.string(),
  OutputContent: z.object({ OutputText: z.array(z.object({ Text: z.string() })).optional() }),
})
export type Receipt = z.infer<typeof receipt>

const payment = z.object({
  Response: response,
  SaleData: z.object({ SaleTransactionID: z.object({ TransactionID: z.string() }) }).optional(),
  POIData: z.object({ POITransactionID: transactionId }).optional(),
  PaymentResult: z
    .object({
      AmountsResp: z.object({ Currency: z.string().optional(), AuthorizedAmount: amountSchema }).optional(),
      PaymentInstrumentData: z
        .object({
          CardData: z
            .object({
              PaymentBrand: z.string().optional(),
              MaskedPan: z.string().optional(),
              EntryMode: z.array(z.string()).optional(),
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
  PaymentReceipt: z.array(receipt).optional(),
})
export type PaymentReply = z.infer<typeof payment>

const reversal = z.object({
  Response: response,
  POIData: z.object({ POITransactionID: transactionId }).optional(),
  ReversedAmount: amountSchema.optional(),
  PaymentReceipt: z.array(receipt).optional(),
})
export type ReversalReply = z.infer<typeof reversal>

const messageHeader = z.object({ MessageCategory: z.string(), ServiceID: z.string() })
const responseBodies = { PaymentResponse: payment.optional(), ReversalResponse: reversal.optional() }
const repeatedResponse = z.object({
  MessageHeader: messageHeader,
  RepeatedResponseMessageBody: z.object(responseBodies),
})

const diagnosis = z.object({
  Response: response,
  POIStatus: z
    .object({
      GlobalStatus: z.enum(['OK', 'Busy', 'Maintenance', 'Unreachable']),
      CommunicationOKFlag: z.boolean().optional(),
    })
    .optional(),
  HostStatus: z.array(z.object({ IsReachableFlag: z.boolean().optional() })).optional(),
})

const envelope = z.object({
  SaleToPOIResponse: z
    .object({
      MessageHeader: messageHeader,
      ...responseBodies,
      TransactionStatusResponse: z
        .object({ Response: response, RepeatedMessageResponse: repeatedResponse.optional() })
        .optional(),
      DiagnosisResponse: diagnosis.optional(),
    })
    .optional(),
  /** How the cloud reports that it got no answer from the terminal. */
  SaleToPOIRequest: z
    .object({ EventNotification: z.object({ EventToNotify: z.string(), EventDetails: z.string().optional() }) })
    .optional(),
})

export type Reply = NonNullable<z.infer<typeof envelope>['SaleToPOIResponse']>
type ReplyReading =
  | { kind: 'reply'; reply: Reply }
  /** It is unknown what became of the message. */
  | { kind: 'unclear'; why: string }

/** The terminal's reply to a message that was sent with this ServiceID. */
export function readReply(body: unknown, serviceId: string): ReplyReading {
  const { success, data } = envelope.safeParse(body)
  const event = success ? data.SaleToPOIRequest?.EventNotification : undefined
  if (event) return { kind: 'unclear', why: textIn(event.EventDetails) ?? event.EventToNotify }
  const reply = success ? data.SaleToPOIResponse : undefined
  if (!reply) return { kind: 'unclear', why: 'unreadable answer' }
  return reply.MessageHeader.ServiceID === serviceId
    ? { kind: 'reply', reply }
    : { kind: 'unclear', why: 'answer to another message' }
}

/** What a status reply repeats, if it is about that message. */
export function findRepeatedBody({ TransactionStatusResponse: status }: Reply, { category, serviceId }: MessageKey) {
  const again = status?.RepeatedMessageResponse
  const isIt = again?.MessageHeader.ServiceID === serviceId && again.MessageHeader.MessageCategory === category
  return isIt ? again.RepeatedResponseMessageBody : undefined
}

const MAX_TEXT_LENGTH = 200

/** `message` of the vendor's form-encoded details. The other details may be about the card, and stay unread. */
export function textIn(details: string | undefined): string | undefined {
  return new URLSearchParams(details).get('message')?.slice(0, MAX_TEXT_LENGTH) ?? undefined
}

/** Which transaction a busy terminal is at, by its ServiceID. */
export const busyWith = ({ AdditionalResponse: details }: Response): string | undefined =>
  new URLSearchParams(details).get('serviceId') ?? undefined
