import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { CostSums } from '#contract/lists.ts'
import type { Delivery } from '#contract/stock/stock.ts'
import type { LanguageCode } from '#contract/values.ts'
import { costCents, TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { nameIn } from '#server/modules/catalogue/admin-products/match-products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { COUNTED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import type { Page } from '#server/platform/db/lists/list.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { lockPurchaseOrder, receiveOrdered } from './receive-delivery.ts'
import { findLotMoves, type LotMove, lockShelves, moveShelves } from './shelves.ts'

type SelectDeliveries = SelectQueryBuilder<Database, 'delivery', {}>

type DeliveriesQuery = Paging & {
  storeId: number
  language: LanguageCode
  supplier_id?: number | undefined
  delivery_id?: number | undefined
  purchase_order_id?: number | undefined
}

const selectDeliveryColumns = (rows: SelectDeliveries) =>
  rows
    .innerJoin('stock_entry as entry', 'entry.id', 'delivery.stock_entry_id')
    .innerJoin('app_user', 'app_user.id', 'entry.user_id')
    .leftJoin('supplier', 'supplier.id', 'delivery.supplier_id')
    .leftJoin('delivery as undoing', 'undoing.undoes_id', 'delivery.stock_entry_id')
    .select(['entry.id', 'entry.created_at', 'app_user.id as user_id', 'app_user.email', 'delivery.note'])
    .select(['supplier.id as supplier_id', 'supplier.name as supplier_name', 'delivery.purchase_order_id'])
    .select(['delivery.undoes_id', 'undoing.stock_entry_id as undone_by'])

function selectMatching(
  db: Db,
  { storeId, supplier_id, delivery_id, purchase_order_id }: DeliveriesQuery,
): SelectDeliveries {
  let rows: SelectDeliveries = db.selectFrom('delivery').where('delivery.store_id', '=', storeId)
  if (supplier_id !== undefined) rows = rows.where('delivery.supplier_id', '=', supplier_id)
  if (delivery_id !== undefined) rows = rows.where('delivery.stock_entry_id', '=', delivery_id)
  if (purchase_order_id !== undefined) rows = rows.where('delivery.purchase_order_id', '=', purchase_order_id)
  return rows
}

/** What the deliveries cost at the prices that were entered: one that was undone and its undoing come to nothing. */
async function sumCosts(db: Db, rows: SelectDeliveries): Promise<CostSums> {
  const found = rows.select('delivery.stock_entry_id').limit(COUNTED_UP_TO + 1)
  const { rows: sums } = await sql<{ cents: number }>`
    WITH found AS MATERIALIZED (${found})
    SELECT coalesce(sum(round(price_ten_thousandths * quantity_thousandths / 100000.0)), 0)::bigint AS cents
    FROM found JOIN stock_move move ON move.stock_entry_id = found.stock_entry_id
    HAVING (SELECT count(*) FROM found) <= ${COUNTED_UP_TO}`.execute(db)
  return sums[0] ? { total: eurosFromCents(sums[0].cents) } : null
}

/** A page of the deliveries to a store, and what they all cost. */
export async function findDeliveries(db: Db, query: DeliveriesQuery): Promise<Page<Delivery> & { sums: CostSums }> {
  const id = sql`delivery.stock_entry_id`
  const list = {
    matching: selectMatching(db, query),
    select: selectDeliveryColumns,
    sorts: { id },
    defaultSort: '-id',
    id,
  }
  const { items, ...counted } = await findPage(list, query)
  const moves = await findMoves(
    db,
    items.map(item => item.id),
    query.language,
  )
  const sums = await sumCosts(db, selectMatching(db, query))
  return { items: items.map(row => toDelivery(row, moves.get(row.id) ?? [])), ...counted, sums }
}

async function findMoves(db: Db, entryIds: readonly number[], language: LanguageCode) {
  if (entryIds.length === 0) return new Map<number | null, never[]>()
  const rows = await db
    .selectFrom('stock_move as move')
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'move.product_id').on('version.is_current', '=', sql.lit(true)),
    )
    .select(['move.stock_entry_id', 'move.product_id', 'move.quantity_thousandths', 'move.price_ten_thousandths'])
    .select(['move.id', 'version.unit', nameIn(language).as('name')])
    .where('move.stock_entry_id', '=', anyId(entryIds))
    .orderBy('move.id')
    .execute()
  const lots = await findLotMoves(
    db,
    rows.map(row => row.id),
  )
  return Map.groupBy(
    rows.map(row => ({ ...row, lots: lots.get(row.id) ?? [] })),
    row => row.stock_entry_id,
  )
}

const toLotResponse = ({ lot, bestBefore, useBy, thousandths }: LotMove) => ({
  ...(lot !== undefined && { lot }),
  ...(bestBefore !== undefined && { best_before: bestBefore }),
  ...(useBy !== undefined && { use_by: useBy }),
  quantity: quantityFromThousandths(thousandths),
})

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveryColumns>['execute']>>[number]
type MoveRow = Awaited<ReturnType<typeof findMoves>> extends Map<number | null, (infer Each)[]> ? Each : never

