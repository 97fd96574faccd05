import { sql } from 'kysely'
import { vatTotals } from '#domain/catalogue/vat.ts'
import { formatDate, formatTime } from '#domain/format/date-format.ts'
import { joinFilled } from '#domain/format/join-filled.ts'
import { formatPhone } from '#domain/format/phone-format.ts'
import { formatCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { preorderSteps } from '#domain/preorders/preorder-steps.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { quantityIn } from '#server/texts/unit-labels.ts'
import { lockPreorder } from './book-preorder.ts'
import { findPreorder, type PreorderRow, toSituation } from './preorder-response.ts'
import { freeCapacity, findEmailData } from './queries.ts'
import { type WithdrawalResult, withdrawalMail } from './withdrawal-mail.ts'

/** `productIds`: the goods as the shopper saw them when withdrawing. `origin`: the origin of the shop's pages. */
type WithdrawInput = { userId: number; orderId: number; productIds: readonly number[]; origin: string }

/**
 * Withdraws from the contract of the user's own pre-order, once, until fourteen days after payment. Covers every product that was
 * not perishable and was not refunded already: exactly those that the shopper saw. An unpaid pre-order is cancelled, and its
 * goods become available to others; its perishable goods become a separate pre-order in its place, so that the terminal asks for
 * those only. The operator does what is left: removes delivered goods from the store, and refunds what was paid. The shopper gets
 * an email in any case. Refused while a payment is in progress or in doubt.
 */
export const withdrawPreorder = (context: Context, request: WithdrawInput) =>
  inRefusableTransaction(context.db, async trx => {
    const { userId, orderId, productIds } = request
    // The lock on the order serialises this with payments: one that begins at the same time comes after, or is found in progress.
    const locked = await lockPreorder(trx, { userId, orderId })
    const preorder = locked && (await findPreorder(trx, orderId))
    if (!preorder) return refuse('notFound')
    if (preorder.status === 'payment_pending') return refuse('order.paymentPending')
    const at = context.now()
    if (!isSameSet(productIds, preorder.withdrawableIds) || !preorderSteps(toSituation(preorder), at).withdraw)
      return refuse('preorder.cannotWithdraw')

    const end = await getWithdrawalResult(trx, preorder)
    // Nothing is left to do only if the goods are neither in the store nor paid.
    const settled_at = preorder.status === 'preorder_booked' ? at : null
    const withdrawal = { order_id: orderId, user_id: userId, product_ids: preorder.withdrawableIds, made_at: at }
    await trx
      .insertInto('preorder_withdrawal')
      .values({ ...withdrawal, settled_at })
      .execute()
    const status = getWaitingStatus(preorder)
    const by = { actor: 'shopper', userId } as const
    const split = { id: orderId, withdrawnIds: productIds, at, by }
    const restId = end === 'split' && status ? await splitOffRest(trx, { ...split, status }) : undefined
    await notifyWithdrawn(context, trx, { ...request, end, restId, at })
    if (status) await cancelWithdrawn(trx, preorder, { status, restId, at, by })
    return {}
  })

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  new Set(some).size === others.length && others.every(each => some.includes(each))

const getWaitingStatus = ({ status }: PreorderRow): WaitingStatus | undefined =>
  status === 'preorder_booked' || status === 'preorder_delivered' ? status : undefined

async function getWithdrawalResult(trx: Trx, { id, status, withdrawableIds }: PreorderRow): Promise<WithdrawalResult> {
  if (status === 'complete') return 'paid'
  const rest = await trx
    .selectFrom('order_line')
    .select(({ fn }) => fn.sum<number | null>('total_cents').as('cents'))
    .where('order_id', '=', id)
    .where('product_id', 'not in', withdrawableIds)
    .executeTakeFirstOrThrow()
  // A rest of 0 € can't be paid: it is cancelled with the others.
  return (rest.cents ?? 0) === 0 ? 'cancelled' : 'split'
}

/** Who took goods out of a pre-order; `reason`: of an admin. */
type TakenOutBy = { actor: 'shopper' | 'admin'; userId: number; reason?: string }
type CancelledPreorder = { status: WaitingStatus; restId: number | undefined; at: Date; by: TakenOutBy }

/** Cancels the order except for its rest. Updates the event's rows last, since bookings wait for them. */
export async function cancelWithdrawn(
  trx: Trx,
  { id, eventId }: { id: number; eventId: number },
  { status, restId, at, by }: CancelledPreorder,
): Promise<void> {
  const cancelled = { cancelled_at: at, updated_at: at }
  await trx.updateTable('customer_order').set(cancelled).where('id', '=', id).execute()
  const event = { kind: 'withdrawn', from: status, to: 'cancelled', ...by, at } as const
  await recordOrderEvents(trx, [{ orderId: id, ...event }])
  await freeCapacity(trx, { id, eventId, restId })
}

type SplitInput = { id: number; status: WaitingStatus; withdrawnIds: readonly number[]; at: Date; by: TakenOutBy }
/** Neither paid nor being paid. */
type WaitingStatus = 'preorder_booked' | 'preorder_delivered'

/**
 * Splits off the rest of a pre-order when some of its goods were withdrawn from before it was paid: a separate pre-order in its
 * place, booked or delivered like the whole, at the same prices. So the terminal, the pick list and the supplier's order contain
 * only the rest. Returns its id; moves no capacity.
 */
export async function splitOffRest(trx: Trx, { id, status, withdrawnIds, at, by }: SplitInput): Promise<number> {
  const lines = await trx
    .selectFrom('order_line')
    .select(['total_cents as totalCents', 'rate_basis_points as rateBasisPoints'])
    .where('order_id', '=', id)
    .where('product_id', 'not in', [...withdrawnIds])
    .execute()
  const { grossCents, netCents } = vatTotals(lines)
  const { rows } = await sql<{ id: number }>`
    WITH rest AS (
      INSERT INTO customer_order (user_id, store_id, order_type, status, total_cents, net_cents, terms_version_id,
        preorder_event_id, replaces_order_id, booked_at, delivery_notified_at, created_at, updated_at)
      SELECT user_id, store_id, order_type, status, ${grossCents}::integer, ${netCents}::integer,
        terms_version_id, preorder_event_id, id, ${at}::timestamptz, delivery_notified_at, created_at,
        ${at}::timestamptz
      FROM customer_order WHERE id = ${id}
      RETURNING id
    ), lines AS (
      INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, amounts_cents,
        unit_price_cents, deposit_cents, total_cents, rate_basis_points, perishable, age_limited)
      SELECT rest.id, product_version_id, product_id, quantity_thousandths, amounts_cents, unit_price_cents,
        deposit_cents, total_cents, rate_basis_points, perishable, age_limited
      FROM order_line, rest WHERE order_id = ${id} AND product_id <> ALL (${[...withdrawnIds]}::integer[])
    )
    SELECT id FROM rest`.execute(trx)
  const [rest] = rows
  if (!rest) throw new Error(`Pre-order ${id} is gone`)
  const event = { kind: 'split_off', from: null, to: status, ...by, at } as const
  await recordOrderEvents(trx, [{ orderId: rest.id, ...event }])
  return rest.id
}

type WithdrawnPart = {
  orderId: number
  productIds: readonly number[]
  end: WithdrawalResult
  /** The pre-order with the rest. */
  restId: number | undefined
  at: Date
  origin: string
}

/** Emails the acknowledgement of a withdrawal, with what it covers and when it was made; it is sent after the commit. */
async function notifyWithdrawn({ outbox, config }: Context, trx: Trx, withdrawn: WithdrawnPart): Promise<void> {
  const { orderId, productIds, end, restId, at, origin } = withdrawn
  const facts = await findEmailData(trx, orderId)
  const goods = await findGoods(trx, orderId, productIds)
  const { language, timeZone, operatorName, business_id, operatorAddress, operatorEmail, phone } = facts
  const address = joinFilled([operatorName, business_id, operatorAddress], ', ')
  const mail = withdrawalMail({
    language,
    orderId,
    reference: referenceNumber(orderId),
    event: textInLanguage(facts.names, language),
    lines: goods.map(line => ({
      name: textInLanguage(line.names, language),
      quantity: quantityIn(language, line.thousandths, line.unit),
      amount: formatCents(line.cents, config),
    })),
    total: formatCents(
      goods.reduce((sum, { cents }) => sum + cents, 0),
      config,
    ),
    date: formatDate(at, timeZone),
    time: formatTime(at, timeZone),
    store: `${facts.storeName}, ${facts.storeAddress}`,
    end,
    rest: restId,
    operator: joinFilled([address, operatorEmail, formatPhone(phone)], '\n'),
    link: `${origin}/preorders/${restId ?? orderId}`,
  })
  await outbox.enqueue(trx, 'mail', { to: facts.email, ...mail })
}

/** What is left of these lines: what was refunded, or may have been, is not withdrawn from again. */
async function findGoods(trx: Trx, orderId: number, productIds: readonly number[]) {
  const lines = await trx
    .selectFrom('order_line as line')
    .innerJoin('product_version as version', 'version.id', 'line.product_version_id')
    .select(['line.quantity_thousandths', 'line.refunded_thousandths', 'line.total_cents', 'line.refunded_cents'])
    .select(['version.names', 'version.unit'])
    .where('line.order_id', '=', orderId)
    .where('line.product_id', 'in', [...productIds])
    .orderBy('line.id')
    .execute()
  return lines.map(({ names, unit, ...line }) => ({
    names,
    unit,
    thousandths: line.quantity_thousandths - line.refunded_thousandths,
    cents: line.total_cents - line.refunded_cents,
  }))
}
