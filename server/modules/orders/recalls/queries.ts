import { type SelectQueryBuilder, sql } from 'kysely'
import type { Recall, RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { OwnRecall } from '#contract/orders/recalls.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { isInRecall, mayBeOfLots, RECALLED_LOTS, recallReferences } from './inform-buyers.ts'

/** Joins `informed`: by which of a recall's messages in the outbox each `buyer` was reached. */
export const informedBuyersSql = (recallIds: readonly number[]) => sql`LEFT JOIN (
  SELECT message.recall_buyer_id, bool_or(message.kind = 'recall' AND message.state = 'delivered') AS emailed,
    bool_or(message.kind = 'push' AND message.state = 'delivered') AS pushed,
    bool_or(message.state IN ('waiting', 'sending')) AS waiting
  FROM push_notification notification JOIN outbox_message message ON message.notification_id = notification.id
  WHERE notification.reference = ANY (${recallIds.flatMap(recallReferences)}::text[])
  GROUP BY message.recall_buyer_id) informed ON informed.recall_buyer_id = buyer.id`
export const REACHED_BUYER = sql`(coalesce(informed.emailed OR informed.pushed, false) OR buyer.confirmed_at IS NOT NULL)`
export const IS_WAITING = sql`coalesce(informed.waiting, false)`

type BuyersRow = Recall['buyers'] & { recall_id: number }

const NO_BUYERS = {
  total: 0,
  waiting: 0,
  emailed: 0,
  pushed: 0,
  confirmed: 0,
  reached: 0,
  not_reached: 0,
  requested_refund: 0,
  uncertain: 0,
}

async function countBuyersByRecall(db: Db, recallIds: readonly number[]): Promise<Map<number, Recall['buyers']>> {
  const { rows } = await sql<BuyersRow>`
    SELECT buyer.recall_id, count(*) AS total, count(*) FILTER (WHERE ${IS_WAITING}) AS waiting,
      count(*) FILTER (WHERE informed.emailed) AS emailed, count(*) FILTER (WHERE informed.pushed) AS pushed,
      count(buyer.confirmed_at) AS confirmed, count(*) FILTER (WHERE ${REACHED_BUYER}) AS reached,
      count(*) FILTER (WHERE NOT ${REACHED_BUYER} AND NOT ${IS_WAITING}) AS not_reached,
      count(buyer.refund_requested_at) AS requested_refund,
      count(*) FILTER (WHERE NOT buyer.is_certain) AS uncertain
    FROM recall_buyer buyer ${informedBuyersSql(recallIds)} WHERE buyer.recall_id = ANY (${[...recallIds]}::integer[])
    GROUP BY buyer.recall_id`.execute(db)
  return new Map(rows.map(({ recall_id, ...counts }) => [recall_id, counts]))
}

const selectRecallColumns = (rows: SelectQueryBuilder<Database, 'recall', {}>) =>
  rows
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'recall.product_id').on('version.is_current', '=', true),
    )
    .innerJoin('app_user', 'app_user.id', 'recall.started_by')
    .select([
      'recall.id',
      'recall.product_id',
      'recall.reasons',
      'recall.lots',
      'recall.sold_from',
      'recall.sold_until',
    ])
    .select(['recall.started_at', 'recall.ended_at', 'version.names', 'version.unit'])
    .select(
      sql<string[]>`ARRAY(SELECT lot FROM recalled_lot WHERE recall_id = recall.id ORDER BY lot)`.as('recalled_lots'),
    )
    .select(['app_user.id as by_id', 'app_user.email as by_email'])

type RecallRow = Awaited<ReturnType<ReturnType<typeof selectRecallColumns>['executeTakeFirstOrThrow']>>

const toRecall = (
  row: RecallRow,
  { language, buyers }: { language: LanguageCode; buyers: Recall['buyers'] },
): Recall => ({
  id: row.id,
  product: { id: row.product_id, name: textInLanguage(row.names, language), unit: row.unit },
  reasons: row.reasons,
  lots: row.lots,
  recalled_lots: row.recalled_lots,
  sold_from: row.sold_from,
  sold_until: row.sold_until,
  started_at: row.started_at.toISOString(),
  started_by: { id: row.by_id, email: row.by_email },
  ended_at: row.ended_at?.toISOString() ?? null,
  buyers,
})

type ListQuery = Paging & { open?: boolean | undefined; language: LanguageCode }

/** A page of the recalls, the newest first. */
export async function findRecalls(db: Db, { open, language, ...paging }: ListQuery) {
  const matching = db
    .selectFrom('recall')
    .$if(open !== undefined, rows => rows.where('recall.ended_at', open === true ? 'is' : 'is not', null))
  const sorts = { started_at: sql`recall.started_at` }
  const { items, total } = await findPage(
    { matching, select: selectRecallColumns, sorts, defaultSort: '-started_at', id: sql`recall.id` },
    paging,
  )
  const ids = items.map(({ id }) => id)
  const counts = await countBuyersByRecall(db, ids)
  return { items: items.map(row => toRecall(row, { language, buyers: counts.get(row.id) ?? NO_BUYERS })), total }
}

