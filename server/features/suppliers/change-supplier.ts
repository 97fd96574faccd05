import type { Context } from '#server/context.ts'
import { bumpCatalogue } from '#server/features/products/catalogue-version.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { recordChange, type Author } from '../audit/record-change.ts'
import { findSupplier, showSupplier } from './queries.ts'

export const addSupplier = ({ db }: Context, name: string, author: Author) =>
  inTransaction(db, async trx => {
    const { id } = await trx.insertInto('supplier').values({ name }).returning('id').executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'supplier', id, before: null, after: { name }, author })
    return showSupplier(trx, id)
  })

type Save = { id: number; revision: number; name: string }

/** Saves what began from the newest revision; its name stands on shelves, so the shoppers' lists change too. */
export async function changeSupplier({ db }: Context, { id, revision, name }: Save, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const before = await trx.selectFrom('supplier').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!before) return refuse('notFound')
    if (before.revision !== revision) return refuse('record.changed', { current: await findSupplier(trx, id) })
    const change = { kind: 'supplier', id, before: { name: before.name }, after: { name }, author } as const
    if (await recordChange(trx, change)) {
      await trx
        .updateTable('supplier')
        .set({ name, revision: revision + 1 })
        .where('id', '=', id)
        .execute()
      await bumpCatalogue(trx, 'all')
    }
    return showSupplier(trx, id)
  })
}

/** Removes a supplier that no product names. */
export async function removeSupplier({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // Whoever makes a product of it now waits, and then finds no such supplier.
    const row = await trx.selectFrom('supplier').select('name').where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) return refuse('notFound')
    const { products = 0 } = (await findSupplier(trx, id)) ?? {}
    if (products > 0) return refuse('record.inUse', { products })
    await recordChange(trx, { kind: 'supplier', id, before: { name: row.name }, after: null, author })
    await trx.deleteFrom('supplier').where('id', '=', id).execute()
    return {}
  })
}
