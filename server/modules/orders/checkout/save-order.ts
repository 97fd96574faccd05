import { sql } from 'kysely'
import { toLotColumns } from '#domain/catalogue/lot.ts'
import { MAX_ORDERS_A_DAY } from '#domain/orders/order-limits.ts'
import { areTerminalsDown, storeProviders } from '#server/modules/payments/order-payments/claim-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { inOneStatement, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { getPoints } from '#server/platform/http/rate-limiter.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { PricedLine, PricedOrder } from './price-order.ts'
import { lastPurchase, type OrderHeader, type OrderLineRow } from './queries.ts'

/** An order that was just saved: it has no payment attempt. */
export type PlacedOrder = { head: OrderHeader; lines: OrderLineRow[] }

/** `startDate` is the event's, for the response. */
type OfEvent = { eventId: number; startDate: string; replacesOrderId: number | null }
type OrderToSave = { userId: number; storeId: number; priced: PricedOrder; at: Date; preorderEvent?: OfEvent }

type PlaceOrderValues = {
  userId: number
  storeId: number
  orderType: 'standard' | 'preorder'
  eventId: number | null
  replacesOrderId: number | null
  grossCents: number
  netCents: number
  maxADay: number
  at: string
  productIds: number[]
  /** One value, so that the statement is the same for any number of lines. */
  lines: string
}
type PlacedRow = {
  refused: null
  new_order: number
  buyer_email: string
  changed_at: Date
  store_name: string
  providers: string[]
  is_terminal_down: boolean
  last_purchase: OrderHeader['lastPurchase']
}
type NotPlaced = {
  refused:
    | 'order.productRecalled'
    | 'order.paymentPending'
    | 'order.tooManyToday'
    | 'order.termsMissing'
    | 'store.required'
  recalled_product: number | null
  retry_at: Date | null
}

const placeOrderStatement = compiledOnce((db, values: PlaceOrderValues) => ({
  compile: () =>
    sql<PlacedRow | NotPlaced>`SELECT placed.*, store.name AS store_name, ${storeProviders(sql`store`)} AS providers,
        ${areTerminalsDown(sql`store`)} AS is_terminal_down, ${lastPurchase(sql`${values.userId}::integer`)} AS last_purchase
      FROM place_order(buyer => ${values.userId}, requested_store => ${values.storeId}, goods_type => ${values.orderType},
        event => ${values.eventId}, replaced_preorder => ${values.replacesOrderId}, gross_cents => ${values.grossCents},
        without_vat_cents => ${values.netCents}, max_a_day => ${values.maxADay}, placed_at => ${values.at},
        product_ids => ${values.productIds}, goods => ${values.lines}) AS placed JOIN store ON store.id = ${values.storeId}`.compile(
      db,
    ),
}))

/** An order that returns to checkout at the same moment violates the unique index, and is replaced by the retry. */
export async function saveOrder(context: Context, order: OrderToSave) {
  const values = toValues(context, order)
  for (let tries = 1; ; tries++) {
    try {
      const [row] = await inOneStatement(() => placeOrderStatement(context.db, values))
      if (!row) return refuse('store.required')
      return row.refused === null ? toPlacedOrder(order, row) : toRefusal(row)
    } catch (error) {
      if (tries === 5 || !isUniqueViolation(error, 'order_one_checkout_per_user')) throw error
    }
  }
}

const toValues = (context: Context, { userId, storeId, priced, at, preorderEvent }: OrderToSave): PlaceOrderValues => ({
  userId,
  storeId,
  orderType: preorderEvent ? 'preorder' : 'standard',
  eventId: preorderEvent?.eventId ?? null,
  replacesOrderId: preorderEvent?.replacesOrderId ?? null,
  ...priced.totals,
  maxADay: getPoints(context, { points: MAX_ORDERS_A_DAY }),
  at: at.toISOString(),
  productIds: [...new Set(priced.lines.map(({ product }) => product.productId))],
  lines: JSON.stringify(priced.lines.map(toLineRow)),
})

function toPlacedOrder({ storeId, priced, preorderEvent }: OrderToSave, row: PlacedRow): PlacedOrder {
  const head: OrderHeader = {
    id: row.new_order,
    status: 'checkout',
    order_type: preorderEvent ? 'preorder' : 'standard',
    total_cents: priced.totals.grossCents,
    net_cents: priced.totals.netCents,
    updated_at: row.changed_at,
    paid_at: null,
    cancelled_at: null,
    storeId,
    storeName: row.store_name,
    email: row.buyer_email,
    preorder_event_id: preorderEvent?.eventId ?? null,
    eventStartDate: preorderEvent?.startDate ?? null,
    providers: row.providers,
    isTerminalDown: row.is_terminal_down,
    lastPurchase: row.last_purchase,
  }
  const lines = priced.lines.map(line => ({ ...toLineRow(line), names: line.product.names, unit: line.product.unit }))
  return { head, lines }
}

function toRefusal({ refused, recalled_product, retry_at }: NotPlaced) {
  if (refused === 'order.productRecalled') return refuse(refused, { product_id: recalled_product })
  if (refused === 'order.tooManyToday') return refuse(refused, { retry_at: retry_at?.toISOString() })
  return refuse(refused)
}

const toLineRow = ({ product, ...line }: PricedLine) => ({
  product_version_id: product.versionId,
  product_id: product.productId,
  quantity_thousandths: line.quantityThousandths,
  amounts_cents: line.amountsCents,
  unit_price_cents: line.unitPriceCents,
  deposit_cents: line.depositCents,
  total_cents: line.totalCents,
  rate_basis_points: product.rateBasisPoints,
  perishable: product.perishable,
  age_limited: product.minAge !== null,
  ...toLotColumns(line.lot),
  full_price_cents: line.percent === undefined ? null : product.priceCents,
  reduced_percent: line.percent ?? null,
})
