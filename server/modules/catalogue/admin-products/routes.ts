import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { productTable } from './export-products.ts'
import { findProducts } from './list-products.ts'
import { findAdminProduct, findVatClasses, findVersions } from './queries.ts'
import { removeProduct } from './remove-products.ts'
import { addCode, addProduct, changeProduct } from './save-product-form.ts'

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
    versions: async ({ params, query }) => (await findVersions(db, params.id, query)) ?? refuse('notFound'),
    create: ({ body, user }) => addProduct(context, body, author(user)),
    update: ({ params, body: { revision, reason, ...form }, user }) =>
      changeProduct(context, { ...params, revision, form }, author(user, reason)),
    addCode: ({ params, body, user }) => addCode(context, { ...params, ...body }, author(user)),
    remove: ({ params, user }) => removeProduct(context, params.id, author(user)),
    vatClasses: () => findVatClasses(db, shopDate(now())),
  }
}
