import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { FetchRemoteImage } from '#server/adapters/remote-image/remote-image.ts'
import type { ProcessImage } from '#server/modules/catalogue/product-images/process-image.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import type { ImportStock } from './apply-goods.ts'
import { applyImport } from './apply-import.ts'
import { checkImport, previewStored, recheckImport, toChoices, uploadFile } from './check-import.ts'
import { templateRows } from './choose-headings.ts'
import { fetchImages, findImageFailures } from './fetch-images.ts'
import { cancelWork } from './import-rows.ts'
import { findImport, findImportRows, findImports } from './queries.ts'
import { undoImport } from './undo-import.ts'

const buildTemplate = <Format extends 'csv' | 'xlsx'>(format: Format, language: LanguageCode) => ({
  name: 'puoti-products',
  format,
  rows: templateRows(language),
})

/** Each request holds its file in memory while it waits. */
const MAX_WAITING = 4

/** Runs one at a time: the shop sells on the same machine. */
function importTurns() {
  const enqueue = serialQueue(MAX_WAITING)
  return async <T>(work: () => Promise<T>) => {
    const done = await enqueue(work)
    return done === 'busy' ? refuse('server.unavailable') : done
  }
}

type ImportServices = { stock: ImportStock; fetchRemoteImage: FetchRemoteImage; processImage: ProcessImage }

export function productImportRoutes(
  context: Context,
  { stock, ...images }: ImportServices,
): Handlers<typeof contract.productImports> {
  const { db, now } = context
  // Checking a file does not wait until another is applied.
  const [checking, saving, fetching] = [importTurns(), importTurns(), importTurns()]
  const author = authorAt(now)
  return {
    templateXlsx: async ({ language }) => buildTemplate('xlsx', language),
    templateCsv: async ({ language }) => buildTemplate('csv', language),
    list: ({ query }) => findImports(db, query),
    preview: ({ body: file, query: { name = '' }, user }) =>
      checking(() => uploadFile(context, { file, name }, author(user))),
    check: ({ body: file, query: { name, ...query }, user }) =>
      checking(() => checkImport(context, { file, name, choices: toChoices(query) }, author(user))),
    recheck: ({ params, body: { corrections = [], ...choices }, user }) =>
      checking(() => recheckImport(context, { ...params, choices: toChoices(choices), corrections }, author(user))),
    columns: ({ params }) => previewStored(context, params.id),
    cancel: async ({ params }) => {
      await cancelWork(db, params.id)
      return {}
    },
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
    fetchImages: ({ params, user }) => fetching(() => fetchImages(context, { ...params, ...images }, author(user))),
    imageFailures: async ({ params }) => (await findImageFailures(db, params.id)) ?? refuse('notFound'),
    undo: ({ params, user }) => saving(() => undoImport(context, { ...params, stock }, author(user))),
  }
}
