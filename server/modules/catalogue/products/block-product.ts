import { sql } from 'kysely'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/**
 * Locks a product's row against orders that are being placed: placing one takes a key lock on each of its products. Returns the
 * product with its current name, or undefined when there is none.
 */
export const lockProduct = (trx: Trx, productId: number) =>
  trx
    .selectFrom('product')
    .innerJoin('product_version', join =>
      join.onRef('product_version.product_id', '=', 'product.id').on('product_version.is_current', '=', true),
    )
    .select(['product.id', 'product.recalled_at', 'product_version.names'])
    .where('product.id', '=', productId)
    .forUpdate('product')
    .executeTakeFirst()

/**
 * Blocks a locked product in every store, or allows its sale again. The time is that of the database after the lock was granted:
 * every order of the product that was placed has an earlier one. Phones reload their products.
 */
export async function blockProduct(trx: Trx, productId: number, { isBlocked }: { isBlocked: boolean }): Promise<void> {
  await trx
    .updateTable('product')
    .set({ recalled_at: isBlocked ? sql<Date>`clock_timestamp()` : null })
    .where('id', '=', productId)
    .execute()
  await bumpCatalogue(trx, 'all')
}
