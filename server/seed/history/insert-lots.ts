import { sql } from 'kysely'
import { toLotColumns } from '#domain/catalogue/lot.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { toMarkdownRules } from '#server/seed/demo-data/shelf-lives.ts'
import { requireFound, insertSorted, type SeededIds } from './insert-orders.ts'
import type { MadeLot } from './make-lots.ts'
import type { MadeMove } from './make-stock.ts'

type LotContext = Pick<SeededIds, 'storeIds' | 'productIds'> & { moveIds: ReadonlyMap<MadeMove, number> }

/** The lots of deliveries, with what moves brought into them and took of them. */
export async function insertLots(
  trx: Trx,
  lots: readonly MadeLot[],
  { storeIds, productIds, moveIds }: LotContext,
): Promise<void> {
  const ids = await insertSorted(trx, 'stock_lot', {
    rows: lots.map(({ store, product, lot, remainingThousandths }) => ({
      store_id: storeIds.getId(store),
      product_id: productIds.getId(product.key),
      ...toLotColumns(lot),
      quantity_thousandths: remainingThousandths,
    })),
    columns:
      'store_id integer, product_id integer, lot text, best_before date, use_by date, quantity_thousandths bigint',
  })
  const parts = lots.flatMap(({ parts: moved }, index) =>
    moved.map(({ move, quantityThousandths }) => ({
      stock_move_id: requireFound(moveIds.get(move), 'a move'),
      stock_lot_id: ids[index],
      quantity_thousandths: quantityThousandths,
    })),
  )
  await sql`
    INSERT INTO stock_lot_move (stock_move_id, stock_lot_id, quantity_thousandths)
    SELECT stock_move_id, stock_lot_id, quantity_thousandths
    FROM ${jsonRecordset(parts, 'stock_move_id bigint, stock_lot_id bigint, quantity_thousandths bigint')}`.execute(trx)
}

/** By how much the stores reduce goods whose date is near. */
export async function insertMarkdowns(trx: Trx, { storeIds, productIds }: SeededIds): Promise<void> {
  const rows = await trx.selectFrom('product_version').select(['product_id', 'group_id']).execute()
  const rules = toMarkdownRules(key => rows.find(row => row.product_id === productIds.getId(key))?.group_id ?? null)
  await trx
    .insertInto('store_markdown')
    .values(storeIds.keys.map(key => ({ store_id: storeIds.getId(key), rules: JSON.stringify(rules), revision: 1 })))
    .execute()
}
