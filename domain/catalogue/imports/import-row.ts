import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import type { CsvCell } from '#domain/format/csv.ts'
import { textFromHtml } from '#domain/format/html-text.ts'
import { initialRecord } from '#domain/record-fields.ts'
import { type ColumnName, IMPORT_COLUMNS, type ImportColumn, type ImportValue } from './import-columns.ts'
import { isGtin14Heading } from './import-headings.ts'
import {
  firstCharacters,
  dateIn,
  isSheetError,
  isValid,
  readCodes,
  type CellValue,
  displayText,
  cellText,
} from './sheet-cells.ts'

/** The problems of a row: those of the form, of a cell, or from concurrent changes. */
export const IMPORT_PROBLEMS = [
  ...FIELD_PROBLEMS,
  'invalidNumber',
  'invalidWholeNumber',
  'invalidYesNo',
  'invalidChoice',
  'invalidCode',
  'invalidText',
  'digitsLost',
  'sheetError',
  'sheetDate',
  /** Not wrong: the row has the id of a product whose name and codes differ. */
  'otherProduct',
  'ambiguous',
  'rowRepeated',
  'changedSince',
  /** A product with this name and supplier was created since the file was checked. */
  'madeSince',
  'purchasePriceRange',
  /** The supplier has another purchase price of the product from today. */
  'pricedToday',
  /** The file has stock, and no store was chosen for it. */
  'noStore',
  'notStocked',
  'stockRange',
  'wholePieces',
  /** The store’s stock was counted or corrected since the file was checked. */
  'countedSince',
  /** Of an undone row: the stock was counted or corrected since the import. */
  'stockStays',
] as const

export type ImportProblem = {
  /** A field of the form; `id` for a problem of the whole row. */
  field: string
  problem: (typeof IMPORT_PROBLEMS)[number]
  /** As in the file. */
  value?: string
  count?: number
  product_id?: number
  /** For `repeated` and `rowRepeated`: the other row. */
  row?: number
}

export type RowRead = {
  /** By form field; absent fields stay unchanged. */
  values: Map<string, ImportValue | null>
  /** More codes in the cell of the piece's code: they are added to the product's further codes. */
  addedCodes: readonly string[]
  problems: ImportProblem[]
  /** How many of its cells had HTML. */
  htmlTexts: number
}

/** Parses a row's cells into the fields of their columns. */
export function readRow(
  cells: readonly CsvCell[],
  columns: readonly (ColumnName | undefined)[],
  headings: readonly CsvCell[] = [],
): RowRead {
  const row: RowRead = { values: new Map(), addedCodes: [], problems: [], htmlTexts: 0 }
  columns.forEach((name, at) => {
    if (!name) return
    const column: ImportColumn = IMPORT_COLUMNS[name]
    const written = cells[at] ?? null
    const cell = typeof written === 'string' ? textFromHtml(written) : written
    if (cell !== written) row.htmlTexts++
    const several = name === 'ean13' ? severalCodes(cell) : []
    row.addedCodes = several.length > 0 ? several.slice(1) : row.addedCodes
    const read = several.length > 0 ? { value: several[0] ?? null } : readCell(cell, column)
    if ('problem' in read)
      row.problems.push({
        field: column.field,
        problem: read.problem,
        value: firstCharacters(displayText(cell), 100),
      })
    else if (read.value !== null) row.values.set(column.field, read.value)
    else if (column.empty !== undefined) row.values.set(column.field, column.empty)
  })
  const at = columns.indexOf('eanCase')
  if (isPaddedPiece(cells[at] ?? null) || hasLostZero(row.values, headings[at] ?? null) || hasSameCodes(row.values))
    moveCaseToPiece(row.values)
  return row
}

/** The codes in a cell with several. */
function severalCodes(cell: CsvCell): readonly string[] {
  const read = readCodes(cell)
  return 'value' in read && read.value && read.value.length > 1 ? read.value : []
}

function readCell(cell: CsvCell, column: ImportColumn): CellValue<ImportValue> {
  if (!isValid(cell)) return { problem: 'invalidText' }
  if (isSheetError(cell)) return { problem: 'sheetError' }
  return dateIn(cell) === undefined ? column.read(cell) : { problem: 'sheetDate' }
}

/** Data pools have all codes with 14 digits: the indicator 0 means one piece. */
function isPaddedPiece(cell: CsvCell): boolean {
  const digits = cellText(cell).replaceAll(/\s/g, '')
  return /^0\d{13}$/.test(digits) && hasValidCheckDigit(digits)
}

/** In a column of codes with 14 digits, one of 13 lost its 0 in a spreadsheet. */
function hasLostZero(values: RowRead['values'], heading: CsvCell): boolean {
  const code = values.get('eanCase')
  return isGtin14Heading(heading) && typeof code === 'string' && code.length === 13 && hasValidCheckDigit(code)
}

function hasSameCodes(values: RowRead['values']): boolean {
  const [piece, code] = [values.get('ean13'), values.get('eanCase')]
  return typeof piece === 'string' && typeof code === 'string' && piece !== '' && piece === code
}

/** Of a row with another code of the piece, it stays the case's. */
function moveCaseToPiece(values: RowRead['values']): void {
  const [piece, code] = [values.get('ean13'), values.get('eanCase')]
  if (typeof code !== 'string') return
  if (typeof piece === 'string' && normaliseGtin(piece) !== normaliseGtin(code)) return
  values.set('ean13', code)
  values.delete('eanCase')
}

export const isEmptyRow = (cells: readonly CsvCell[]): boolean => cells.every(cell => cellText(cell) === '')

type FlatRecord = Readonly<Record<string, unknown>>

/** Sets fields in a form, with `names.fi` as `{names: {fi}}`; other fields of the form are kept. */
export function withFields(form: FlatRecord, fields: Iterable<readonly [field: string, value: unknown]>): FlatRecord {
  const filled: Record<string, unknown> = { ...form }
  for (const [field, value] of fields) {
    const [name = '', language] = field.split('.')
    filled[name] = language ? { ...(filled[name] as object), [language]: value } : value
  }
  return filled
}

/** Defaults for a new product's fields that are absent from the file. */
export const NEW_PRODUCT: FlatRecord = {
  names: { en: '', fi: '', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  ...initialRecord(PRODUCT_FIELDS),
  /** Store ids; the form's `stores` are built from them, see server/modules/catalogue/product-imports/validate-row.ts. */
  offered_in: [],
}
