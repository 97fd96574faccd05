import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { RpcAnswer } from './session.ts'
import type { TransactionIds } from './transaction-ids.ts'

/**
 * An answer that says nothing certain of the transaction; `code` is for the operator. `isResult`: the terminal, or whoever
 * answers there, means that it took money, so it can never be agreed on as a decline.
 */
export type Unclear = { kind: 'unclear'; code: string; isResult?: true }
export type Verdict = TerminalAnswer | Unclear

/**
 * What an error's `string_code` says. The first two are in public texts or in the specification; the vendor's complete
 * list is not public, so the others are what we take for likely. One that is not here is unclear.
 */
const CODES = new Map<string, TerminalAnswer>([
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

/** The terminal, or the way to it, says that it does not know either. Whatever may contain these is never a decline. */
const SAYS_NOTHING = /^JSONRPC_|UNKNOWN|INTERNAL|CONNECTION|NETWORK|KEEPALIVE|SYNC|TIMEOUT|BUSY|PROGRESS|PENDING/

export const saysNothing = (code: string): boolean => SAYS_NOTHING.test(code)

/** All that tells whose approval it is must be there: whoever merely answers at that address does not know it. */
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

/** What a transaction was asked to be. */
export type Asked = { ids: TransactionIds; amountCents: number; currency: string }

/** What the answer to a Purchase, a Refund or a Check says of the transaction that was asked for. */
export function verdictOf(answer: RpcAnswer, asked: Asked): Verdict {
  if (answer.kind === 'lost') return { kind: 'unreachable' }
  if (answer.kind === 'result') return resultVerdict(answer.result, asked)
  const error = rpcError.safeParse(answer.error)
  if (!error.success) return { kind: 'unclear', code: 'UNREADABLE_ERROR' }
  const { string_code: code } = error.data.data
  return (error.data.code === 1 && CODES.get(code)) || { kind: 'unclear', code }
}

/** Approved is what says so, has an id, and is ours: an answer to another order's payment is no answer. */
function resultVerdict(result: unknown, { ids, currency }: Asked): Verdict {
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
