import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { productTable } from './export-products.ts'
import { findProducts } from './list-products.ts'
import { findAdminProduct, findVatClasses, findVersions } from './queries.ts'
import { removeProduct } from './remove-product.ts'
import { addProduct, changeProduct } from './save-product.ts'

export function adminProductRoutes(context: Context): Handlers<typeof contract.adminProducts> {
  const { db, now } = context
  const author = authorAt(now)
  const exported = <Format extends 'csv' | 'xlsx'>(format: Format, query: Parameters<typeof productTable>[1]) => ({
    name: 'products',
    format,
    rows: productTable(db, query),
  })
  return {
    list: ({ query, language }) => findProducts(db, { ...query, language }),
    exportCsv: async ({ query, language }) => exported('csv', { ...query, language }),
    exportXlsx: async ({ query, language }) => exported('xlsx', { ...query, language }),
    read: async ({ params }) => (await findAdminProduct(db, params.id, shopDate(now()))) ?? refuse('notFound'),
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
