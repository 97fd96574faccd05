import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type {
  TerminalPayment,
  TerminalRefund,
  RefundFailure,
  TerminalWebhook,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { TransactionId, PaymentReply, Response, ReversalReply, Receipt } from './messages.ts'
import type { AdyenSettings } from './settings.ts'

export const UNKNOWN: TerminalAnswer = { kind: 'unreachable' }

/**
 * Where a reply comes from. `own`: from the request itself, which a gateway may have doubled or answered for the terminal.
 * `repeated`: from the terminal's memory of a transaction that has ended.
 */
type Source = 'own' | 'repeated'

/** Conditions that only end a transaction that has begun: they count at once. Others count when the terminal repeats them. */
const ENDS: Readonly<Partial<Record<string, TerminalAnswer>>> = {
  Aborted: { kind: 'cancelled', by: 'merchant' },
  Cancel: { kind: 'cancelled', by: 'shopper' },
  Refusal: { kind: 'declined', code: 'Refusal' },
  WrongPIN: { kind: 'declined', code: 'WrongPIN' },
  InvalidCard: { kind: 'declined', code: 'InvalidCard' },
  PaymentRestriction: { kind: 'declined', code: 'PaymentRestriction' },
}

function toFailure({ ErrorCondition: condition = 'Failure' }: Response, source: Source): TerminalAnswer {
  if (condition === 'InProgress') return { kind: 'in_progress' }
  if (condition === 'Busy') return { kind: 'busy' }
  const end = Object.hasOwn(ENDS, condition) ? ENDS[condition] : undefined
  return end ?? (source === 'repeated' ? { kind: 'declined', code: condition } : UNKNOWN)
}

/** Undefined if it isn't a whole number of cents. */
function parseCents(major: number | undefined): number | undefined {
  if (major === undefined) return undefined
  const cents = Math.round(major * 100)
  return Math.abs(major * 100 - cents) < 1e-4 ? cents : undefined
}

/** As it is stored, and shown to an admin: the reference that the vendor's books have, and the transaction's time. */
const formatTransactionId = ({ TransactionID, TimeStamp }: TransactionId): string => `${TransactionID} ${TimeStamp}`

export function parseTransactionId(stored: string): TransactionId | undefined {
  const [TransactionID = '', TimeStamp = '', more] = stored.split(' ')
  return TransactionID !== '' && TimeStamp !== '' && more === undefined ? { TransactionID, TimeStamp } : undefined
}

const BRANDS: Readonly<Partial<Record<string, string>>> = {
  visa: 'Visa',
  mc: 'Mastercard',
  maestro: 'Maestro',
  amex: 'American Express',
  diners: 'Diners Club',
  jcb: 'JCB',
}

/** The scheme in the vendor's code, and only the last four digits: a receipt doesn't need the first ones. */
function readCard({ PaymentResult }: PaymentReply): { cardBrand?: string; maskedPan?: string } {
  const { PaymentBrand: brand, MaskedPan: pan } = PaymentResult?.PaymentInstrumentData?.CardData ?? {}
  const [last] = /\d{4}$/.exec(pan ?? '') ?? []
  return {
    ...(brand !== undefined && { cardBrand: BRANDS[brand] ?? brand }),
    ...(last !== undefined && { maskedPan: `**** ${last}` }),
  }
}

type AnsweredPayment = { payment: TerminalPayment; poiId: string }

/** The state of our payment in a reply. */
export function paymentAnswer(
  reply: PaymentReply,
  { payment, poiId }: AnsweredPayment,
  source: Source,
): TerminalAnswer {
  const { Response: response, SaleData: sale, POIData: poi, PaymentResult: result } = reply
  const about = sale?.SaleTransactionID.TransactionID
  if (about !== undefined && about !== payment.serviceId) return UNKNOWN
  if (response.Result === 'Failure') return toFailure(response, source)
  const { Currency: currency = payment.currency } = result?.AmountsResp ?? {}
  const cents = parseCents(result?.AmountsResp?.AuthorizedAmount)
  if (about === undefined || !poi || cents === undefined || currency !== payment.currency) return UNKNOWN
  const { TransactionID: reference, TimeStamp: at } = poi.POITransactionID
  const receipts = reply.PaymentReceipt ?? []
  const entry = result?.PaymentInstrumentData?.CardData?.EntryMode?.join(', ')
  const merchantReceiptText = findReceipt(receipts, 'CashierReceipt')
  return {
    kind: 'approved',
    transactionId: formatTransactionId(poi.POITransactionID),
    amountCents: cents,
    receiptText:
      findReceipt(receipts, 'CustomerReceipt') ??
      formatSlip({ kind: 'PAYMENT', cents, currency, at, poiId, reference, entry }),
    ...(merchantReceiptText !== undefined && { merchantReceiptText }),
    ...readCard(reply),
  }
}

type AboutRefund = AnsweredPayment & { refund: TerminalRefund }

/** The state of our refund in a reply. `Success`: the vendor accepted it, and returns the money later. */
export function refundAnswer(
  reply: ReversalReply,
  { payment, refund, poiId }: AboutRefund,
  source: Source,
): TerminalAnswer {
  const { Response: response, POIData: poi, ReversedAmount: reversed } = reply
  // A refund needs no shopper at the terminal, so even an “abort” is the vendor's refusal.
  if (response.Result === 'Failure') return toFailure(response, source)
  if (response.Result === 'Partial' && reversed === undefined) return UNKNOWN
  const cents = reversed === undefined ? refund.amountCents : parseCents(reversed)
  if (!poi || cents === undefined) return UNKNOWN
  const { TransactionID: reference, TimeStamp: at } = poi.POITransactionID
  return {
    kind: 'approved',
    transactionId: formatTransactionId(poi.POITransactionID),
    amountCents: cents,
    receiptText:
      findReceipt(reply.PaymentReceipt ?? [], 'CustomerReceipt') ??
      formatSlip({ kind: 'REFUND REQUESTED', cents, currency: payment.currency, at, poiId, reference }),
  }
}

/** Lines that fit a phone. */
const WIDTH = 40

const row = (name: string, value: string): string[] => {
  const gap = WIDTH - name.length
  return value.length < gap ? [name + value.padStart(gap)] : [name, value.padStart(WIDTH)]
}

/** A line of a receipt: a name and a value, each with the vendor's form encoding; one without both is a gap. */
function readLines(text: string): string[] {
  const fields = new URLSearchParams(text)
  const [name, value] = [fields.get('name') ?? '', fields.get('value') ?? '']
  if (name === '') return value === '' ? [''] : [value]
  return value === '' ? [name] : row(name, value)
}

/** The vendor's own receipt, as it is: card schemes demand what is on it. Undefined when there is none. */
function findReceipt(receipts: readonly Receipt[], which: Receipt['DocumentQualifier']): string | undefined {
  const texts = receipts.find(({ DocumentQualifier: kind }) => kind === which)?.OutputContent.OutputText ?? []
  const receipt = texts
    .flatMap(({ Text }) => readLines(Text))
    .join('\n')
    // Collapses repeated blank lines, such as around empty headings.
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return receipt === '' ? undefined : receipt
}

type Slip = {
  kind: string
  cents: number
  currency: string
  at: string
  poiId: string
  reference: string
  entry?: string | undefined
}

/** A receipt of our own, where the terminal sent none. */
const formatSlip = ({ kind, cents, currency, at, poiId, reference, entry }: Slip): string =>
  [
    'Adyen',
    '',
    ...row(kind, `${(cents / 100).toFixed(2)} ${currency}`),
    ...(entry === undefined ? [] : row('Entry mode', entry)),
    ...row('Terminal', poiId),
    ...row('Time (UTC)', at.slice(0, 19).replace('T', ' ')),
    'Reference',
    reference,
  ].join('\n')

/** Signed as an empty text when it is missing. */
const text = z
  .string()
  .nullish()
  .transform(value => value ?? '')

/** Of a standard webhook. Events that aren't about payments, such as reports, lack some of it. */
const notification = z.object({
  eventCode: z.string(),
  success: z.union([z.string(), z.boolean()]).transform(String),
  pspReference: text,
  originalReference: text,
  merchantAccountCode: z.string(),
  merchantReference: text,
  amount: z.object({ value: z.int().max(2_147_483_647), currency: z.string() }).nullish(),
  reason: z.string().nullish(),
  eventDate: z.string().optional(),
  additionalData: z.object({ hmacSignature: z.string() }),
})
type Notification = z.infer<typeof notification>

const envelope = z.object({
  notificationItems: z.array(z.object({ NotificationRequestItem: notification })).min(1),
})

const isSame = (given: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** As the vendor signs it: eight values, joined as they are, with a key that is written in hexadecimal digits. */
export function computeSignature(item: Omit<Notification, 'additionalData'>, hexKey: string): string {
  const { pspReference, originalReference, merchantAccountCode, merchantReference, amount, eventCode, success } = item
  const signed = [pspReference, originalReference, merchantAccountCode, merchantReference]
  const values = [...signed, amount?.value ?? '', amount?.currency ?? '', eventCode, success]
  return createHmac('sha256', Buffer.from(hexKey, 'hex')).update(values.join(':')).digest('base64')
}

/** Without a user in the settings, the vendor sends none; the signature is what counts. */
function hasPassword({ webhook_user: user, webhook_password: password }: AdyenSettings, given = ''): boolean {
  if (user === undefined && password === undefined) return true
  return isSame(given, `Basic ${Buffer.from(`${user ?? ''}:${password ?? ''}`).toString('base64')}`)
}

/** What the vendor's server reports; undefined unless all of it is signed with our key. Other events than failures are left out. */
export function parseRefundFailures(settings: AdyenSettings, webhook: TerminalWebhook): RefundFailure[] | undefined {
  const { webhook_secret: key } = settings
  if (key === undefined || !hasPassword(settings, webhook.headers['authorization'])) return undefined
  const items = envelope
    .safeParse(parsed(webhook.body))
    .data?.notificationItems.map(each => each.NotificationRequestItem)
  if (!items?.every(item => isSame(item.additionalData.hmacSignature, computeSignature(item, key)))) return undefined
  return items.flatMap(item => (item.merchantAccountCode === settings.merchant_account ? failureIn(item) : []))
}

/**
 * `CANCEL_OR_REFUND` without success: the vendor's checks refused the refund. `REFUND_FAILED`: the card's scheme did.
 * `REFUNDED_REVERSED`: the money came back to us.
 */
const isFailure = ({ eventCode, success }: Notification): boolean =>
  (eventCode === 'CANCEL_OR_REFUND' && success === 'false') ||
  eventCode === 'REFUND_FAILED' ||
  (eventCode === 'REFUNDED_REVERSED' && success === 'true')

function failureIn(item: Notification): RefundFailure[] {
  const { pspReference, merchantReference, eventCode: event, reason, amount, eventDate } = item
  if (!isFailure(item) || pspReference === '' || !amount || amount.value <= 0) return []
  const date = new Date(eventDate ?? '')
  // The date isn't signed.
  const failedAt = Number.isNaN(date.getTime()) ? undefined : date
  const what = { reference: pspReference, merchantReference, event, reason: (reason ?? '').slice(0, MAX_REASON_LENGTH) }
  return [{ ...what, amountCents: amount.value, currency: amount.currency, failedAt }]
}

const MAX_REASON_LENGTH = 300

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
