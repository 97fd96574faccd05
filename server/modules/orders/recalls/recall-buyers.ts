import { sql } from 'kysely'
import type { RecallBuyer } from '#contract/orders/admin-recalls.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Paging } from '#server/platform/db/lists/find-page.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { countBuyers, type RecalledSales } from './inform-buyers.ts'
import { informedBuyersSql, REACHED_BUYER, IS_WAITING, SOLD_LINES, type RecallSums, SUM_COLUMNS } from './queries.ts'

type BuyersQuery = Paging & { refund_requested?: boolean | undefined; reached?: boolean | undefined }

type BuyerRow = RecallSums & {
  id: number
  user_id: number
  email: string
  confirmed_at: Date | null
  refund_requested_at: Date | null
  is_certain: boolean
  waiting: boolean
  reached: boolean
}

const PAGE_SIZE = 50
const MAX_KNOWN_LOTS = 60

/** A page of the buyers, in the order in which they were found; undefined when there is no such recall. */
export async function findBuyers(db: Db, recallId: number, query: BuyersQuery) {
  const { sort = 'id', page = 1, size = PAGE_SIZE, refund_requested: isRequested, reached } = query
  const isThere = await db.selectFrom('recall').select('id').where('id', '=', recallId).executeTakeFirst()
  if (!isThere) return undefined
  const conditions = sql`buyer.recall_id = ${recallId}
    AND (${isRequested ?? null}::boolean IS NULL OR (buyer.refund_requested_at IS NOT NULL) = ${isRequested ?? null})
    AND (${reached ?? null}::boolean IS NULL OR ${REACHED_BUYER} = ${reached ?? null})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM recall_buyer buyer ${informedBuyersSql([recallId])} WHERE ${conditions}`.execute(db)
  const { rows } = await sql<BuyerRow>`
    SELECT page.*, coalesce(bought.thousandths, 0) AS thousandths, coalesce(bought.cents, 0) AS cents,
      coalesce(bought.back_cents, 0) AS back_cents
    FROM (
      SELECT buyer.*, app_user.email, ${IS_WAITING} AS waiting, ${REACHED_BUYER} AS reached
      FROM recall_buyer buyer ${informedBuyersSql([recallId])} JOIN app_user ON app_user.id = buyer.user_id WHERE ${conditions}
      ORDER BY buyer.id ${sort === 'id' ? sql`ASC` : sql`DESC`} LIMIT ${size} OFFSET ${(page - 1) * size}
    ) page LEFT JOIN LATERAL (
      SELECT ${SUM_COLUMNS} ${SOLD_LINES} WHERE recall.id = page.recall_id AND sold.user_id = page.user_id AND sold.paid_at IS NOT NULL
    ) bought ON true
    ORDER BY page.id ${sort === 'id' ? sql`ASC` : sql`DESC`}`.execute(db)
  return { items: rows.map(toBuyer), total: counted.rows[0]?.total ?? 0 }
}

const toBuyer = (row: BuyerRow): RecallBuyer => ({
  id: row.id,
  user: { id: row.user_id, email: row.email },
  state: row.confirmed_at ? 'confirmed' : row.reached ? 'reached' : row.waiting ? 'waiting' : 'not_reached',
  is_certain: row.is_certain,
  confirmed_at: row.confirmed_at?.toISOString() ?? null,
  refund_requested_at: row.refund_requested_at?.toISOString() ?? null,
  quantity: quantityFromThousandths(row.thousandths),
  amount: eurosFromCents(row.cents),
  refunded_amount: eurosFromCents(row.back_cents),
})

/** The number of buyers whom a recall would concern; undefined when there is no such product. */
export async function previewRecall(db: Db, query: RecalledSales) {
  const product = await db
    .selectFrom('product')
    .select('recalled_at')
    .where('id', '=', query.productId)
    .executeTakeFirst()
  if (!product) return undefined
  const is_recalled = product.recalled_at !== null || (await findRecalledLots(db, query)).length > 0
  const { buyers, uncertain } = await countBuyers(db, query)
  return { buyers, ...(query.lots.length > 0 && { uncertain }), is_recalled }
}

/** Which of these lots of a product are recalled already. */
export const findRecalledLots = async (db: Db, { productId, lots }: Pick<RecalledSales, 'productId' | 'lots'>) =>
  lots.length === 0
    ? []
    : db
        .selectFrom('recall')
        .innerJoin('recalled_lot', 'recalled_lot.recall_id', 'recall.id')
        .select('recalled_lot.lot')
        .where('recall.product_id', '=', productId)
        .where('recall.ended_at', 'is', null)
        .where('recalled_lot.lot', 'in', [...lots])
        .execute()

type KnownLot = { lot: string; last_day: string | null; thousandths: number; buyers: number }

/** The lots of a product that deliveries or sales named, the latest date first; undefined when there is no such product. */
export async function findKnownLots(db: Db, productId: number) {
  const product = await db.selectFrom('product').select('id').where('id', '=', productId).executeTakeFirst()
  if (!product) return undefined
  const { rows } = await sql<KnownLot>`
    SELECT lot, max(last_day)::text AS last_day, coalesce(sum(thousandths), 0)::bigint AS thousandths,
      count(DISTINCT user_id)::integer AS buyers
    FROM (
      SELECT lot, last_day, quantity_thousandths AS thousandths, NULL AS user_id FROM stock_lot
      WHERE product_id = ${productId} AND lot IS NOT NULL
      UNION ALL
      SELECT line.lot, coalesce(line.use_by, line.best_before), 0, sold.user_id
      FROM order_line line JOIN customer_order sold ON sold.id = line.order_id AND sold.paid_at IS NOT NULL
      WHERE line.product_id = ${productId} AND line.lot IS NOT NULL
    ) named GROUP BY lot ORDER BY max(last_day) DESC NULLS LAST, lot LIMIT ${MAX_KNOWN_LOTS}`.execute(db)
  return rows.map(({ thousandths, ...lot }) => ({ ...lot, quantity: quantityFromThousandths(thousandths) }))
}
