import type { ProductUse } from '#contract/catalogue/admin-products.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Transaction } from 'kysely'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { removeProducts } from './remove-products.ts'

/** The tables that may reference a product, which then stays. */
const USES = {
  orders: 'order_line',
  stock: 'stock_move',
  stockTakes: 'stock_take_count',
  events: 'preorder_event_item',
} as const satisfies Record<ProductUse, keyof Database>

async function usesOf(trx: Transaction<Database>, productId: number): Promise<ProductUse[]> {
  const uses: ProductUse[] = []
  // The keys of a constant: each of them is a declared use.
  for (const use of Object.keys(USES) as ProductUse[]) {
    const rows = trx.selectFrom(USES[use]).select('product_id').where('product_id', '=', productId).limit(1)
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
    const uses = await usesOf(trx, id)
    if (uses.length > 0) return refuse('record.inUse', { uses })
    await trx.deleteFrom('product_image').where('product_id', '=', id).execute()
    const { used } = await removeProducts(trx, [id], author)
    if (used.length > 0) return refuse('record.inUse', { uses })
    await bumpCatalogue(trx, 'all')
    return {}
  })
}