type FindRecallInput = { id: number; language: LanguageCode }

/** A recall, with what was sold of its product in each store. */
export async function findRecall(db: Db, { id, language }: FindRecallInput): Promise<RecallDetail | undefined> {
  const row = await selectRecallColumns(db.selectFrom('recall')).where('recall.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const counts = await countBuyersByRecall(db, [id])
  return { ...toRecall(row, { language, buyers: counts.get(id) ?? NO_BUYERS }), sales: await findSales(db, id) }
}

export const SOLD_LINES = sql`FROM recall JOIN customer_order sold ON ${isInRecall(sql.ref('recall'))}
  JOIN order_line line ON line.order_id = sold.id AND line.product_id = recall.product_id AND ${mayBeOfLots(RECALLED_LOTS)}`

export type RecallSums = {
  orders: number
  thousandths: number
  cents: number
  back_thousandths: number
  back_cents: number
}

export const SUM_COLUMNS = sql`count(DISTINCT sold.id)::integer AS orders, sum(line.quantity_thousandths)::bigint AS thousandths,
  sum(line.total_cents)::bigint AS cents, sum(line.refunded_thousandths)::bigint AS back_thousandths,
  sum(line.refunded_cents)::bigint AS back_cents`

async function findSales(db: Db, id: number): Promise<RecallDetail['sales']> {
  const { rows } = await sql<RecallSums & { store_id: number; store: string }>`
    SELECT store.id AS store_id, store.name AS store, ${SUM_COLUMNS} ${SOLD_LINES} JOIN store ON store.id = sold.store_id
    WHERE recall.id = ${id} GROUP BY store.id, store.name ORDER BY ${inFinnishOrder(sql.ref('store.name'))}, store.id`.execute(
    db,
  )
  return rows.map(row => ({
    store: { id: row.store_id, name: row.store },
    orders: row.orders,
    quantity: quantityFromThousandths(row.thousandths),
    amount: eurosFromCents(row.cents),
    refunded_quantity: quantityFromThousandths(row.back_thousandths),
    refunded_amount: eurosFromCents(row.back_cents),
  }))
}

/** The caller's recalls that are not confirmed, the oldest first. */
export async function findOwnRecalls(db: Db, { userId, language }: { userId: number; language: LanguageCode }) {
  const rows = await db
    .selectFrom('recall_buyer as buyer')
    .innerJoin('recall', 'recall.id', 'buyer.recall_id')
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'recall.product_id').on('version.is_current', '=', true),
    )
    .select([
      'recall.id',
      'recall.reasons',
      'recall.lots',
      'recall.sold_from',
      'recall.sold_until',
      'recall.started_at',
    ])
    .select(['version.names', 'buyer.refund_requested_at', 'buyer.is_certain'])
    .select(sql<boolean>`EXISTS (SELECT ${SOLD_TO_BUYER})`.as('has_paid'))
    .where('buyer.user_id', '=', userId)
    .where('buyer.confirmed_at', 'is', null)
    .orderBy('recall.id')
    .execute()
  return rows.map((row): OwnRecall => ({
    id: row.id,
    product: textInLanguage(row.names, language),
    reason: textInLanguage(row.reasons, language),
    lots: row.lots,
    sold_from: row.sold_from,
    sold_until: row.sold_until,
    started_at: row.started_at.toISOString(),
    is_certain: row.is_certain,
    can_request_refund: row.has_paid && row.refund_requested_at === null,
  }))
}

/** Something that the buyer paid and that was not refunded. */
const SOLD_TO_BUYER = sql`FROM customer_order sold JOIN order_line line ON line.order_id = sold.id
  WHERE sold.user_id = buyer.user_id AND line.product_id = recall.product_id AND ${isInRecall(sql.ref('recall'))}
    AND ${mayBeOfLots(RECALLED_LOTS)} AND line.refunded_cents < line.total_cents`

type RefundableOrder = { orderId: number; lineIds: number[]; refundedCents: number }

/** The paid orders of a buyer in which something of the product is left to refund; undefined when there is no such buyer. */
export async function findRefundable(db: Db, { recallId, buyerId }: { recallId: number; buyerId: number }) {
  const buyer = await db
    .selectFrom('recall_buyer')
    .select('user_id')
    .where('id', '=', buyerId)
    .where('recall_id', '=', recallId)
    .executeTakeFirst()
  if (!buyer) return undefined
  const { rows } = await sql<RefundableOrder>`
    SELECT sold.id AS "orderId", json_agg(line.id ORDER BY line.id) AS "lineIds", coalesce((
      SELECT account.refunded_cents FROM payment_attempt attempt JOIN refund_account account ON account.attempt_id = attempt.id
      WHERE attempt.order_id = sold.id AND attempt.state IN ('APPROVED', 'MANUAL')), 0) AS "refundedCents"
    ${SOLD_LINES} WHERE recall.id = ${recallId} AND sold.user_id = ${buyer.user_id} AND line.refunded_cents < line.total_cents
    GROUP BY sold.id ORDER BY sold.id`.execute(db)
  return rows
}
