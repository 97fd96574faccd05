import type { Input } from '#contract/endpoint.ts'
import type { contract } from '#contract/index.ts'
import { eurosFromCents, centsFromEuros } from '#domain/money.ts'
import { orderCan } from '#domain/orders/order.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { planRefund, type RefundInput, type RefundLineInput, type RefundProblem } from '#domain/payments/refund.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { isUniqueViolation } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findFreeSumLimit, lockFreeSums } from './free-sum-limit.ts'
import { findRefundableLines, getRefundResponse } from './queries.ts'
import { isOfTerminal, isOpenRefund, getRefund, writeRefund, writeRefundLines } from './refund-rows.ts'
import type { RefundWorker } from './refund-worker.ts'
import { writeOutcome } from './settle-refund.ts'

export type RefundRequest = {
  orderId: number
  /** The admin who asks. */
  userId: number
  owner: string
  /** The refunded sum on the admin's page: a request from a page that is out of date refunds nothing. */
  expectedCents: number | undefined
  reason: string
  returnsStock: boolean
  /** The admin has handed over the money: only for a payment that was never sent to a terminal. */
  isGivenByHand?: boolean
  /** The daily limit for free sums doesn't apply. */
  mayExceedLimit?: boolean
  lines: RefundInput
}

type RefundForm = Input<typeof contract.refunds.request, 'body'>
type RequestAndDriveInput = Pick<RefundRequest, 'orderId' | 'userId' | 'mayExceedLimit'> & { form: RefundForm }

/** Requests what the admin's form contains, and drives it to its outcome. Returns the refund as it was requested. */
export async function requestAndDriveRefund(
  context: Context,
  worker: RefundWorker,
  { form, ...by }: RequestAndDriveInput,
) {
  const lines = parseInput(form)
  if (typeof lines === 'object' && 'problem' in lines) return refuse(CODE_OF_PROBLEM[lines.problem])
  const refund = await requestRefund(context, {
    ...by,
    owner: worker.owner,
    expectedCents: centsFromEuros(form.refunded_amount),
    reason: form.reason,
    returnsStock: form.return_stock,
    isGivenByHand: form.refunded_by_hand ?? false,
    lines,
  })
  if (isRefusal(refund)) return refund
  const response = await getRefundResponse(context, refund.id)
  if (isRefundOpen(refund.state)) await worker.drive(refund, 'live')
  return response
}

/** Writes the refund; a worker drives it to its outcome. Only this file computes the amounts. */
export async function requestRefund(context: Context, request: RefundRequest) {
  try {
    return await inRefusableTransaction(context.db, trx => writeRequest(context, trx, request))
  } catch (error) {
    if (isUniqueViolation(error, 'refund_one_open_per_attempt')) return refuse('refund.pending')
    throw error
  }
}

async function writeRequest(context: Context, trx: Trx, request: RefundRequest) {
  const { userId, owner, reason, lines } = request
  const isFreeSum = lines !== 'all' && 'freeSumCents' in lines
  const isLimited = isFreeSum && request.mayExceedLimit !== true
  // Before the payment, as everywhere: the opposite order would deadlock.
  if (isLimited) await lockFreeSums(trx, userId)
  const order = await trx
    .selectFrom('customer_order')
    .select(['status', 'order_type'])
    .where('id', '=', request.orderId)
    .executeTakeFirst()
  if (!order) return refuse('notFound')
  const payment = orderCan.refund(order) ? await lockPayment(trx, request.orderId) : undefined
  if (!payment) return refuse('refund.notPaid')
  const isByHand = !payment.is_of_terminal
  if (isByHand && !request.isGivenByHand) return refuse('refund.byHand')
  // The admin's page is out of date: by now the payment is known to be at a terminal.
  if (!isByHand && request.isGivenByHand) return refuse('refund.changed')
  if (!isByHand && !context.terminals.byProvider(payment.provider)) return refuse('order.terminalMissing')
  if (await hasOpenRefund(trx, payment.id)) return refuse('refund.pending')
  if ((await sumRefundedCents(trx, payment.id)) !== request.expectedCents) return refuse('refund.changed')
  const plan = planRefund(await findRefundableLines(trx, request.orderId), lines)
  if ('problem' in plan) return refuse(CODE_OF_PROBLEM[plan.problem])
  if (isLimited && plan.amountCents > (await findFreeSumLimit(context, trx, userId)).leftCents)
    return refuse('refund.limitReached')
  // The goods of a pre-order were never on the store's shelves.
  const returnsStock = request.returnsStock && order.order_type === 'standard' && !isFreeSum
  const { amountCents } = plan
  const what = { kind: 'refund', attemptId: payment.id, amountCents, askedBy: userId } as const
  const id = await writeRefund(trx, { ...what, owner, reason, returnsStock, isFreeSum })
  await writeRefundLines(trx, id, plan)
  const author = { userId, reason, at: context.now() }
  const field = isFreeSum ? 'free_sum' : 'refund'
  const change = { before: { [field]: null }, after: { [field]: eurosFromCents(amountCents) } }
  await recordChange(trx, { kind: 'order', id: request.orderId, ...change, author })
  const refund = await getRefund(trx, id)
  // In the same commit, so that no server finds it open and sends it to a terminal that never took the payment.
  if (isByHand)
    await writeOutcome(context, trx, { refund, outcome: { to: 'DONE', source: 'admin', by: { userId, reason } } })
  return isByHand ? getRefund(trx, id) : refund
}

