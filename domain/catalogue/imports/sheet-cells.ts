import { separateCodes } from '#domain/catalogue/code-list.ts'
import { hasValidCheckDigit, wholeEan } from '#domain/catalogue/gtin.ts'
import type { CsvCell } from '#domain/format/csv.ts'
import { dayText } from '#domain/format/day-text.ts'
import { normaliseText } from '#domain/format/normalise-text.ts'
import { parseDecimalInput } from '#domain/quantity.ts'

/** The problems of a cell, before the product is validated. */
export type CellProblem =
  | 'invalidNumber'
  | 'invalidWholeNumber'
  | 'invalidYesNo'
  | 'invalidChoice'
  | 'invalidCode'
  | 'invalidText'
  | 'digitsLost'
  /** A formula of the spreadsheet failed. */
  | 'sheetError'
  | 'sheetDate'

/** A cell's value; null for an empty cell. */
export type CellValue<T> = { value: T | null } | { problem: CellProblem }

export const EMPTY_CELL = { value: null }

/** The cell's text, normalised, and without surrounding spaces. */
export const cellText = (cell: CsvCell): string => (cell === null ? '' : normaliseText(String(cell)))

/** Failed formulas as all languages of Excel write them (#N/A, #PUUTTUU!, #DIV/0!), and LibreOffice; ### is a too narrow column. */
const SHEET_ERROR = /^#(?:N\/A|GETTING_DATA|\p{Lu}[\p{Lu}\d/_]*[!?]|#{2,})$|^Err:\d{3}$/u
/** The error of a cell that a spreadsheet marks as one. */
export const UNNAMED_ERROR = '#ERROR!'

export const isSheetError = (cell: CsvCell): boolean => typeof cell === 'string' && SHEET_ERROR.test(cell.trim())

/** A cell that a spreadsheet formats as a date, in a form that no file contains: no column of products has dates. */
export const dateCell = (day: string): string => `#${day}!`

/** The day of a `dateCell`. */
export const dateIn = (cell: CsvCell): string | undefined =>
  typeof cell === 'string' ? /^#(\d{4}-\d\d-\d\d)!$/.exec(cell.trim())?.[1] : undefined

/** A cell as readers see it: the dates and numbers of a spreadsheet as in Finland. */
export function displayText(cell: CsvCell): string {
  if (typeof cell === 'number') return String(cell).replace('.', ',')
  const day = dateIn(cell)
  return day === undefined ? cellText(cell) : dayText(day)
}

/** False for text that the database can't store, with NUL or lone surrogates; users do not type those. */
export const isValid = (cell: CsvCell): boolean =>
  typeof cell !== 'string' || (!cell.includes('\0') && cell.isWellFormed())

/** The beginning of a text, for display: without NUL and lone surrogates, including one left by the cut. */
export const firstCharacters = (text: string, length: number): string =>
  text.slice(0, length).replaceAll('\0', '\uFFFD').toWellFormed()

/** Longer than any price, quantity or rate with its currency. */
const MAX_NUMBER_LENGTH = 40

/** Decimal comma or point, spaces of all kinds, and a currency: "1 234,50 €", "1.234,50", "1,234.50". */
export function readNumber(cell: CsvCell): CellValue<number> {
  if (typeof cell === 'number') return { value: cell }
  if (isNoValue(cellText(cell))) return EMPTY_CELL
  const text = cellText(cell)
    .replaceAll(/^(?:eur|€)\s*|\s*(?:eur|euroa|€)?\s*\/\s*\p{L}+\.?$|\s*(?:eur|euroa)$/giu, '')
    .replace(/,[-–]{1,2}(?=\s*€?$)/, '')
  if (isNoValue(text)) return EMPTY_CELL
  if (text.length > MAX_NUMBER_LENGTH) return { problem: 'invalidNumber' }
  const value = parseDecimalInput(withoutGroups(text))
  return value === undefined ? { problem: 'invalidNumber' } : { value }
}

/** Euros: what a formula of a spreadsheet calculates is rounded to cents, as the spreadsheet shows it. */
export function readEuros(cell: CsvCell): CellValue<number> {
  const read = readNumber(cell)
  if (typeof cell !== 'number' || 'problem' in read || read.value === null) return read
  return { value: Math.round(read.value * 100 + Math.sign(read.value) * 1e-7) / 100 }
}

const NO_VALUE = /^(?:|[-–—]+|n\/?a|null|none|ei ole|puuttuu|saknas)$/i

/** What programs and people write into a cell without a value. */
export const isNoValue = (text: string): boolean => NO_VALUE.test(text)

/** When both signs occur, the last one is the decimal sign; a sign that occurs twice separates thousands. */
function withoutGroups(text: string): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return text.replaceAll(point < comma ? '.' : ',', '')
  return /^-?\d{1,3}(\.\d{3}){2,}$|^-?\d{1,3}(,\d{3}){2,}$/.test(text) ? text.replaceAll(/[.,]/g, '') : text
}

