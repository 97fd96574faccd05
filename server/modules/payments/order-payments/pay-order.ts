import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import { isPickUpTime } from '#domain/preorders/preorder-event.ts'
import type { Context } from '#server/platform/context.ts'
import { isRefusal, refuse, type Refusal } from '#server/platform/http/refusal.ts'
import type { BeginRefusal, PaymentInput, ExpectedOrder } from './begin-payment.ts'
import type { PaymentResult, PaymentWorker } from './payment-worker.ts'

/** `left` aborts when the caller's connection has ended; the payment continues. */
type PayingShopper = {
  userId: number
  seen: ExpectedOrder | undefined
  method: PaymentMethod | undefined
  /** The name of the app. */
  app: string | undefined
  disconnected: AbortSignal
}

/**
 * Pays the order at checkout and waits for the outcome. A repeated call while a payment is in progress joins it, from any tab and
 * on any server.
 */
export async function payOrder(
  context: Context,
  worker: PaymentWorker,
  { disconnected: left, ...input }: PayingShopper,
) {
  const paid = await payOrJoin(worker, input, left)
  if (paid) return paid
  const { userId, seen } = input
  const order = seen && (await findOwn(context, { userId, orderId: seen.order_id }))
  return order ? unpayableResponse(order) : refuse('order.none')
}

type PreorderPayer = Omit<PayingShopper, 'seen'> & { orderId: number; totalEuros: number | undefined }

/** Pays the shopper's own pre-order, booked or delivered, in the same way. Another shopper's pre-order is not found. */
export async function payPreorder(context: Context, worker: PaymentWorker, payer: PreorderPayer) {
  const { userId, orderId, totalEuros, method, app, disconnected: left } = payer
  if (await isTooEarly(context, { userId, orderId })) return refuse('preorder.notYet')
  const seen = totalEuros === undefined ? undefined : { order_id: orderId, total_amount: totalEuros }
  const paid = await payOrJoin(worker, { userId, preorderId: orderId, seen, method, app }, left)
  // Its terms were accepted when it was booked.
  if (paid)
    return paid as PaymentResult | Refusal<Exclude<BeginRefusalCode, 'order.termsChanged' | 'order.termsMissing'>>
  const order = await findOwn(context, { userId, orderId })
  return order?.order_type === 'preorder' ? unpayableResponse(order) : refuse('notFound')
}

/** Whether it is still booked and its first pick-up day has not begun in its store. */
async function isTooEarly({ db, now }: Context, { userId, orderId }: { userId: number; orderId: number }) {
  const preorder = await db
    .selectFrom('customer_order')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('preorder_event', 'preorder_event.id', 'customer_order.preorder_event_id')
    .select(['customer_order.status', 'store.time_zone as timeZone', 'preorder_event.start_date as startDate'])
    .where('customer_order.id', '=', orderId)
    .where('customer_order.user_id', '=', userId)
    .where('customer_order.cancelled_at', 'is', null)
    .executeTakeFirst()
  return preorder !== undefined && !isPickUpTime(preorder, now())
}

type BeginRefusalCode = Exclude<BeginRefusal['refused'], 'order.none'>

/** The outcome of the payment that begins here, or of the one in progress; undefined when there is nothing to pay. */
async function payOrJoin(
  worker: PaymentWorker,
  input: Omit<PaymentInput, 'owner'>,
  disconnected: AbortSignal,
): Promise<PaymentResult | Refusal<BeginRefusalCode> | undefined> {
  const started = await worker.begin(input)
  if (!isRefusal(started)) return worker.waitForOutcome(started, disconnected)
  if (started.refused !== 'order.none') return started as Refusal<BeginRefusalCode>
  const open = await worker.repository.findOpen(input.userId)
  const wantedId = input.preorderId ?? input.seen?.order_id
  return open && (wantedId === undefined || wantedId === open.orderId)
    ? worker.waitForOutcome(open, disconnected)
    : undefined
}

const findOwn = ({ db }: Context, { userId, orderId }: { userId: number; orderId: number }) =>
  db
    .selectFrom('customer_order')
    .select(['id', 'status', 'order_type'])
    .where('id', '=', orderId)
    .where('user_id', '=', userId)
    .executeTakeFirst()

type FoundOrder = NonNullable<Awaited<ReturnType<typeof findOwn>>>

/** The response for an order that can't be paid: SUCCESS if it is paid already, else the refusal. */
function unpayableResponse({ id, status }: FoundOrder) {
  // The shopper did not receive the first response: repeats it.
  if (status === 'complete') return { string_code: 'SUCCESS' as const, order_id: id }
  return status === 'error' ? refuse('order.unresolvedPayment') : refuse('order.changed')
}

/** Records that the shopper wants to cancel; the attempt's driver asks the terminal, whose answer decides. */
export async function abortPayment(worker: PaymentWorker, userId: number) {
  const attemptId = await worker.repository.requestCancel(userId)
  if (attemptId === undefined) return refuse('order.noAttempt')
  worker.noticeCancel(attemptId)
  return {}
}
