import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { MessageFields } from './messages.ts'
import type { RpcAnswer } from './session.ts'

/**
 * A response that leaves the transaction's outcome open; `code` is for the operator. `isResult`: it claims that money was
 * taken, so it is never treated as a decline, even when a Check agrees.
 */
type UnclearAnswer = { kind: 'unclear'; code: string; isResult?: true }
export type Verdict = TerminalAnswer | UnclearAnswer

/**
 * Interpretation of an error's `string_code`. The first two are in public texts or in the specification; the vendor's
 * complete list is not public, so the others are assumptions. Any other code is unclear.
 */
const CODE_ANSWERS = new Map<string, TerminalAnswer>([
  ['USER_CANCELLED', { kind: 'cancelled', by: 'shopper' }],
  ['TRANSACTION_NOT_FOUND', { kind: 'not_found' }],
  ['CANCELLED', { kind: 'cancelled', by: 'shopper' }],
  ['ABORTED', { kind: 'cancelled', by: 'merchant' }],
  ['DECLINED', { kind: 'declined', code: 'DECLINED' }],
  ['CARD_DECLINED', { kind: 'declined', code: 'CARD_DECLINED' }],
  ['TRANSACTION_FAILED', { kind: 'declined', code: 'TRANSACTION_FAILED' }],
  ['BUSY', { kind: 'busy' }],
  ['TERMINAL_BUSY', { kind: 'busy' }],
  ['TRANSACTION_IN_PROGRESS', { kind: 'busy' }],
])

/** Codes by which the terminal, or the connection to it, reports an unknown outcome. They are never a decline. */
const INCONCLUSIVE_CODE = /^JSONRPC_|UNKNOWN|INTERNAL|CONNECTION|NETWORK|KEEPALIVE|SYNC|TIMEOUT|BUSY|PROGRESS|PENDING/

export const isInconclusive = (code: string): boolean => INCONCLUSIVE_CODE.test(code)

/** All fields that identify the transaction are required: an impostor at the terminal's address does not know them. */
const approvedResult = z.object({
  transaction_id: z.union([z.string(), z.number()]).transform(String).pipe(z.string().min(1)),
  response_text: z
    .string()
    .regex(/^approved$/i)
    .optional(),
  amount: z.int(),
  currency: z.string(),
  receipt_id: z.int(),
  sequence_id: z.int(),
  customer_receipt: z.object({ text: z.string() }).optional(),
  merchant_receipt: z.object({ text: z.string() }).optional(),
})

const rpcError = z.object({ code: z.number(), data: z.object({ string_code: z.string() }) })

/** The requested transaction. */
export type TransactionRequest = { ids: TransactionIds; amountCents: number; currency: string }

/** Interprets the response to a Purchase, Refund or Check for the requested transaction. */
export function toVerdict(answer: RpcAnswer, request: TransactionRequest): Verdict {
  if (answer.kind === 'lost') return { kind: 'unreachable' }
  if (answer.kind === 'result') return resultVerdict(answer.result, request)
  const error = rpcError.safeParse(answer.error)
  if (!error.success) return { kind: 'unclear', code: 'UNREADABLE_ERROR' }
  const { string_code: code } = error.data.data
  return (error.data.code === 1 && CODE_ANSWERS.get(code)) || { kind: 'unclear', code }
}

/** Approved only if the result has all fields and is for our transaction; a result of another order's payment is unclear. */
function resultVerdict(result: unknown, { ids, currency }: TransactionRequest): Verdict {
  const read = approvedResult.safeParse(result)
  if (!read.success) return { kind: 'unclear', code: 'UNREADABLE_RESULT', isResult: true }
  const { transaction_id, receipt_id, sequence_id, amount, customer_receipt, merchant_receipt } = read.data
  const isOurs =
    receipt_id === ids.receipt_id && sequence_id === ids.sequence_id && read.data.currency.toUpperCase() === currency
  if (!isOurs) return { kind: 'unclear', code: 'ANOTHER_TRANSACTION', isResult: true }
  return {
    kind: 'approved',
    transactionId: transaction_id,
    amountCents: amount,
    ...(customer_receipt && { receiptText: customer_receipt.text }),
    ...(merchant_receipt && { merchantReceiptText: merchant_receipt.text }),
  }
}

/** The two numbers that identify a transaction at a terminal, and by which Check finds it. */
export type TransactionIds = { receipt_id: number; sequence_id: number }

/**
 * Computed only from the key, which is stored before the request is sent, so that after a crash a server derives the same
 * numbers. 62 bits in two positive 32-bit integers, which any terminal can store.
 */
export function transactionIds(key: string): TransactionIds {
  const hash = createHash('sha256').update(key).digest()
  const positive = (offset: number) => hash.readUInt32BE(offset) >>> 1 || 1
  return { receipt_id: positive(0), sequence_id: positive(4) }
}

export const toTransactionRequest = ({ serviceId, amountCents, currency }: TerminalPayment): TransactionRequest => ({
  ids: transactionIds(serviceId),
  amountCents,
  currency,
})

export const refundAsked = (
  { currency }: TerminalPayment,
  { refundId, amountCents }: TerminalRefund,
): TransactionRequest => ({
  ids: transactionIds(`refund ${refundId}`),
  amountCents,
  currency,
})

/** In characters, suitable for a phone; the terminal wraps the lines of its receipts at this width. */
const RECEIPT_WIDTH = 40

/** The parameters of a transaction, without the API key. */
export const toParams = ({ ids, amountCents, currency }: TransactionRequest, reference?: string): MessageFields => ({
  ...ids,
  amount: amountCents,
  currency,
  // English, because the text of the response is parsed: "Approved".
  cashier_language: 'en',
  preferred_receipt_text_width: RECEIPT_WIDTH,
  // The public text reserves this field for the shop's own data; whether a terminal shows it depends on the vendor.
  ...(reference !== undefined && { external_data: { reference } }),
})

/** A refund has its own key, for tracking and for logs. */
export const aboutRefund = (payment: TerminalPayment, { refundId }: TerminalRefund): TerminalPayment => ({
  ...payment,
  serviceId: `refund ${refundId}`,
})

export const isFinalAnswer = ({ kind }: TerminalAnswer): boolean =>
  kind === 'approved' || kind === 'declined' || kind === 'cancelled'

/** An unknown outcome of the payment must not be reported as not approved. */
export const notApproved = (original: TerminalAnswer): TerminalAnswer =>
  original.kind === 'declined' || original.kind === 'cancelled' || original.kind === 'not_found'
    ? { kind: 'declined', code: 'NOT_APPROVED' }
    : { kind: 'unreachable' }
