import { sql } from 'kysely'
import type { ProductInsight } from '#contract/administration/reports.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { keysIn } from '#domain/administration/reports.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { clockSpans, isInClockSpan, localDateSql } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findStoreNames } from './export-report.ts'
import { toSalesQuery } from './find-report.ts'
import { findWeekSales } from './margin-rows.ts'
import type { SalesQuery } from './sales-rows.ts'

const INSIGHT_WEEKS = 26
const STOCK_DAYS = 84
const SHOWN_MOVES = 8
const SHOWN_ORDERS = 10
/** A clock east of Finland may show a later day. */
const LAST_DAY = '9999-12-31'

type InsightRequest = {
  params: { id: number }
  query: { store?: number | undefined }
  stores: StoreScope
  language: SalesQuery['language']
}
type ProductQuery = { productId: number; query: SalesQuery }

/** What a product did in some stores; refused for an unknown product, and a store that does not exist or is not the caller's. */
export async function getProductInsight(context: Context, request: InsightRequest) {
  const { params, query, stores } = request
  if (query.store !== undefined && !(await findStoreNames(context, stores))) return refuse('store.notFound')
  return inSnapshot(context.db, async snapshot => {
    const product = await findProduct(snapshot, { productId: params.id, language: request.language })
    return product ? { ...product, ...(await findInsight(snapshot, request, context.now())) } : refuse('notFound')
  })
}

async function findInsight(db: Db, { params, stores, language }: InsightRequest, now: Date) {
  const today = shopDate(now)
  const weeks = keysIn('week', { from: plusDays(today, -7 * (INSIGHT_WEEKS - 1)), until: today })
  const query = await toSalesQuery(db, { from: weeks[0] ?? today, until: today, today, stores, language })
  const productQuery = { productId: params.id, query }
  const changes = await findChanges(db, productQuery)
  return {
    at: now.toISOString(),
    is_test: query.testing === undefined,
    excludes_tests: query.testing !== undefined && query.testing.length > 0,
    weeks: toWeeks(weeks, await findWeekSales(db, query, params.id), changes),
    days: toDays(await findStock(db, productQuery), changes, today),
    moves: await findHandMoves(db, productQuery),
    prices: await findPrices(db, params.id),
    orders: await findOrders(db, productQuery),
  }
}

const findProduct = (db: Db, { productId, language }: { productId: number; language: SalesQuery['language'] }) =>
  db
    .selectFrom('product_version')
    .select(['unit', sql<string>`text_in(names, ${sql.lit(language)})`.as('name')])
    .where('product_id', '=', productId)
    .where('is_current', '=', true)
    .executeTakeFirst()

type StockChange = { day: string; change: number; received: number; wasted: number }

/** The changes of the stock by day, by each store's clock. */
async function findChanges(db: Db, { productId, query: { from, stores } }: ProductQuery): Promise<StockChange[]> {
  const days = { from, until: LAST_DAY, stores }
  const { rows } = await sql<StockChange>`
    SELECT ${localDateSql(sql`move.created_at`)}::text AS day, sum(move.quantity_thousandths)::bigint AS change,
      coalesce(sum(move.quantity_thousandths) FILTER (WHERE move.kind = 'delivery'), 0)::bigint AS received,
      coalesce(-sum(move.quantity_thousandths) FILTER (WHERE move.kind = 'waste'), 0)::bigint AS wasted
    FROM stock_move move JOIN ${clockSpans(days)} ON clock.store_id = move.store_id
    WHERE move.product_id = ${productId} AND ${isInClockSpan(sql`move.created_at`, days)}
    GROUP BY 1`.execute(db)
  return rows
}

/** The current stock; undefined for what is not kept on shelves. */
async function findStock(db: Db, { productId, query: { stores } }: ProductQuery): Promise<number | undefined> {
  const shelf = await db
    .selectFrom('store_stock')
    .select(sql<number | null>`sum(quantity_thousandths)::bigint`.as('quantity'))
    .where('product_id', '=', productId)
    .where('is_standard', '=', true)
    .where(inStores(stores, sql`store_id`))
    .executeTakeFirst()
  return shelf?.quantity ?? undefined
}

type WeekSales = Awaited<ReturnType<typeof findWeekSales>>[number]

/** Every week, also those without sales. */
function toWeeks(weeks: readonly string[], sales: readonly WeekSales[], changes: readonly StockChange[]) {
  const byWeek = new Map(sales.map(row => [row.week, row]))
  return weeks.map(week => {
    const { quantity = 0, net = 0, untaxed = 0, uncosted = 0, cost = null } = byWeek.get(week) ?? {}
    const wasted = changes.filter(({ day }) => day >= week && day <= plusDays(week, 6))
    return {
      week,
      quantity: quantityFromThousandths(quantity),
      net: eurosFromCents(net),
      margin: cost === null ? null : eurosFromCents(untaxed - uncosted - cost),
      wasted: quantityFromThousandths(wasted.reduce((sum, row) => sum + row.wasted, 0)),
    }
  })
}

