import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, recordChanges } from '#server/platform/audit-log/record-change.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { factsOf, findAdminProducts } from './queries.ts'

const FOREIGN_KEY_VIOLATION = '23503'

/** Removes products with their versions and codes; `used` are those that orders, stock or other rows reference: they stay. */
export async function removeProducts(trx: Trx, ids: readonly number[], author: Author): Promise<{ used: number[] }> {
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const used = await removeUnused(trx, ids)
  const isUsed = new Set(used)
  await recordChanges(
    trx,
    [...products.values()]
      .filter(({ id }) => !isUsed.has(id))
      .map(product => ({ kind: 'product', id: product.id, before: factsOf(product), after: null, author })),
  )
  return { used }
}

/** Foreign keys determine which products are used; bisects a batch that contains a used product. */
async function removeUnused(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || (await canRemove(trx, ids))) return []
  if (ids.length === 1) return [...ids]
  const middle = Math.ceil(ids.length / 2)
  return [...(await removeUnused(trx, ids.slice(0, middle))), ...(await removeUnused(trx, ids.slice(middle)))]
}

async function canRemove(trx: Trx, ids: readonly number[]): Promise<boolean> {
  await sql`SAVEPOINT before_removal`.execute(trx)
  try {
    for (const table of ['product_code', 'store_stock', 'product_version'] as const)
      await trx.deleteFrom(table).where('product_id', '=', anyOf(ids)).execute()
    await trx.deleteFrom('product').where('id', '=', anyOf(ids)).execute()
    return true
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`ROLLBACK TO SAVEPOINT before_removal`.execute(trx)
    return false
  } finally {
    await sql`RELEASE SAVEPOINT before_removal`.execute(trx).catch(() => undefined)
  }
}
