import type { AdminProduct, ProductInput } from '#contract/admin-products.ts'
import { productProblems, type FieldProblem } from '#domain/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { bumpCatalogue } from '#server/features/products/catalogue-version.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { sql, type Transaction } from 'kysely'
import { recordChange, type Author } from '../audit/record-change.ts'
import { factsOf, isNewVersion, productRow, thousandths, versionRow } from './product-rows.ts'
import { findAdminProduct } from './queries.ts'
import { saveCodes } from './save-codes.ts'

type Trx = Transaction<Database>

const invalid = (problems: FieldProblem[]) => refuse('form.invalid', { problems })

/** One that is known to be there. */
async function showProduct(trx: Trx, productId: number, { at }: Author): Promise<AdminProduct> {
  const product = await findAdminProduct(trx, productId, shopDate(at))
  if (!product) throw new Error(`The product ${productId} is not there`)
  return product
}

/** A new product with its first version. */
export async function addProduct({ db }: Context, form: ProductInput, author: Author) {
  const problems = productProblems(form)
  if (problems.length > 0) return invalid(problems)
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownNames(trx, form)
    if (unknown.length > 0) return invalid(unknown)
    const row = { ...productRow(form), created_at: author.at, updated_at: author.at }
    const { id } = await trx.insertInto('product').values(row).returning('id').executeTakeFirstOrThrow()
    await trx.insertInto('product_version').values(versionRow(form, id)).execute()
    const taken = await saveCodes(trx, form, id)
    if (taken.length > 0) return invalid(taken)
    await saveOffers(trx, form, { id, stores: [] })
    const product = await showProduct(trx, id, author)
    await recordChange(trx, { kind: 'product', id, before: null, after: factsOf(product), author })
    await bumpCatalogue(trx, 'all')
    return product
  })
}

type Save = { id: number; revision: number; form: ProductInput }

/** Saves what began from the newest revision. */
export async function changeProduct({ db }: Context, { id, revision, form }: Save, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const row = await trx
      .selectFrom('product')
      .select('revision')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const before = await showProduct(trx, id, author)
    // Before its mistakes: a form that is out of date is looked at anew in any case.
    if (row.revision !== revision) return refuse('record.changed', { current: before })
    const problems = [...productProblems(form), ...(await unknownNames(trx, form))]
    if (problems.length > 0) return invalid(problems)
    const taken = await saveCodes(trx, form, id)
    if (taken.length > 0) return invalid(taken)
    await trx.updateTable('product').set(productRow(form)).where('id', '=', id).execute()
    if (isNewVersion(before, form)) await saveVersion(trx, form, id)
    await saveOffers(trx, form, before)
    return announce(trx, before, author)
  })
}

/** Tells the trail and the shoppers what changed; a save that changed nothing is no revision. */
async function announce(trx: Trx, before: AdminProduct, author: Author): Promise<AdminProduct> {
  const { id } = before
  const facts = { before: factsOf(before), after: factsOf(await showProduct(trx, id, author)) }
  if (await recordChange(trx, { kind: 'product', id, ...facts, author })) {
    const next = { revision: sql<number>`revision + 1`, updated_at: author.at }
    await trx.updateTable('product').set(next).where('id', '=', id).execute()
    await bumpCatalogue(trx, 'all')
  }
  return showProduct(trx, id, author)
}

/** Orders keep the version that they point at. */
async function saveVersion(trx: Trx, form: ProductInput, productId: number): Promise<void> {
  await trx
    .updateTable('product_version')
    .set({ is_current: false })
    .where('product_id', '=', productId)
    .where('is_current', '=', sql.lit(true))
    .execute()
  await trx.insertInto('product_version').values(versionRow(form, productId)).execute()
}

/** Supplier, VAT class or stores that are not there; the supplier stays until the commit. */
async function unknownNames(trx: Trx, form: ProductInput): Promise<FieldProblem[]> {
  const storeIds = (form.stores ?? []).map(({ store_id }) => store_id)
  const supplier = trx.selectFrom('supplier').select('id').where('id', '=', form.supplier_id).forKeyShare()
  const vatClass = trx.selectFrom('vat_class').select('id').where('id', '=', form.vat_class_id)
  const stores = trx
    .selectFrom('store')
    .select('id')
    .where('id', '=', sql<number>`any(${storeIds}::integer[])`)
  const known = new Set((await stores.execute()).map(({ id }) => id))
  const fields = [
    ...((await supplier.executeTakeFirst()) ? [] : ['supplier_id']),
    ...((await vatClass.executeTakeFirst()) ? [] : ['vat_class_id']),
    ...storeIds.filter(id => !known.has(id)).map(id => `stores.${id}`),
  ]
  return fields.map(field => ({ field, problem: 'unknown' as const }))
}

/** What the stores named in the form do with the product. Rows that stay as they are are neither made nor locked. */
async function saveOffers(
  trx: Trx,
  { stores = [] }: ProductInput,
  { id, stores: before }: Pick<AdminProduct, 'id' | 'stores'>,
): Promise<void> {
  const changed = stores.filter(store => {
    const { offered, alarm_limit } = before.find(({ store_id }) => store_id === store.store_id) ?? NOT_THERE
    return store.offered !== offered || store.alarm_limit !== alarm_limit
  })
  if (changed.length === 0) return
  const rows = changed
    .toSorted((a, b) => a.store_id - b.store_id)
    .map(store => ({
      store_id: store.store_id,
      product_id: id,
      offered: store.offered,
      alarm_thousandths: thousandths(store.alarm_limit),
    }))
  await trx
    .insertInto('store_stock')
    .values(rows)
    .onConflict(conflict =>
      conflict.columns(['store_id', 'product_id']).doUpdateSet(eb => ({
        offered: eb.ref('excluded.offered'),
        alarm_thousandths: eb.ref('excluded.alarm_thousandths'),
      })),
    )
    .execute()
}

const NOT_THERE = { offered: false, alarm_limit: null }
