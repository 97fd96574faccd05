import type { AdminProduct, ProductInput, ProductUse } from '#contract/catalogue/admin-products.ts'
import type { contract } from '#contract/index.ts'
import { type FieldProblem, productProblems } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import { type Author, authorAt } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { readLayouts } from '#server/platform/db/find-scale-label-layouts.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database, Trx } from '#server/platform/schema/tables.ts'
import { productTable, findProducts } from './list-products.ts'
import { findAdminProduct, findVatClasses, findVersions } from './queries.ts'
import { removeProducts } from './remove-products.ts'
import { saveChangedProducts, saveNewProducts } from './save-products.ts'

type ExportQuery = Omit<Parameters<typeof productTable>[1], 'day'>

export function adminProductRoutes(context: Context): Handlers<typeof contract.adminProducts> {
  const { db, now } = context
  const author = authorAt(now)
  const exported = <Format extends 'csv' | 'xlsx'>(format: Format, query: ExportQuery) => ({
    name: 'products',
    format,
    rows: productTable(db, { ...query, day: shopDate(now()) }),
  })
  return {
    list: ({ query, language }) => findProducts(db, { ...query, language, day: shopDate(now()) }),
    exportCsv: async ({ query, language }) => exported('csv', { ...query, language }),
    exportXlsx: async ({ query, language }) => exported('xlsx', { ...query, language }),
    get: async ({ params }) => (await findAdminProduct(db, params.id, shopDate(now()))) ?? refuse('notFound'),
    async versions({ params, query }) {
      const versions = await findVersions(db, params.id, query)
      return versions.total > 0 ? versions : refuse('notFound')
    },
    create: ({ body, user }) => addProduct(context, body, author(user)),
    update: ({ params, body: { revision, reason, ...form }, user }) =>
      changeProduct(context, { ...params, revision, form }, author(user, reason)),
    remove: ({ params, user }) => removeProduct(context, params.id, author(user)),
    vatClasses: () => findVatClasses(db, shopDate(now())),
  }
}

/** The tables that may reference a product, which then stays. */
const USES = {
  orders: 'order_line',
  stock: 'stock_move',
  stockTakes: 'stock_take_count',
  events: 'preorder_event_item',
  purchaseOrders: 'purchase_order_line',
} as const satisfies Record<ProductUse, keyof Database>

async function findUses(trx: Trx, productId: number): Promise<ProductUse[]> {
  const uses: ProductUse[] = []
  // The keys of a constant: each of them is a declared use.
  for (const use of Object.keys(USES) as ProductUse[]) {
    const rows = trx.selectFrom(USES[use]).select('product_id').where('product_id', '=', productId).limit(1)
    if (await rows.executeTakeFirst()) uses.push(use)
  }
  return uses
}

/** Removes a product that was never sold, stocked or counted, and that no event sells. Also removes its images. */
async function removeProduct({ db }: Context, id: number, author: Author) {
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

const invalid = (problems: FieldProblem[]) => refuse('form.invalid', { problems })

/** The product, which must exist: throws otherwise. */
async function getAdminProduct(trx: Trx, productId: number, { at }: Author): Promise<AdminProduct> {
  const product = await findAdminProduct(trx, productId, shopDate(at))
  if (!product) throw new Error(`The product ${productId} is not there`)
  return product
}

/** A new product with its first version. */
async function addProduct({ db }: Context, form: ProductInput, author: Author) {
  const problems = productProblems(form, await readLayouts(db))
  if (problems.length > 0) return invalid(problems)
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownNames(trx, form)
    if (unknown.length > 0) return invalid(unknown)
    const { ids, conflicts } = await saveNewProducts(trx, [form], author)
    if (conflicts.size > 0) return invalid([...conflicts.values()].flat())
    await bumpCatalogue(trx, 'all')
    return getAdminProduct(trx, ids[0] ?? 0, author)
  })
}

type Save = { id: number; revision: number; form: ProductInput }

/** Saves a form that is based on the newest revision. */
async function changeProduct({ db }: Context, { id, revision, form }: Save, author: Author) {
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
    const problems = [...productProblems(form, await readLayouts(trx), before), ...(await unknownNames(trx, form))]
    if (problems.length > 0) return invalid(problems)
    const { ids, conflicts } = await saveChangedProducts(trx, [{ before, form }], author)
    if (conflicts.size > 0) return invalid([...conflicts.values()].flat())
    if (ids.length > 0) await bumpCatalogue(trx, 'all')
    return getAdminProduct(trx, id, author)
  })
}

/** The supplier, VAT class, group or stores that do not exist; locks supplier and group until the commit. */
async function unknownNames(trx: Trx, form: ProductInput): Promise<FieldProblem[]> {
  const storeIds = (form.stores ?? []).map(({ store_id }) => store_id)
  const supplier = trx.selectFrom('supplier').select('id').where('id', '=', form.supplier_id).forKeyShare()
  const vatClass = trx.selectFrom('vat_class').select('id').where('id', '=', form.vat_class_id)
  const group = trx.selectFrom('product_group').select('id').where('id', '=', form.group_id).forKeyShare()
  const stores = trx.selectFrom('store').select('id').where('id', '=', anyId(storeIds))
  const known = new Set((await stores.execute()).map(({ id }) => id))
  const fields = [
    ...((await supplier.executeTakeFirst()) ? [] : ['supplier_id']),
    ...((await vatClass.executeTakeFirst()) ? [] : ['vat_class_id']),
    ...(form.group_id === null || (await group.executeTakeFirst()) ? [] : ['group_id']),
    ...storeIds.filter(id => !known.has(id)).map(id => `stores.${id}`),
  ]
  return fields.map(field => ({ field, problem: 'unknown' as const }))
}
