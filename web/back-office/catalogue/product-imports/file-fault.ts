import type { Translate } from '#web/kit/i18n/translate.ts'
import { IMPORT_COLUMNS } from '#domain/catalogue/import-columns.ts'
import { UNREADABLE } from '#contract/catalogue/product-imports.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { headOf } from './field-label.ts'

/** What is wrong with a file that was refused; or why it did not arrive, which says nothing of the file. */
export function fileFault(error: unknown, t: Translate): { text: string | undefined; isOfFile: boolean } {
  if (!(error instanceof ApiError)) return { text: errorText(error, t), isOfFile: false }
  if (error.code === 'request.tooLarge') return { text: t('productImport.limits'), isOfFile: true }
  if (error.code !== 'import.unreadable') return { text: errorText(error, t), isOfFile: false }
  const said = wordsIn(error.body)
  const problem = UNREADABLE.find(each => each === said.problem) ?? 'damaged'
  const column = Object.keys(IMPORT_COLUMNS).includes(said.column) ? headOf(said.column) : said.column
  return { text: t(`productImport.unreadable.${problem}`, { column }), isOfFile: true }
}

function wordsIn(body: unknown): { problem: string; column: string } {
  const word = (name: string) =>
    typeof body === 'object' && body !== null && name in body ? String(Reflect.get(body, name)) : ''
  return { problem: word('problem'), column: word('column') }
}