/** The stock at the end of each day: the current one less the later changes. */
function toDays(current: number | undefined, changes: readonly StockChange[], today: string): ProductInsight['days'] {
  if (current === undefined) return []
  const byDay = new Map(changes.map(row => [row.day, row]))
  const later = changes.filter(({ day }) => day > today).reduce((sum, { change }) => sum + change, 0)
  let atEnd = current - later
  return Array.from({ length: STOCK_DAYS }, (_, back) => plusDays(today, -back))
    .map(day => {
      const { change = 0, received = 0 } = byDay.get(day) ?? {}
      const shown = { day, quantity: quantityFromThousandths(atEnd), received: quantityFromThousandths(received) }
      atEnd -= change
      return shown
    })
    .toReversed()
}

type HandMove = Omit<ProductInsight['moves'][number], 'quantity' | 'store'> & {
  thousandths: number
  storeId: number
  store: string
}

async function findHandMoves(db: Db, { productId, query: { stores } }: ProductQuery): Promise<ProductInsight['moves']> {
  const { rows } = await sql<HandMove>`
    SELECT (move.created_at AT TIME ZONE store.time_zone)::date::text AS day, move.kind,
      move.quantity_thousandths AS thousandths, store.id AS "storeId", store.name AS store,
      delivery.stock_entry_id AS delivery_id
    FROM stock_move move JOIN store ON store.id = move.store_id
    LEFT JOIN delivery ON delivery.stock_entry_id = move.stock_entry_id
    WHERE move.product_id = ${productId} AND move.kind <> 'sale' AND ${inStores(stores, sql`move.store_id`)}
    ORDER BY move.id DESC LIMIT ${sql.lit(SHOWN_MOVES)}`.execute(db)
  return rows.map(({ thousandths, storeId, store, ...row }) => ({
    ...row,
    quantity: quantityFromThousandths(thousandths),
    store: { id: storeId, name: store },
  }))
}

/** Prices of the shop, which are the same in all stores. A change that keeps the price is none. */
async function findPrices(db: Db, productId: number): Promise<ProductInsight['prices']> {
  const { rows } = await sql<{ kind: 'price' | 'campaign'; from_day: string; until_day: string | null; cents: number }>`
    SELECT 'price' AS kind, (created_at AT TIME ZONE ${SHOP_TIME_ZONE})::date::text AS from_day, NULL AS until_day,
      price_cents AS cents
    FROM (SELECT *, lag(price_cents) OVER (ORDER BY id) AS before FROM product_version WHERE product_id = ${productId}) version
    WHERE price_cents IS DISTINCT FROM before
    UNION ALL
    SELECT kind, from_day::text, least(until_day, (ended_at AT TIME ZONE ${SHOP_TIME_ZONE})::date)::text, price_cents
    FROM price_plan WHERE product_id = ${productId} AND (kind = 'campaign' OR applied_at IS NULL)
    ORDER BY from_day DESC, kind, until_day DESC`.execute(db)
  return rows.map(({ cents, ...row }) => ({ ...row, price: eurosFromCents(cents) }))
}

type OrderRow = { id: number; at: Date; storeId: number; store: string; thousandths: number; cents: number }

/** The newest sales, by the ledger: orders have no index by product. */
async function findOrders(db: Db, { productId, query: { stores } }: ProductQuery): Promise<ProductInsight['orders']> {
  const { rows } = await sql<OrderRow>`
    SELECT line.order_id AS id, move.created_at AS at, store.id AS "storeId", store.name AS store,
      line.quantity_thousandths AS thousandths, line.total_cents AS cents
    FROM store CROSS JOIN LATERAL (
      SELECT * FROM stock_move WHERE store_id = store.id AND product_id = ${productId} AND kind = 'sale'
      ORDER BY id DESC LIMIT ${sql.lit(SHOWN_ORDERS)}) move
    JOIN order_line line ON line.id = move.order_line_id
    WHERE ${inStores(stores, sql`store.id`)} ORDER BY move.id DESC LIMIT ${sql.lit(SHOWN_ORDERS)}`.execute(db)
  return rows.map(({ id, at, storeId, store, thousandths, cents }) => ({
    id,
    at: at.toISOString(),
    store: { id: storeId, name: store },
    quantity: quantityFromThousandths(thousandths),
    total: eurosFromCents(cents),
  }))
}
