import { type ImportRow, type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { MAX_PAGE_SIZE } from '#contract/lists.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import { REASON_HEADINGS } from '#domain/catalogue/imports/import-headings.ts'
import { CSV_BEGINNING, csvLine } from '#domain/format/csv.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { i18n } from '#web/kit/i18n/speech.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { vatClassName } from '#web/kit/i18n/vat-class-name.ts'

export type RowProblem = ImportRow['problems'][number]

/** The problem of a cell, with its column and its value. */
export function problemText(found: RowProblem, t: Translate): string {
  const label = fieldLabel(found.field)
  const problem = getProblemText(found, t)
  if (label === undefined) return problem
  // `value` contains the events' names instead of the cell's value.
  if (found.problem === 'inEvent') return t('productImport.problem', { field: label, problem })
  return found.value === undefined
    ? t('productImport.problem', { field: label, problem })
    : t('productImport.problemValue', { field: label, value: found.value, problem })
}

function getProblemText({ field, problem, count, row, value }: RowProblem, t: Translate): string {
  if (problem === 'inEvent') return t('productForm.problems.inEvent', { count: 0, value: value ?? '' })
  if (problem === 'required' && field === 'names') return t('forms.nameMissing')
  if (problem === 'tooLong' && count === undefined) return t('productImport.problems.tooLongOrOdd')
  if (problem === 'unknown' && field === 'id') return t('productImport.problems.unknownId')
  if (problem === 'unknown' && field === 'supplier_id') return t('productImport.problems.unknownSupplier')
  if (problem === 'unknown' && field === 'group_id') return t('productImport.problems.unknownGroup')
  if (problem === 'unknown' && field === 'vat_class_id') return t('productImport.problems.unknownVat')
  if (problem === 'unknown' && field === 'offered_in') return t('productImport.problems.unknownStore')
  if (problem === 'ambiguous' && field.startsWith('names.')) return t('productImport.problems.ambiguousName')
  return t(`productImport.problems.${problem}`, { count: count ?? 0, row: String(row ?? '') })
}

const eurosFormat = new Intl.NumberFormat('fi-FI', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const IN_EUROS = ['price', 'deposit', 'purchase_price']

function formatValue(field: string, value: unknown, t: Translate): string {
  if (value === null || value === '') return t('productImport.empty')
  if (field === 'vat_class_id' && typeof value === 'string') return vatClassName(value, t)
  if (typeof value === 'number' && IN_EUROS.includes(field)) return eurosFormat.format(value)
  // Store names.
  if (Array.isArray(value)) return value.length === 0 ? t('productImport.nowhere') : value.join(', ')
  if (typeof value === 'boolean') return t(value ? 'forms.yes' : 'forms.no')
  if (typeof value === 'number') return String(value).replace('.', ',')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The column head of a form field; undefined for the row as a whole. */
function fieldLabel(field: string): string | undefined {
  if (field === 'id') return undefined
  // A problem of all names is shown at the first of them.
  const fieldName = field === 'names' ? 'names.fi' : field
  const column = Object.values(IMPORT_COLUMNS).find(each => each.field === fieldName)
  return column?.headings[headingLanguage()] ?? field
}

/** The language of the interface, as headings have it. */
export const headingLanguage = (): LanguageCode => LANGUAGE_CODES.find(code => code === i18n.resolvedLanguage) ?? 'en'

type ReasonText = (problem: ImportRow['problems'][number]) => string

/** The wrong rows as they were in the file, each with its reasons: to be corrected and imported again. */
export function invalidRowsCsv(
  { headings }: Pick<ProductImport, 'headings'>,
  rows: readonly Pick<ImportRow, 'cells' | 'problems'>[],
  { language, formatReason }: { language: LanguageCode; formatReason: ReasonText },
): string {
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells?.length ?? 0))
  const toCsvLine = (cells: readonly string[], last: string) =>
    csvLine([...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last])
  const lines = rows.map(({ cells, problems }) => toCsvLine(cells ?? [], problems.map(formatReason).join(' ')))
  return [CSV_BEGINNING, toCsvLine(headings, REASON_HEADINGS[language]), ...lines].join('')
}

export async function listInvalidRows({ id, rows }: Pick<ProductImport, 'id' | 'rows'>): Promise<ImportRow[]> {
  const found: ImportRow[] = []
  for (let page = 1; found.length < rows.invalid; page++) {
    const query = { result: 'invalid', size: MAX_PAGE_SIZE, page } as const
    const { items } = await callApi(productImports.rows, { params: { id }, query })
    if (items.length === 0) break
    found.push(...items)
  }
  return found
}

/** Saves a text as a file of the browser’s. */
export function saveFile(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Once the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What becomes of a row: its problems, or what it changes. */
export function whatText(row: ImportRow, t: Translate): string {
  if (row.outcome) return t(`productImport.outcomes.${row.outcome}`)
  if (row.problems.length > 0) return row.problems.map(problem => problemText(problem, t)).join(' ')
  if (row.result !== 'changed') return t(`productImport.rowResults.${row.result}`)
  return row.changes
    .map(({ field, from, to }) => {
      const problem = t('productImport.fromTo', { from: formatValue(field, from, t), to: formatValue(field, to, t) })
      return t('productImport.problem', { field: fieldLabel(field) ?? field, problem })
    })
    .join(' · ')
}
