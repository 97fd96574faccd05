import { sql, type Transaction } from 'kysely'
import type { contract } from '#contract/index.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findSupplier, findSuppliers, showSupplier } from './queries.ts'

export function supplierRoutes(context: Context): Handlers<typeof contract.suppliers> {
  const author = authorAt(context.now)
  return {
    list: ({ query }) => findSuppliers(context.db, query),
    read: async ({ params }) => (await findSupplier(context.db, params.id)) ?? refuse('notFound'),
    create: ({ body, user }) => addSupplier(context, body, author(user)),
    update: ({ params, body: { reason, ...body }, user }) =>
      changeSupplier(context, { ...params, ...body }, author(user, reason)),
    remove: ({ params, user }) => removeSupplier(context, params.id, author(user)),
  }
}

type Form = { name: string; email?: string | null | undefined }

const taken = () => refuse('form.invalid', { problems: [{ field: 'name', problem: 'taken' }] })

/**
 * Imports match suppliers by their names, ignoring case and surrounding spaces: if two had the same name, neither would match.
 */
async function isTaken(trx: Transaction<Database>, name: string, except?: number): Promise<boolean> {
  const same = trx
    .selectFrom('supplier')
    .select('id')
    .where(sql<boolean>`lower(trim(name)) = lower(trim(${name}))`)
  const other = except === undefined ? same : same.where('id', '<>', except)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}

const addSupplier = ({ db }: Context, { name, email = null }: Form, author: Author) =>
  inRefusableTransaction(db, async trx => {
    if (await isTaken(trx, name)) return taken()
    const { id } = await trx.insertInto('supplier').values({ name, email }).returning('id').executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'supplier', id, before: null, after: { name, email }, author })
    return showSupplier(trx, id)
  })

type Save = Form & { id: number; revision: number }

/** Saves a form that is based on the newest revision; bumps the catalogue, since shoppers see the name. */
async function changeSupplier({ db }: Context, { id, revision, ...form }: Save, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const before = await trx.selectFrom('supplier').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!before) return refuse('notFound')
    if (before.revision !== revision) return refuse('record.changed', { current: await findSupplier(trx, id) })
    // A name that was the same as that of another supplier before may stay.
    if (form.name !== before.name && (await isTaken(trx, form.name, id))) return taken()
    const after = { name: form.name, email: form.email === undefined ? before.email : form.email }
    const change = { before: { name: before.name, email: before.email }, after, author }
    if (await recordChange(trx, { kind: 'supplier', id, ...change })) {
      await trx
        .updateTable('supplier')
        .set({ ...after, revision: revision + 1 })
        .where('id', '=', id)
        .execute()
      await bumpCatalogue(trx, 'all')
    }
    return showSupplier(trx, id)
  })
}

/** Removes a supplier without products, orders and purchase prices. */
async function removeSupplier({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent call that adds a product of it now waits, and then finds no such supplier.
    const row = await trx
      .selectFrom('supplier')
      .select(['name', 'email'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const { products = 0 } = (await findSupplier(trx, id)) ?? {}
    const orders = trx.selectFrom('supplier_order').select('id').where('supplier_id', '=', id).limit(1)
    const prices = trx.selectFrom('purchase_price').select('product_id').where('supplier_id', '=', id).limit(1)
    if (products > 0 || (await orders.executeTakeFirst()) || (await prices.executeTakeFirst()))
      return refuse('record.inUse', { products })
    await recordChange(trx, { kind: 'supplier', id, before: row, after: null, author })
    await trx.deleteFrom('supplier').where('id', '=', id).execute()
    return {}
  })
}
