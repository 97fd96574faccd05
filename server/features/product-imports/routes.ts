import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { refuse } from '#server/http/refusal.ts'
import { applyImport } from './apply-import.ts'
import { checkImport } from './check-import.ts'
import { findImport, findImportRows, findImports } from './queries.ts'
import { templateRows } from './template.ts'
import { undoImport } from './undo-import.ts'

const template = <Format extends 'csv' | 'xlsx'>(format: Format, language: LanguageCode) => ({
  name: 'puoti-products',
  format,
  rows: templateRows(language),
})

export function productImportRoutes(context: Context): Handlers<typeof contract.productImports> {
  const { db, now } = context
  const author = ({ userId }: { userId: number }) => ({ userId, at: now() })
  return {
    templateXlsx: async ({ language }) => template('xlsx', language),
    templateCsv: async ({ language }) => template('csv', language),
    list: ({ query }) => findImports(db, query),
    check: ({ body: file, query: { name, create_suppliers: createSuppliers = false, offer_in: offerIn }, user }) =>
      checkImport(context, { file, name, createSuppliers, offerIn }, author(user)),
    read: async ({ params }) => (await findImport(db, params.id)) ?? refuse('notFound'),
    rows: async ({ params, query }) =>
      (await findImport(db, params.id)) ? findImportRows(db, params.id, query) : refuse('notFound'),
    apply: ({ params, body, user }) =>
      applyImport(context, { ...params, onlyValid: body.only_valid ?? false }, author(user)),
    undo: ({ params, user }) => undoImport(context, params.id, author(user)),
  }
}
