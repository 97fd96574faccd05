import { createHash } from 'node:crypto'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { findFormat } from '#domain/catalogue/imports/foreign-formats.ts'
import type { ForeignFormat } from '#domain/catalogue/imports/foreign-programs.ts'
import type { ImportChoices } from '#domain/catalogue/imports/import-choices.ts'
import { COLUMN_NAMES, type ColumnName, IMPORT_COLUMNS } from '#domain/catalogue/imports/import-columns.ts'
import {
  areOwnHeadings,
  findColumns,
  columnsToRemember,
  findHeadings,
  headingsKey,
  idColumn,
  MAX_ROWS_ABOVE,
  rememberedColumns,
} from '#domain/catalogue/imports/import-headings.ts'
import { ALL_STORES, NO_STORES } from '#domain/catalogue/imports/import-labels.ts'
import { isEmptyRow } from '#domain/catalogue/imports/import-row.ts'
import { firstCharacters, displayText, cellText } from '#domain/catalogue/imports/sheet-cells.ts'
import { type CsvCell, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { text } from '#server/texts/text.ts'
import { type FindHeadings, openRows } from './table-rows.ts'
import type { NumberedRow } from './xlsx-rows.ts'

const hashHeadings = (cells: readonly CsvCell[]) =>
  createHash('sha256')
    .update(JSON.stringify(headingsKey(cells)))
    .digest('hex')

/** Finds the row of headings: by an admin's choice, by an earlier choice for the same headings, or by known headings. */
export const headingsFinder =
  (db: Db, { columns, headingRow }: Pick<ImportChoices, 'columns' | 'headingRow'>): FindHeadings =>
  async first => {
    if (columns !== undefined) {
      const at = first.findIndex(({ row }) => row === headingRow)
      const names = columns.split(',')
      return at < 0 ? undefined : { at, columns: names.map(columnNamed) }
    }
    const remembered = await findRemembered(db, first)
    if (remembered) return remembered
    const at = findHeadings(first.map(({ cells }) => cells))
    return at === undefined ? undefined : { at }
  }

const columnNamed = (name: string): ColumnName | undefined => COLUMN_NAMES.find(each => each === name)

async function findRemembered(db: Db, first: readonly NumberedRow[]) {
  const rows = first.slice(0, MAX_ROWS_ABOVE).map(({ cells }, at) => ({ at, cells, key: hashHeadings(cells) }))
  const found = await db
    .selectFrom('product_import_columns')
    .select(['headings_sha256', 'columns'])
    .where(
      'headings_sha256',
      'in',
      rows.map(({ key }) => key),
    )
    .execute()
  const row = rows.find(({ key }) => found.some(each => each.headings_sha256 === key))
  const chosen = found.find(each => each.headings_sha256 === row?.key)
  return row && chosen && { at: row.at, columns: rememberedColumns(row.cells, chosen.columns) }
}

/** Stores the columns that an admin chose, for the next file with the same headings. */
export async function rememberColumns(
  db: Db,
  { headings: cells, columns }: { headings: readonly string[]; columns: readonly (string | null)[] },
): Promise<void> {
  const names = columns.map(name => (name === null ? undefined : columnNamed(name)))
  const row = { columns: JSON.stringify(columnsToRemember(cells, names)), chosen_at: new Date() }
  await db
    .insertInto('product_import_columns')
    .values({ headings_sha256: hashHeadings(cells), ...row })
    .onConflict(conflict => conflict.column('headings_sha256').doUpdateSet(row))
    .execute()
}

const SHOWN_ROWS = 3
const SHOWN_LENGTH = 60
const isFilled = (cell: CsvCell) => cellText(cell) !== ''
const displayBeginning = (cell: CsvCell | undefined) => firstCharacters(displayText(cell ?? null), SHOWN_LENGTH)

/** The columns of a file with its first rows. Without known headings, its first row with several cells has them. */
export async function previewFile(
  db: Db,
  file: Buffer,
  choices: ImportChoices = {},
): Promise<Omit<ImportPreview, 'id'>> {
  const { first } = await openRows(file)
  const found = await headingsFinder(db, choices)(first)
  const rows = first.map(({ cells: rowCells }) => rowCells)
  const guess = () =>
    findHeadings(rows, 1) ??
    Math.max(
      0,
      rows.findIndex(rowCells => rowCells.filter(isFilled).length > 1),
    )
  const at = found?.at ?? guess()
  const { row = 1, cells = [] } = first[at] ?? {}
  const columns = found?.columns ?? findColumns(cells)
  const format = areOwnHeadings(cells) ? undefined : findFormat(cells)
  const shown = first.slice(at + 1).filter(each => !isEmptyRow(each.cells))
  const values = shown.slice(0, SHOWN_ROWS)
  const width = Math.max(cells.length, ...values.map(each => each.cells.length))
  const all = Array.from({ length: width }, (_, place) => ({
    at: place,
    heading: displayBeginning(cells[place]),
    column: columns[place] ?? null,
    values: values.map(each => displayBeginning(each.cells[place])),
  }))
  return {
    program: format?.program ?? null,
    net_prices: choices.netPrices ?? hasNetPrices(format, cells, columns),
    heading_row: row,
    columns: all.filter(({ heading, values: some }) => heading !== '' || some.some(value => value !== '')),
    has_known_columns: found !== undefined && (found.columns !== undefined || areOwnHeadings(cells)),
  }
}

/** Whether the heading of the price means a price without VAT. */
function hasNetPrices(
  format: ForeignFormat | undefined,
  cells: readonly CsvCell[],
  columns: readonly (ColumnName | undefined)[],
): boolean {
  const head = cellText(cells[columns.indexOf('price')] ?? null).toLowerCase()
  return format?.netPrice !== undefined && head.includes(format.netPrice)
}

/** The value in the id column of a row that only shows how to fill in the table. */
const EXAMPLE_MARKS = new Set(LANGUAGE_CODES.map(language => text(language, 'catalogue.template.example')))

type ExampleRow = Partial<Record<ColumnName, WrittenCell>>

const milkExample = (language: LanguageCode): ExampleRow => ({
  name_en: 'Milk 1 l',
  name_fi: 'Maito 1 l',
  name_sv: 'Mjölk 1 l',
  price: moneyCell(1.45),
  deposit: moneyCell(0),
  vat_class: '13,5 %',
  unit: 'kpl',
  content_quantity: 1,
  content_unit: 'l',
  units_per_case: 12,
  ean13: '6410000000018',
  eanCase: '16410000000015',
  product_type: 'standard',
  product_code_type: 'standard',
  perishable: text(language, 'catalogue.template.yes'),
  enabled: text(language, 'catalogue.template.yes'),
  stores: ALL_STORES[language],
  sort_order: 10,
  alarm_limit: 6,
})

const cheeseExample = (language: LanguageCode): ExampleRow => ({
  name_en: 'Cheese by weight',
  name_fi: 'Juusto, punnittava',
  name_sv: 'Ost, lösvikt',
  price: moneyCell(18.9),
  vat_class: '13,5 %',
  unit: 'kg',
  product_code: '2312345600004',
  prefix: '23',
  product_type: 'standard',
  product_code_type: 'bulk_encoded_weight',
  perishable: text(language, 'catalogue.template.yes'),
  enabled: text(language, 'catalogue.template.no'),
  stores: NO_STORES[language],
  sort_order: 20,
})

/** The header, and two rows that show how cells are filled in. */
export async function* templateRows(language: LanguageCode): AsyncGenerator<WrittenCell[][]> {
  yield [COLUMN_NAMES.map(name => IMPORT_COLUMNS[name].headings[language])]
  yield [milkExample(language), cheeseExample(language)].map(example =>
    COLUMN_NAMES.map(name => (name === 'id' ? text(language, 'catalogue.template.example') : (example[name] ?? null))),
  )
}

/** Also where the headings are not only the shop's own. */
export const isExample = (cells: readonly CsvCell[], headings: readonly CsvCell[]): boolean =>
  EXAMPLE_MARKS.has(cellText(cells[idColumn(headings)] ?? null).toLowerCase())
