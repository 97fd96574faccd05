import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { TransactionId, PaymentReply, Response, ReversalReply, Receipt } from './messages.ts'

export const UNKNOWN_ANSWER: TerminalAnswer = { kind: 'unreachable' }

/**
 * Where a reply comes from. `own`: from the request itself, which a gateway may have doubled or answered for the terminal.
 * `repeated`: from the terminal's memory of a transaction that has ended.
 */
type AnswerSource = 'own' | 'repeated'

/** Conditions that only end a transaction that has begun: they count at once. Others count when the terminal repeats them. */
const END_ANSWERS: Readonly<Partial<Record<string, TerminalAnswer>>> = {
  Aborted: { kind: 'cancelled', by: 'merchant' },
  Cancel: { kind: 'cancelled', by: 'shopper' },
  Refusal: { kind: 'declined', code: 'Refusal' },
  WrongPIN: { kind: 'declined', code: 'WrongPIN' },
  InvalidCard: { kind: 'declined', code: 'InvalidCard' },
  PaymentRestriction: { kind: 'declined', code: 'PaymentRestriction' },
}

function toFailure({ ErrorCondition: condition = 'Failure' }: Response, source: AnswerSource): TerminalAnswer {
  if (condition === 'InProgress') return { kind: 'in_progress' }
  if (condition === 'Busy') return { kind: 'busy' }
  const end = Object.hasOwn(END_ANSWERS, condition) ? END_ANSWERS[condition] : undefined
  return end ?? (source === 'repeated' ? { kind: 'declined', code: condition } : UNKNOWN_ANSWER)
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

const CARD_BRANDS: Readonly<Partial<Record<string, string>>> = {
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
    ...(brand !== undefined && { cardBrand: CARD_BRANDS[brand] ?? brand }),
    ...(last !== undefined && { maskedPan: `**** ${last}` }),
  }
}

type AnsweredPayment = { payment: TerminalPayment; poiId: string }

/** The state of our payment in a reply. */
export function paymentAnswer(
  reply: PaymentReply,
  { payment, poiId }: AnsweredPayment,
  source: AnswerSource,
): TerminalAnswer {
  const { Response: response, SaleData: sale, POIData: poi, PaymentResult: result } = reply
  const about = sale?.SaleTransactionID.TransactionID
  if (about !== undefined && about !== payment.serviceId) return UNKNOWN_ANSWER
  if (response.Result === 'Failure') return toFailure(response, source)
  const { Currency: currency = payment.currency } = result?.AmountsResp ?? {}
  const cents = parseCents(result?.AmountsResp?.AuthorizedAmount)
  if (about === undefined || !poi || cents === undefined || currency !== payment.currency) return UNKNOWN_ANSWER
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
  source: AnswerSource,
): TerminalAnswer {
  const { Response: response, POIData: poi, ReversedAmount: reversed } = reply
  // A refund needs no shopper at the terminal, so even an “abort” is the vendor's refusal.
  if (response.Result === 'Failure') return toFailure(response, source)
  if (response.Result === 'Partial' && reversed === undefined) return UNKNOWN_ANSWER
  const cents = reversed === undefined ? refund.amountCents : parseCents(reversed)
  if (!poi || cents === undefined) return UNKNOWN_ANSWER
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
const SLIP_WIDTH = 40

const slipRow = (name: string, value: string): string[] => {
  const gap = SLIP_WIDTH - name.length
  return value.length < gap ? [name + value.padStart(gap)] : [name, value.padStart(SLIP_WIDTH)]
}

/** A line of a receipt: a name and a value, each with the vendor's form encoding; one without both is a gap. */
function readLines(text: string): string[] {
  const fields = new URLSearchParams(text)
  const [name, value] = [fields.get('name') ?? '', fields.get('value') ?? '']
  if (name === '') return value === '' ? [''] : [value]
  return value === '' ? [name] : slipRow(name, value)
}

/** The vendor's own receipt, as it is: card schemes demand what is on it. Undefined when there is none. */
function findReceipt(receipts: readonly Receipt[], qualifier: Receipt['DocumentQualifier']): string | undefined {
  const texts = receipts.find(({ DocumentQualifier: kind }) => kind === qualifier)?.OutputContent.OutputText ?? []
  const receipt = texts
    .flatMap(({ Text }) => readLines(Text))
    .join('\n')
    // Collapses repeated blank lines, such as around empty headings.
    .replace(/\n{3,}/g, '\n\n')
    .trim()
  return receipt === '' ? undefined : receipt
}

type SlipFields = {
  kind: string
  cents: number
  currency: string
  at: string
  poiId: string
  reference: string
  entry?: string | undefined
}

/** A receipt of our own, where the terminal sent none. */
const formatSlip = ({ kind, cents, currency, at, poiId, reference, entry }: SlipFields): string =>
  [
    'Adyen',
    '',
    ...slipRow(kind, `${(cents / 100).toFixed(2)} ${currency}`),
    ...(entry === undefined ? [] : slipRow('Entry mode', entry)),
    ...slipRow('Terminal', poiId),
    ...slipRow('Time (UTC)', at.slice(0, 19).replace('T', ' ')),
    'Reference',
    reference,
  ].join('\n')

/** Signed as an empty text when it is missing. */
export const optionalText = z
  .string()
  .nullish()
  .transform(value => value ?? '')
