import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import type { ImportStock } from './apply-goods.ts'
import { applyImport } from './apply-import.ts'
import { checkImport, orUnreadable, readCheckQuery } from './check-import.ts'
import { previewFile, templateRows } from './choose-headings.ts'
import { findImport, findImportRows, findImports } from './queries.ts'
import { undoImport } from './undo-import.ts'

const template = <Format extends 'csv' | 'xlsx'>(format: Format, language: LanguageCode) => ({
  name: 'puoti-products',
  format,
  rows: templateRows(language),
})

/** Each request holds its file in memory while it waits. */
const MAX_WAITING = 4

/** Runs one at a time: the shop sells on the same machine. */
function turns() {
  const enqueue = serialQueue(MAX_WAITING)
  return async <T>(work: () => Promise<T>) => {
    const done = await enqueue(work)
    return done === 'busy' ? refuse('server.unavailable') : done
  }
}

export function productImportRoutes(context: Context, stock: ImportStock): Handlers<typeof contract.productImports> {
  const { db, now } = context
  // Checking a file does not wait until another is applied.
  const [checking, saving] = [turns(), turns()]
  const author = authorAt(now)
  return {
    templateXlsx: async ({ language }) => template('xlsx', language),
    templateCsv: async ({ language }) => template('csv', language),
    list: ({ query }) => findImports(db, query),
    preview: ({ body: file }) => checking(() => orUnreadable(() => previewFile(db, file))),
    check: ({ body: file, query, user }) =>
      checking(() => checkImport(context, { file, ...readCheckQuery(query) }, author(user))),
    get: async ({ params }) => (await findImport(db, params.id)) ?? refuse('notFound'),
    rows: async ({ params, query, language }) =>
      (await findImportRows(db, params.id, { ...query, language })) ?? refuse('notFound'),
    apply: ({ params, body, language, user }) =>
      saving(() =>
        applyImport(
          context,
          { ...params, onlyValid: body.only_valid ?? false, otherProducts: body.other_products, language, stock },
          author(user),
        ),
      ),
    undo: ({ params, user }) => saving(() => undoImport(context, { ...params, stock }, author(user))),
  }
}
