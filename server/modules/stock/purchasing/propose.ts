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
import { findGoods } from './queries.ts'

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
  const place = { storeId, timeZone: store.time_zone, today }
  const shelves = await findShelves(db, storeId, [...goods.keys()])
  const ids = shelves.map(({ product_id }) => product_id)
  const [moved, onOrder, drafts] = await Promise.all([
    findMovedDays(db, place, ids),
    findOnOrder(db, storeId, ids),
    findDrafts(db, { storeId, supplierId }),
  ])
  const leadDays = supplier.lead_days ?? 0
  const coverDays = query.coverDays ?? usualCoverDays(supplier.order_days, today)
  const lines = shelves.flatMap(({ product_id, quantity_thousandths: stockThousandths, alarm_thousandths: alarm }) => {
    const product = goods.get(product_id)
    if (!product) return []
    const demand = estimateDemand(stockThousandths, moved.get(product_id) ?? [], today)
    const onOrderThousandths = onOrder.get(product_id) ?? 0
    const { packThousandths, priceTenThousandths: price } = product
    const supply = { stockThousandths, onOrderThousandths, alarmThousandths: alarm ?? 0, packThousandths }
    const { neededThousandths, packs } = proposeReorder(demand, { ...supply, leadDays, coverDays })
    return {
      product_id,
      name: product.name,
      unit: product.unit,
      code: product.code,
      pack: quantityFromThousandths(packThousandths),
      price: price === null ? null : price / TEN_THOUSANDTHS_PER_EURO,
      packs,
      stock: quantityFromThousandths(stockThousandths),
      on_order: quantityFromThousandths(onOrderThousandths),
      sold: quantityFromThousandths(demand.soldThousandths),
      days: demand.days,
      needed: quantityFromThousandths(neededThousandths),
    }
  })
  return {
    supplier,
    lead_days: leadDays,
    cover_days: coverDays,
    order_day: nextOrderDay(supplier.order_days, today),
    drafts,
    lines: lines.toSorted(byFinnishName),
  }
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

async function findOnOrder(db: Db, storeId: number, productIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ productId: number; thousandths: number }>`
    SELECT line.product_id AS "productId",
      sum(greatest(line.ordered_thousandths - line.received_thousandths, 0))::bigint AS thousandths
    FROM purchase_order sent JOIN purchase_order_line line ON line.purchase_order_id = sent.id
    WHERE sent.store_id = ${storeId} AND sent.state = 'sent' AND line.product_id = ${anyId(productIds)}
    GROUP BY 1`.execute(db)
  return new Map(rows.map(({ productId, thousandths }) => [productId, thousandths]))
}

async function findDrafts(
  db: Db,
  { storeId, supplierId }: Pick<ProposalQuery, 'storeId' | 'supplierId'>,
): Promise<number[]> {
  const rows = await db
    .selectFrom('purchase_order')
    .select('id')
    .where('store_id', '=', storeId)
    .where('supplier_id', '=', supplierId)
    .where('state', '=', 'draft')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