function toDelivery(row: DeliveryRow, moves: readonly MoveRow[]): Delivery {
  const costs = moves.flatMap(({ price_ten_thousandths: price, quantity_thousandths: quantity }) =>
    price === null ? [] : [costCents(price, quantity)],
  )
  return {
    id: row.id,
    at: row.created_at.toISOString(),
    by: { id: row.user_id, email: row.email ?? '' },
    supplier:
      row.supplier_id === null || row.supplier_name === null ? null : { id: row.supplier_id, name: row.supplier_name },
    note: row.note,
    purchase_order_id: row.purchase_order_id,
    cost: eurosFromCents(costs.reduce((sum, cents) => sum + cents, 0)),
    unpriced: moves.length - costs.length,
    undoes: row.undoes_id,
    undone_by: row.undone_by,
    lines: moves.map(({ product_id, name, unit, quantity_thousandths, price_ten_thousandths: price, lots }) => ({
      product_id,
      name,
      unit,
      quantity: quantityFromThousandths(quantity_thousandths),
      price: price === null ? null : price / TEN_THOUSANDTHS_PER_EURO,
      lots: lots.map(toLotResponse),
    })),
  }
}

/** Reverts a delivery by opposite moves, once, unless its goods were counted or sold since. */
export const undoDelivery = ({ db }: Context, id: number, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const delivery = await trx
      .selectFrom('delivery')
      .selectAll()
      .where('stock_entry_id', '=', id)
      .where('undoes_id', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!delivery) return refuse('notFound')
    const { store_id: storeId, purchase_order_id: orderId } = delivery
    const undone = trx.selectFrom('delivery').select('stock_entry_id').where('undoes_id', '=', id)
    if (await undone.executeTakeFirst()) return refuse('delivery.notUndoable', { reason: 'undone' })
    // In the order in which a delivery locks them.
    if (orderId !== null) await lockPurchaseOrder(trx, orderId)
    const moves = await trx
      .selectFrom('stock_move')
      .selectAll()
      .where('stock_entry_id', '=', id)
      .orderBy('id')
      .execute()
    const productIds = moves.map(move => move.product_id)
    const there = await lockShelves(trx, storeId, productIds)
    if (await isCounted(trx, { storeId, id, productIds })) return refuse('delivery.notUndoable', { reason: 'counted' })
    if (moves.some(move => (there.get(move.product_id) ?? 0) < move.quantity_thousandths))
      return refuse('delivery.notUndoable', { reason: 'sold' })
    const entryId = await insertUndo(trx, { delivery, author })
    const lots = await findLotMoves(
      trx,
      moves.map(move => move.id),
    )
    const moved = moves.map(move => ({
      lots: lots.get(move.id) ?? [],
      productId: move.product_id,
      quantityThousandths: -move.quantity_thousandths,
      priceTenThousandths: move.price_ten_thousandths,
    }))
    const by = { user_id: author.userId, created_at: author.at, reason: author.reason?.trim() || null }
    await moveShelves(trx, { storeId, kind: 'delivery', stock_entry_id: entryId, ...by }, moved)
    if (orderId !== null) await receiveOrdered(trx, { orderId, moved, author })
    await bumpCatalogue(trx, [storeId])
    return { id: entryId }
  })

type GoodsQuery = { storeId: number; id: number; productIds: readonly number[] }

/**
 * Whether any of the goods were counted since, also in a stock take that was not posted yet: the count already corrects the
 * quantity.
 */
async function isCounted(trx: Trx, { storeId, id, productIds }: GoodsQuery): Promise<boolean> {
  const { rows } = await sql<{ one: number }>`
    SELECT 1 AS one FROM stock_move counted
    WHERE counted.store_id = ${storeId} AND counted.product_id = ${anyId(productIds)} AND counted.kind = 'count'
      AND counted.id > (SELECT max(move.id) FROM stock_move move WHERE move.stock_entry_id = ${id})
    UNION ALL
    SELECT 1 FROM stock_take take JOIN stock_take_line line ON line.stock_take_id = take.id
    WHERE take.store_id = ${storeId} AND take.state IN ('open', 'paused') AND line.product_id = ${anyId(productIds)}
      AND line.counted_at > (SELECT created_at FROM stock_entry WHERE id = ${id})
    LIMIT 1`.execute(trx)
  return rows.length > 0
}

type UndoInput = { delivery: Selectable<Database['delivery']>; author: Author }

async function insertUndo(trx: Trx, { delivery, author }: UndoInput): Promise<number> {
  const { stock_entry_id: undoes_id, store_id, supplier_id, note, purchase_order_id } = delivery
  const key = `undo-delivery-${undoes_id}`
  const { id } = await trx
    .insertInto('stock_entry')
    .values({
      client_key: key,
      content_sha256: sha256(key),
      store_id,
      user_id: author.userId,
      created_at: author.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('delivery')
    .values({ stock_entry_id: id, store_id, supplier_id, note, purchase_order_id, undoes_id })
    .execute()
  return id
}