/** A whole number within bounds. */
export const readWhole =
  (min: number, max: number) =>
  (cell: CsvCell): CellValue<number> => {
    const read = readNumber(cell)
    if ('problem' in read) return { problem: 'invalidWholeNumber' }
    const { value } = read
    if (value === null) return read
    return Number.isInteger(value) && value >= min && value <= max ? read : { problem: 'invalidWholeNumber' }
  }

/** Yes and no, as people and programs write them in a table. */
export const YES_WORDS: readonly string[] = ['1', 'true', 'yes', 'y', 'x', 'kyllä', 'k', 'ja', 'j']
export const NO_WORDS: readonly string[] = ['0', 'false', 'no', 'n', 'ei', 'e', 'nej']
const YES_CELLS = new Set([...YES_WORDS, 'active', 'aktiivinen', 'aktiv', 'published', 'julkaistu', 'tosi', 'sant'])
const NO_CELLS = new Set([
  ...NO_WORDS,
  'draft',
  'archived',
  'unlisted',
  'inactive',
  'luonnos',
  'arkistoitu',
  'utkast',
  '-1',
  'epätosi',
  'falskt',
])

export function readYesNo(cell: CsvCell): CellValue<boolean> {
  const word = cellText(cell).toLowerCase()
  if (word === '') return EMPTY_CELL
  if (YES_CELLS.has(word)) return { value: true }
  return NO_CELLS.has(word) ? { value: false } : { problem: 'invalidYesNo' }
}

/** One of several options, each by any of its names. */
export const readChoice =
  <Word extends string>(names: Readonly<Record<Word, readonly string[]>>) =>
  (cell: CsvCell): CellValue<Word> => {
    const text = cellText(cell).toLowerCase()
    if (text === '') return EMPTY_CELL
    // The object has no other keys than Word.
    const words = Object.keys(names) as Word[]
    const word = words.find(each => each.toLowerCase() === text || names[each].includes(text))
    return word === undefined ? { problem: 'invalidChoice' } : { value: word }
  }

/**
 * The digits of a code. A spreadsheet that treats a code as a number writes 6,4E+12 and drops leading zeros: recoverable
 * codes are returned, and lost digits are reported.
 */
export function readCode(cell: CsvCell): CellValue<string> {
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) && cell >= 0 ? readDigits(String(cell)) : { problem: 'digitsLost' }
  const text = plainCode(cellText(cell))
  if (NO_CODE.test(text)) return EMPTY_CELL
  if (text.length > 100) return { problem: 'invalidCode' }
  const power = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text)
  if (power) {
    const [, whole = '', decimals = '', exponent] = power
    return decimals.length === Number(exponent) ? readDigits(whole + decimals) : { problem: 'digitsLost' }
  }
  const digits = /^(\d+)[.,]0+$/.exec(text)?.[1] ?? text
  return readDigits(digits)
}

/** Several codes in a cell, or one; the first problem. */
export function readCodes(cell: CsvCell): CellValue<readonly string[]> {
  const parts = typeof cell === 'string' ? separateCodes(cellText(cell)) : [cell]
  const reads = parts.map(readCode)
  const invalid = reads.find(read => 'problem' in read)
  if (invalid) return invalid
  const codes = reads.flatMap(read => ('value' in read ? (read.value ?? []) : []))
  return codes.length === 0 ? EMPTY_CELL : { value: [...new Set(codes)] }
}

/** What programs write where there is no code. */
const NO_CODE = /^(?:0*|-+|–|—|n\/?a|null|none|ei(?:ole)?|puuttuu|saknas|ingen)$/i

/** Without spaces, what keeps spreadsheets from reading it as a number ('123, ="123"), and hyphens between digits. */
const plainCode = (text: string): string =>
  text
    .replaceAll(/\s/g, '')
    .replace(/^="?(.*?)"?$/, '$1')
    .replaceAll(/^['’‘`"]+|['’"]+$/g, '')
    .replaceAll(/(?<=\d)[-‐‑–](?=\d)/g, '')

/** Trailing zeros with a wrong check digit indicate a rounded number. */
function readDigits(digits: string): CellValue<string> {
  if (/^0+$/.test(digits)) return EMPTY_CELL
  if (/^\d{7,9}0{4,}$/.test(digits) && !hasValidCheckDigit(digits)) return { problem: 'digitsLost' }
  // A UPC-A that begins with a zero has 11 digits left.
  const isShortened = /^\d{11}$/.test(digits) && hasValidCheckDigit(digits)
  return { value: isShortened ? digits.padStart(13, '0') : wholeEan(digits) }
}