const CODE_OF_PROBLEM = {
  lineUnknown: 'refund.lineUnknown',
  quantityInvalid: 'refund.quantityInvalid',
  nothingLeft: 'refund.nothingLeft',
  sumInvalid: 'refund.sumInvalid',
} as const satisfies Record<RefundProblem, string>

/** The lock on this row serialises all decisions on refunds of the payment. */
const lockPayment = (trx: Trx, orderId: number) =>
  trx
    .selectFrom('payment_attempt')
    .innerJoin('terminal', 'terminal.id', 'payment_attempt.terminal_id')
    .select(['payment_attempt.id', 'terminal.provider', isOfTerminal('payment_attempt').as('is_of_terminal')])
    .where('payment_attempt.order_id', '=', orderId)
    .where('payment_attempt.state', 'in', ['APPROVED', 'MANUAL'])
    .forNoKeyUpdate('payment_attempt')
    // A concurrent change of the terminal waits for this lock, and then finds the refund.
    .forKeyShare('terminal')
    .executeTakeFirst()

const hasOpenRefund = async (trx: Trx, attemptId: number) =>
  (await trx
    .selectFrom('refund')
    .select('id')
    .where('attempt_id', '=', attemptId)
    .where(isOpenRefund)
    .executeTakeFirst()) !== undefined

async function sumRefundedCents(trx: Trx, attemptId: number): Promise<number> {
  const account = trx.selectFrom('refund_account').select('refunded_cents').where('attempt_id', '=', attemptId)
  return (await account.executeTakeFirst())?.refunded_cents ?? 0
}

/** Goods or a free sum, as the form has it; both at once are refused. */
function parseInput(form: RefundForm): RefundInput | { problem: RefundProblem } {
  if (form.free_sum === undefined)
    return form.lines ? (parseLineInputs(form.lines) ?? { problem: 'quantityInvalid' }) : 'all'
  const freeSumCents = centsFromEuros(form.free_sum)
  const isSum = freeSumCents !== undefined && form.lines === undefined && !form.return_stock
  return isSum ? { freeSumCents } : { problem: 'sumInvalid' }
}

type LineInput = { order_line_id: number; quantity?: number | undefined; amounts?: number[] | undefined }

/** Undefined when a quantity or an amount is invalid. */
function parseLineInputs(lines: readonly LineInput[]): RefundLineInput[] | undefined {
  const inputs: RefundLineInput[] = []
  for (const { order_line_id: lineId, quantity, amounts } of lines) {
    const quantityThousandths = quantity === undefined ? undefined : thousandthsFromQuantity(quantity)
    const labelsCents = amounts?.map(centsFromEuros).filter(cents => cents !== undefined)
    const isRead =
      (quantity === undefined || quantityThousandths !== undefined) && labelsCents?.length === amounts?.length
    if (!isRead) return undefined
    const quantityInput = quantityThousandths !== undefined && { quantityThousandths }
    inputs.push({ lineId, ...quantityInput, ...(labelsCents && { labelsCents }) })
  }
  return inputs
}
