import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import { wholeEan } from '#domain/catalogue/gtin.ts'
import { type FieldProblem, productProblems } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { refuse, inRefusableTransaction } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { findAdminProduct, toProductInput } from './queries.ts'
import { type Change, saveNewProducts, saveChangedProducts } from './save-products.ts'

const refuseForm = (problems: FieldProblem[]) => refuse('form.invalid', { problems })

/** The product, which must exist: throws otherwise. */
async function getAdminProduct(trx: Trx, productId: number, { at }: Author): Promise<AdminProduct> {
  const product = await findAdminProduct(trx, productId, shopDate(at))
  if (!product) throw new Error(`The product ${productId} is not there`)
  return product
}

/** A new product with its first version. */
export async function addProduct({ db }: Context, form: ProductInput, author: Author) {
  const problems = productProblems(form, await readLayouts(db))
  if (problems.length > 0) return refuseForm(problems)
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownNames(trx, form)
    if (unknown.length > 0) return refuseForm(unknown)
    const { ids, conflicts } = await saveNewProducts(trx, [form], author)
    if (conflicts.size > 0) return refuseForm([...conflicts.values()].flat())
    await bumpCatalogue(trx, 'all')
    return getAdminProduct(trx, ids[0] ?? 0, author)
  })
}

type SaveFormInput = { id: number; revision: number; form: ProductInput }

/** Saves a form that is based on the newest revision. */
export async function changeProduct({ db }: Context, { id, revision, form }: SaveFormInput, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const row = await trx
      .selectFrom('product')
      .select('revision')
      .where('id', '=', id)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const before = await getAdminProduct(trx, id, author)
    // Before the validation: an outdated form must be reviewed in any case.
    if (row.revision !== revision) return refuse('record.changed', { current: before })
    return saveForm(trx, { before, form }, author)
  })
}

/** Saves the form of a product whose row is locked. */
async function saveForm(trx: Trx, { before, form }: Change, author: Author) {
  const problems = [...productProblems(form, await readLayouts(trx), before), ...(await unknownNames(trx, form))]
  if (problems.length > 0) return refuseForm(problems)
  const { ids, conflicts } = await saveChangedProducts(trx, [{ before, form }], author)
  if (conflicts.size > 0) return refuseForm([...conflicts.values()].flat())
  if (ids.length > 0) await bumpCatalogue(trx, 'all')
  return getAdminProduct(trx, before.id, author)
}

/** Adds a scanned code of one piece to a product. */
export async function addCode({ db }: Context, { id, code }: { id: number; code: string }, author: Author) {
  return inRefusableTransaction(db, async trx => {
    const row = await trx.selectFrom('product').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    if (!row) return refuse('notFound')
    const before = await getAdminProduct(trx, id, author)
    return saveForm(trx, { before, form: withCode(before, wholeEan(code.replaceAll(/\s/g, ''))) }, author)
  })
}

function withCode(product: AdminProduct, code: string): ProductInput {
  const { ean13, further_codes: further, product_code } = product
  const form = toProductInput(product)
  if ([ean13, product_code, ...(further ?? [])].includes(code)) return form
  return ean13 === null ? { ...form, ean13: code } : { ...form, further_codes: [...(further ?? []), code] }
}

/** The supplier, VAT class, group or stores that do not exist; locks supplier and group until the commit. */
async function unknownNames(trx: Trx, form: ProductInput): Promise<FieldProblem[]> {
  const storeIds = (form.stores ?? []).map(({ store_id }) => store_id)
  const supplier = trx.selectFrom('supplier').select('id').where('id', '=', form.supplier_id).forKeyShare()
  const vatClass = trx.selectFrom('vat_class').select('id').where('id', '=', form.vat_class_id)
  const group = trx.selectFrom('product_group').select('id').where('id', '=', form.group_id).forKeyShare()
  const stores = trx.selectFrom('store').select('id').where('id', '=', anyId(storeIds))
  const existingIds = new Set((await stores.execute()).map(({ id }) => id))
  const fields = [
    ...((await supplier.executeTakeFirst()) ? [] : ['supplier_id']),
    ...((await vatClass.executeTakeFirst()) ? [] : ['vat_class_id']),
    ...(form.group_id === null || (await group.executeTakeFirst()) ? [] : ['group_id']),
    ...storeIds.filter(id => !existingIds.has(id)).map(id => `stores.${id}`),
  ]
  return fields.map(field => ({ field, problem: 'unknown' as const }))
}
