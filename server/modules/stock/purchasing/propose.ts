import { sql } from 'kysely'
import type { ReorderProposal } from '#contract/stock/purchase-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import {
  estimateDemand,
  type MovedDay,
  nextOrderDay,
  proposeReorder,
  REORDER_WINDOW_DAYS,
  usualCoverDays,
} from '#domain/stock/reorder.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import { findSupplier } from '#server/modules/catalogue/suppliers/queries.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findGoods, type FoundGoods } from './queries.ts'

type ProposalQuery = {
  storeId: number
  supplierId: number
  coverDays?: number | undefined
  language: LanguageCode
  now: Date
}

/** What to order from a supplier for a store: its products that the store offers. Undefined without the store or supplier. */
export async function findProposal(db: Db, query: ProposalQuery): Promise<ReorderProposal | undefined> {
  const { storeId, supplierId, language, now } = query
  const supplier = await findSupplier(db, supplierId)
  const store = await db.selectFrom('store').select('time_zone').where('id', '=', storeId).executeTakeFirst()
  if (!supplier || !store) return undefined
  const today = isoDate(now, store.time_zone)
  const goods = await findGoods(db, { supplierId, language, day: today })
  const leadDays = supplier.lead_days ?? 0
  const coverDays = query.coverDays ?? usualCoverDays(supplier.order_days, today)
  const place = { storeId, timeZone: store.time_zone, today }
  const [lines, drafts] = await Promise.all([
    proposeLines(db, { place, goods, getTerms: () => ({ leadDays, coverDays }) }),
    findDrafts(db, storeId, [supplierId]),
  ])
  return {
    supplier,
    lead_days: leadDays,
    cover_days: coverDays,
    order_day: nextOrderDay(supplier.order_days, today),
    drafts: drafts.map(({ id }) => id),
    lines: lines.toSorted(byFinnishName),
  }
}

type Terms = { leadDays: number; coverDays: number }
type LinesQuery = { place: StoreDay; goods: FoundGoods; getTerms: (supplierId: number) => Terms }

/** What is needed of the goods that the store offers, each by the terms of its supplier. */
export async function proposeLines(db: Db, { place, goods, getTerms }: LinesQuery) {
  const { storeId, today } = place
  const shelves = await findShelves(db, storeId, [...goods.keys()])
  const ids = shelves.map(({ product_id }) => product_id)
  const [moved, onOrder, saleDays] = await Promise.all([
    findMovedDays(db, place, ids),
    findOnOrder(db, storeId, ids),
    findSaleDays(db, place, ids),
  ])
  return shelves.flatMap(({ product_id, quantity_thousandths: stockThousandths, alarm_thousandths: alarm }) => {
    const product = goods.get(product_id)
    if (!product) return []
    const demand = estimateDemand(stockThousandths, moved.get(product_id) ?? [], today)
    const onOrderThousandths = onOrder.get(product_id) ?? 0
    const { packThousandths, priceTenThousandths: price, supplierId } = product
    const supply = {
      stockThousandths,
      onOrderThousandths,
      alarmThousandths: alarm ?? 0,
      packThousandths,
      saleDays: saleDays.get(product_id) ?? null,
    }
    const proposal = proposeReorder(demand, { ...supply, ...getTerms(supplierId) })
    return {
      supplierId,
      product_id,
      name: product.name,
      unit: product.unit,
      code: product.code,
      pack: quantityFromThousandths(packThousandths),
      price: price === null ? null : price / TEN_THOUSANDTHS_PER_EURO,
      packs: proposal.packs,
      needed_packs: proposal.neededPacks,
      max_packs: proposal.maxPacks,
      sale_days: supply.saleDays,
      stock: quantityFromThousandths(stockThousandths),
      on_order: quantityFromThousandths(onOrderThousandths),
      sold: quantityFromThousandths(demand.soldThousandths),
      days: demand.days,
      needed: quantityFromThousandths(proposal.neededThousandths),
    }
  })
}

const findShelves = (db: Db, storeId: number, productIds: readonly number[]) =>
  db
    .selectFrom('store_stock')
    .select(['product_id', 'quantity_thousandths'])
    .select(({ fn }) => fn.coalesce('alarm_thousandths', 'product_alarm_thousandths').as('alarm_thousandths'))
    .where('store_id', '=', storeId)
    .where('offered', '=', true)
    .where('product_id', '=', anyId(productIds))
    .execute()

type StoreDay = { storeId: number; timeZone: string; today: string }

/** What moved in the window and today, by product and day of the store's calendar. */
async function findMovedDays(db: Db, { storeId, timeZone, today }: StoreDay, productIds: readonly number[]) {
  const since = new Date(toInstant(plusDays(today, -REORDER_WINDOW_DAYS), 0, timeZone))
  const { rows } = await sql<MovedDay & { productId: number }>`
    SELECT product_id AS "productId", to_char(created_at AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS date,
      sum(quantity_thousandths)::bigint AS "movedThousandths",
      coalesce(-sum(quantity_thousandths) FILTER (WHERE kind IN ('sale', 'refund', 'return')), 0)::bigint AS "soldThousandths"
    FROM stock_move
    WHERE store_id = ${storeId} AND product_id = ${anyId(productIds)} AND created_at >= ${since}
    GROUP BY 1, 2`.execute(db)
  return Map.groupBy(rows, ({ productId }) => productId)
}

/** On how many days what was delivered lately could be sold: the median of its lots, with the day of the delivery. */
async function findSaleDays(db: Db, { storeId, timeZone, today }: StoreDay, productIds: readonly number[]) {
  const { rows } = await sql<{ productId: number; days: number }>`
    SELECT lot.product_id AS "productId", greatest(1, percentile_disc(0.5) WITHIN GROUP (
      ORDER BY lot.last_day - (move.created_at AT TIME ZONE ${timeZone})::date + 1)) AS days
    FROM stock_lot lot JOIN stock_lot_move part ON part.stock_lot_id = lot.id
      JOIN stock_move move ON move.id = part.stock_move_id AND move.kind = 'delivery' AND part.quantity_thousandths > 0
    WHERE lot.store_id = ${storeId} AND lot.product_id = ${anyId(productIds)}
      AND lot.last_day >= ${plusDays(today, -REORDER_WINDOW_DAYS)}
    GROUP BY 1`.execute(db)
  return new Map(rows.map(({ productId, days }) => [productId, days]))
}

async function findOnOrder(db: Db, storeId: number, productIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; thousandths: number }>`
    SELECT line.product_id AS "productId",
      sum(greatest(line.ordered_thousandths - line.received_thousandths, 0))::bigint AS thousandths
    FROM purchase_order sent JOIN purchase_order_line line ON line.purchase_order_id = sent.id
    WHERE sent.store_id = ${storeId} AND sent.state = 'sent' AND line.product_id = ${anyId(productIds)}
    GROUP BY 1`.execute(db)
  return new Map(rows.map(({ productId, thousandths }) => [productId, thousandths]))
}

/** Orders to the suppliers that were not sent yet. */
export const findDrafts = (db: Db, storeId: number, supplierIds: readonly number[]) =>
  db
    .selectFrom('purchase_order')
    .select(['id', 'supplier_id'])
    .where('store_id', '=', storeId)
    .where('supplier_id', '=', anyId(supplierIds))
    .where('state', '=', 'draft')
    .orderBy('id')
    .execute()
