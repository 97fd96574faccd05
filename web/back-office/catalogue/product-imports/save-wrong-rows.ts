import { type ImportRow, type ProductImport, productImports } from '#contract/catalogue/product-imports.ts'
import { LARGEST_PAGE } from '#contract/lists.ts'
import type { LanguageCode } from '#contract/values.ts'
import { REASON_HEADS } from '#domain/catalogue/imports/import-headings.ts'
import { CSV_BEGINNING, csvLine } from '#domain/format/csv.ts'
import { callApi } from '#web/kit/api/call-api.ts'

type Reason = (problem: ImportRow['problems'][number]) => string

/** The wrong rows as they were in the file, each with its reasons: to be corrected and imported again. */
export function wrongRowsCsv(
  { headings }: Pick<ProductImport, 'headings'>,
  rows: readonly Pick<ImportRow, 'cells' | 'problems'>[],
  { language, reasonOf }: { language: LanguageCode; reasonOf: Reason },
): string {
  const width = Math.max(headings.length, ...rows.map(({ cells }) => cells?.length ?? 0))
  const lineOf = (cells: readonly string[], last: string) =>
    csvLine([...Array.from({ length: width }, (_, at) => cells[at] ?? ''), last])
  const lines = rows.map(({ cells, problems }) => lineOf(cells ?? [], problems.map(reasonOf).join(' ')))
  return [CSV_BEGINNING, lineOf(headings, REASON_HEADS[language]), ...lines].join('')
}

export async function findWrongRows({ id, rows }: Pick<ProductImport, 'id' | 'rows'>): Promise<ImportRow[]> {
  const found: ImportRow[] = []
  for (let page = 1; found.length < rows.wrong; page++) {
    const query = { result: 'wrong', size: LARGEST_PAGE, page } as const
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
