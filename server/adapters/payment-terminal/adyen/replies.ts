import { z } from 'zod'
import type { Known } from './messages.ts'

/** Only what is needed, and tolerant about the rest: the vendor's examples and its schema differ in places. */
const response = z.object({
  Result: z.enum(['Success', 'Partial', 'Failure']),
  // Pages of the vendor also name conditions that are not in its schema.
  ErrorCondition: z.string().optional(),
  AdditionalResponse: z.string().optional(),
})
export type Response = z.infer<typeof response>

const transactionId = z.object({ TransactionID: z.string().regex(/^\S+$/), TimeStamp: z.string().regex(/^\S+$/) })
const amount = z.number().nonnegative()

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
      AmountsResp: z.object({ Currency: z.string().optional(), AuthorizedAmount: amount }).optional(),
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
  ReversedAmount: amount.optional(),
  PaymentReceipt: z.array(receipt).optional(),
})
export type ReversalReply = z.infer<typeof reversal>

const header = z.object({ MessageCategory: z.string(), ServiceID: z.string() })
const bodies = { PaymentResponse: payment.optional(), ReversalResponse: reversal.optional() }
const repeated = z.object({ MessageHeader: header, RepeatedResponseMessageBody: z.object(bodies) })

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
      MessageHeader: header,
      ...bodies,
      TransactionStatusResponse: z
        .object({ Response: response, RepeatedMessageResponse: repeated.optional() })
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
export type Read =
  | { kind: 'reply'; reply: Reply }
  /** It is unknown what became of the message. */
  | { kind: 'unclear'; why: string }

/** The terminal's reply to a message that was sent with this ServiceID. */
export function readReply(body: unknown, serviceId: string): Read {
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
export function repeatedIn({ TransactionStatusResponse: status }: Reply, { category, serviceId }: Known) {
  const again = status?.RepeatedMessageResponse
  const isIt = again?.MessageHeader.ServiceID === serviceId && again.MessageHeader.MessageCategory === category
  return isIt ? again.RepeatedResponseMessageBody : undefined
}

const LONGEST_TEXT = 200

/** `message` of the vendor's form-encoded details. The other details may be about the card, and stay unread. */
export function textIn(details: string | undefined): string | undefined {
  return new URLSearchParams(details).get('message')?.slice(0, LONGEST_TEXT) ?? undefined
}

/** Which transaction a busy terminal is at, by its ServiceID. */
export const busyWith = ({ AdditionalResponse: details }: Response): string | undefined =>
  new URLSearchParams(details).get('serviceId') ?? undefined
