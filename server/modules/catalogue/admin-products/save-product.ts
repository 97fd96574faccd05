import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { productProblems, type FieldProblem } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { readLayouts } from '#server/platform/db/label-layouts.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Transaction } from 'kysely'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { findAdminProduct } from './queries.ts'
import { saveChangedProducts, saveNewProducts } from './save-products.ts'

type Trx = Transaction<Database>

const invalid = (problems: FieldProblem[]) => refuse('form.invalid', { problems })

/** The product, which must exist: throws otherwise. */
async function showProduct(trx: Trx, productId: number, { at }: Author): Promise<AdminProduct> {
  const product = await findAdminProduct(trx, productId, shopDate(at))
  if (!product) throw new Error(`The product ${productId} is not there`)
  return product
}

/** A new product with its first version. */
export async function addProduct({ db }: Context, form: ProductInput, author: Author) {
  const problems = productProblems(form, await readLayouts(db))
  if (problems.length > 0) return invalid(problems)
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownNames(trx, form)
    if (unknown.length > 0) return invalid(unknown)
    const { ids, taken } = await saveNewProducts(trx, [form], author)
    if (taken.size > 0) return invalid([...taken.values()].flat())
    await bumpCatalogue(trx, 'all')
    return showProduct(trx, ids[0] ?? 0, author)
  })
}

type Save = { id: number; revision: number; form: ProductInput }

/** Saves a form that is based on the newest revision. */
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
    // Before the validation: an outdated form must be reviewed in any case.
    if (row.revision !== revision) return refuse('record.changed', { current: before })
    const problems = [...productProblems(form, await readLayouts(trx)), ...(await unknownNames(trx, form))]
    if (problems.length > 0) return invalid(problems)
    const { ids, taken } = await saveChangedProducts(trx, [{ before, form }], author)
    if (taken.size > 0) return invalid([...taken.values()].flat())
    if (ids.length > 0) await bumpCatalogue(trx, 'all')
    return showProduct(trx, id, author)
  })
}

/** The supplier, VAT class or stores that do not exist; locks the supplier until the commit. */
async function unknownNames(trx: Trx, form: ProductInput): Promise<FieldProblem[]> {
  const storeIds = (form.stores ?? []).map(({ store_id }) => store_id)
  const supplier = trx.selectFrom('supplier').select('id').where('id', '=', form.supplier_id).forKeyShare()
  const vatClass = trx.selectFrom('vat_class').select('id').where('id', '=', form.vat_class_id)
  const stores = trx.selectFrom('store').select('id').where('id', '=', anyOf(storeIds))
  const known = new Set((await stores.execute()).map(({ id }) => id))
  const fields = [
    ...((await supplier.executeTakeFirst()) ? [] : ['supplier_id']),
    ...((await vatClass.executeTakeFirst()) ? [] : ['vat_class_id']),
    ...storeIds.filter(id => !known.has(id)).map(id => `stores.${id}`),
  ]
  return fields.map(field => ({ field, problem: 'unknown' as const }))
}
