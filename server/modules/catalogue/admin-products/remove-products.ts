import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { ProductUse } from '#contract/catalogue/admin-products.ts'
import { shopDate } from '#domain/shop-date.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChanges } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx, Database } from '#server/platform/schema/tables.ts'
import { toAuditFields, findAdminProducts } from './queries.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Removes other rows of products, before the products; undone if one of them can't be removed. */
type RemoveFirst = (ids: readonly number[]) => Promise<unknown>

/** Removes products with their versions and codes; `used` are those that orders, stock or other rows reference: they stay. */
export async function removeProducts(
  trx: Trx,
  ids: readonly number[],
  { author, removeFirst = async () => undefined }: { author: Author; removeFirst?: RemoveFirst },
): Promise<{ used: number[] }> {
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const used = await removeUnused(trx, ids, removeFirst)
  const isUsed = new Set(used)
  await recordChanges(
    trx,
    [...products.values()]
      .filter(({ id }) => !isUsed.has(id))
      .map(product => ({ kind: 'product', id: product.id, before: toAuditFields(product), after: null, author })),
  )
  return { used }
}

/** Foreign keys determine which products are used; bisects a batch that contains a used product. */
async function removeUnused(trx: Trx, ids: readonly number[], removeFirst: RemoveFirst): Promise<number[]> {
  if (ids.length === 0 || (await canRemove(trx, ids, removeFirst))) return []
  if (ids.length === 1) return [...ids]
  const middle = Math.ceil(ids.length / 2)
  const first = await removeUnused(trx, ids.slice(0, middle), removeFirst)
  return [...first, ...(await removeUnused(trx, ids.slice(middle), removeFirst))]
}

async function canRemove(trx: Trx, ids: readonly number[], removeFirst: RemoveFirst): Promise<boolean> {
  await sql`SAVEPOINT before_removal`.execute(trx)
  try {
    await removeFirst(ids)
    for (const table of ['product_code', 'store_stock', 'product_version'] as const)
      await trx.deleteFrom(table).where('product_id', '=', anyId(ids)).execute()
    await trx.deleteFrom('product').where('id', '=', anyId(ids)).execute()
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`ROLLBACK TO SAVEPOINT before_removal`.execute(trx)
    return false
  } finally {
    await sql`RELEASE SAVEPOINT before_removal`.execute(trx).catch(() => undefined)
  }
}

/** Those of the products that have what admins add to a product apart from its form. */
export async function findExtendedProducts(trx: Trx, ids: readonly number[]): Promise<Set<number>> {
  const found = new Set<number>()
  for (const table of ['food_information', 'price_plan', 'purchase_price'] as const) {
    const rows = await trx.selectFrom(table).select('product_id').where('product_id', '=', anyId(ids)).execute()
    for (const { product_id } of rows) found.add(product_id)
  }
  return found
}

/** The tables that may reference a product, which then stays. */
const USING_TABLES = {
  orders: 'order_line',
  stock: 'stock_move',
  stockTakes: 'stock_take_count',
  events: 'preorder_event_item',
  purchaseOrders: 'purchase_order_line',
} as const satisfies Record<ProductUse, keyof Database>

async function findUses(trx: Trx, productId: number): Promise<ProductUse[]> {
  const uses: ProductUse[] = []
  // The keys of a constant: each of them is a declared use.
  for (const use of Object.keys(USING_TABLES) as ProductUse[]) {
    const rows = trx.selectFrom(USING_TABLES[use]).select('product_id').where('product_id', '=', productId).limit(1)
    if (await rows.executeTakeFirst()) uses.push(use)
  }
  return uses
}

/** Removes a product that was never sold, stocked or counted, and that no event sells. Also removes its images. */
export async function removeProduct({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent call that adds it to an order, stock or event now waits, and then finds no such product.
    const row = await trx.selectFrom('product').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return refuse('notFound')
    const uses = await findUses(trx, id)
    if (uses.length > 0) return refuse('record.inUse', { uses })
    await trx.deleteFrom('product_image').where('product_id', '=', id).execute()
    const { used } = await removeProducts(trx, [id], { author })
    if (used.length > 0) return refuse('record.inUse', { uses })
    await bumpCatalogue(trx, 'all')
    return {}
  })
}
