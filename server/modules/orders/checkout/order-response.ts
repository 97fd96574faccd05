import type { Order } from '#contract/orders/orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { vatBreakdown } from '#domain/catalogue/vat.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import { isIn, OPEN_STATES, getStringCode } from '#domain/payments/attempt-states.ts'
import { PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { findPaymentApp, getPaymentMethod, listPaymentApps } from '#domain/payments/terminals/terminal-providers.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findReceiptResponse } from '#server/modules/orders/receipts/find-receipts.ts'
import { queuePosition } from '#server/modules/payments/order-payments/claim-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import {
  findAnyOrder,
  findOrder,
  findUnresolvedOrders,
  type AttemptOfOrder,
  type OrderHeader,
  type OrderLineRow,
  type OrderRow,
} from './queries.ts'

type FindOrderResponseInput = { orderId: number; userId: number; language: LanguageCode }

/** The user's own order as the contract shows it; undefined for another user's, as for one that does not exist. */
export async function findOrderResponse(
  context: Context,
  { orderId, userId, language }: FindOrderResponseInput,
): Promise<Order | undefined> {
  const row = await findOrder(context.db, { orderId, userId })
  return row && toOrderResponse(context, row, language)
}

/** The same for any shopper's order, for admins. */
export async function findAnyOrderResponse(context: Context, orderId: number, language: LanguageCode) {
  const row = await findAnyOrder(context.db, orderId)
  return row && toOrderResponse(context, row, language)
}

/** An order's row as the contract shows it. */
export async function toOrderResponse(context: Context, row: OrderRow, language: LanguageCode): Promise<Order> {
  const isComplete = row.status === 'complete'
  const receipt = isComplete ? await findReceiptResponse(context.db, { orderId: row.id, language }) : undefined
  return {
    ...toGoodsResponse(row, row.lines, language),
    receipt_text: isComplete ? row.receipt_text : null,
    receipt: receipt ?? null,
    ...(await toPaymentResponse(context, row)),
  }
}

/** The user's own orders that must not be paid again before their outcome is known. */
export async function listUnresolvedOrders(context: Context, userId: number) {
  const orders = await findUnresolvedOrders(context.db, userId)
  return orders.map(order => ({
    id: order.id,
    store: { id: order.storeId, name: order.storeName },
    total_amount: eurosFromCents(order.total_cents),
  }))
}

/** An order without its payment; lines have their names in a language. */
function toGoodsResponse(head: OrderHeader, rows: readonly OrderLineRow[], language: LanguageCode) {
  const lines = rows.map(row => toLineResponse(row, language)).toSorted(byFinnishName)
  return {
    ...toHeaderResponse(head),
    order_items: lines,
    vat_by_rate: toVatResponse(rows),
    needs_approval: rows.some(row => row.age_limited),
  }
}

/** An order that was just placed: it has no payment attempt. */
export const toPlacedOrderResponse = (
  { head, lines }: { head: OrderHeader; lines: readonly OrderLineRow[] },
  language: LanguageCode,
): Order => ({
  ...toGoodsResponse(head, lines, language),
  receipt_text: null,
  receipt: null,
  payment: null,
  ...NO_ATTEMPT,
})

const NO_ATTEMPT = { last_method: null, last_app: null, string_code: null } as const

const toHeaderResponse = (row: OrderHeader) => ({
  id: row.id,
  customer_email: row.email,
  store: { id: row.storeId, name: row.storeName },
  status: row.status,
  total_amount: eurosFromCents(row.total_cents),
  total_net_amount: eurosFromCents(row.net_cents),
  updated_at: row.updated_at.toISOString(),
  paid_at: row.paid_at?.toISOString() ?? null,
  cancelled_at: row.cancelled_at?.toISOString() ?? null,
  reference_number: referenceNumber(row.id),
  preorder_event_id: row.preorder_event_id,
  preorder_event: toEventResponse(row),
  order_type: row.order_type,
  isPreorder: row.order_type === 'preorder',
  ...toWaysResponse(row),
})

function toWaysResponse({ providers, isTerminalDown, lastPurchase }: OrderHeader) {
  const apps = listPaymentApps(providers).map(({ name }) => name)
  return {
    payment_methods: PAYMENT_METHODS.filter(method => providers.some(each => getPaymentMethod(each) === method)),
    apps,
    is_terminal_down: isTerminalDown && apps.length > 0,
    last_purchase: lastPurchase && {
      method: getPaymentMethod(lastPurchase.provider),
      app: findPaymentApp(lastPurchase.provider)?.name ?? null,
      terms_version: lastPurchase.termsVersion,
    },
  }
}

const toEventResponse = ({ preorder_event_id: id, eventStartDate }: OrderHeader) =>
  id === null || eventStartDate === null ? null : { id, start_date: eventStartDate }

const toLineResponse = (line: OrderLineRow, language: LanguageCode) => ({
  product_id: line.product_id,
  product_version_id: line.product_version_id,
  name: textInLanguage(line.names, language),
  unit: line.unit,
  quantity: quantityFromThousandths(line.quantity_thousandths),
  price: eurosFromCents(line.unit_price_cents),
  amount: eurosFromCents(line.total_cents),
  deposit: eurosFromCents(line.deposit_cents),
  vat: line.rate_basis_points / 100,
  ...(line.reduced_percent !== null && { reduced_percent: line.reduced_percent }),
  ...(line.full_price_cents !== null && { full_price: eurosFromCents(line.full_price_cents) }),
  ...(line.lot !== null && { lot: line.lot }),
  ...(line.best_before !== null && { best_before: line.best_before }),
  ...(line.use_by !== null && { use_by: line.use_by }),
})

const toVatResponse = (lines: readonly OrderLineRow[]) =>
  vatBreakdown(lines.map(line => ({ totalCents: line.total_cents, rateBasisPoints: line.rate_basis_points }))).map(
    rate => ({
      vat: rate.rateBasisPoints / 100,
      gross: eurosFromCents(rate.grossCents),
      net: eurosFromCents(rate.netCents),
      tax: eurosFromCents(rate.vatCents),
    }),
  )

/** The payment in progress, or the outcome of the last one. */
async function toPaymentResponse(
  context: Context,
  row: AttemptOfOrder,
): Promise<Pick<Order, 'payment' | 'last_method' | 'last_app' | 'string_code'>> {
  const { state } = row
  if (state === null || row.attemptId === null) return { payment: null, ...NO_ATTEMPT }
  const last = {
    last_method: getPaymentMethod(row.provider ?? ''),
    last_app: findPaymentApp(row.provider)?.name ?? null,
  }
  if (!isIn(OPEN_STATES, state)) return { payment: null, ...last, string_code: getStringCode(state, row.string_code) }
  const isQueued = state === 'QUEUED'
  const queue_position = isQueued ? await queuePosition(context.db, row.attemptId) : null
  return {
    ...last,
    string_code: null,
    payment: {
      state: isQueued ? 'queued' : state === 'UNKNOWN' ? 'asking' : 'at_terminal',
      terminal_name: row.terminalName ?? '',
      method: last.last_method,
      app: last.last_app,
      app_link: row.app_link,
      queue_position,
      deadline_at: row.deadline_at?.toISOString() ?? null,
      abort_requested: row.abort_requested_at !== null,
      can_abandon: row.mayLeave === true,
      is_abandoned: row.abandoned_at !== null,
    },
  }
}
