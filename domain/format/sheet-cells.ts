import { hasValidCheckDigit } from '#domain/barcode.ts'
import type { Cell } from './csv.ts'
import { withoutDirectionControls } from './direction-controls.ts'
import { parseDecimalInput } from '#domain/quantity.ts'

/** What can be wrong with a cell, before anybody looks at the product. */
export type CellProblem =
  | 'invalidNumber'
  | 'invalidWholeNumber'
  | 'invalidYesNo'
  | 'invalidChoice'
  | 'invalidCode'
  | 'invalidText'
  | 'digitsLost'

/** A cell's value; null for an empty cell. */
export type Read<T> = { value: T | null } | { problem: CellProblem }

export const EMPTY = { value: null }

/** As it stands in the cell, but for spaces around it and signs of direction. */
export const textOf = (cell: Cell): string => (cell === null ? '' : withoutDirectionControls(String(cell)).trim())

/** Signs that no database's texts can hold: NUL, and halves of a sign. Nobody typed them. */
export const isSound = (cell: Cell): boolean =>
  typeof cell !== 'string' || (!cell.includes('\0') && cell.isWellFormed())

/** The beginning of a text, to show: without such signs, and without half of one that was cut. */
export const beginningOf = (text: string, length: number): string =>
  text.slice(0, length).replaceAll('\0', '\uFFFD').toWellFormed()

/** Decimal comma or point, spaces of all kinds, and a currency: "1 234,50 €", "1.234,50", "1,234.50". */
export function readNumber(cell: Cell): Read<number> {
  if (typeof cell === 'number') return { value: cell }
  const text = textOf(cell).replace(/eur$/i, '')
  if (text === '') return EMPTY
  const value = parseDecimalInput(withoutGroups(text))
  return value === undefined ? { problem: 'invalidNumber' } : { value }
}

/** Of two signs the last one is the decimal one; one that stands twice parts thousands. */
function withoutGroups(text: string): string {
  const [point, comma] = [text.lastIndexOf('.'), text.lastIndexOf(',')]
  if (point >= 0 && comma >= 0) return text.replaceAll(point < comma ? '.' : ',', '')
  return /^-?\d{1,3}(\.\d{3}){2,}$|^-?\d{1,3}(,\d{3}){2,}$/.test(text) ? text.replaceAll(/[.,]/g, '') : text
}

/** A whole number within bounds. */
export const readWhole =
  (least: number, most: number) =>
  (cell: Cell): Read<number> => {
    const read = readNumber(cell)
    if ('problem' in read) return { problem: 'invalidWholeNumber' }
    const { value } = read
    if (value === null) return read
    return Number.isInteger(value) && value >= least && value <= most ? read : { problem: 'invalidWholeNumber' }
  }

const YES = new Set(['1', 'true', 'yes', 'y', 'x', 'kyllä', 'k', 'tosi', 'ja', 'j', 'sant'])
const NO = new Set(['0', 'false', 'no', 'n', 'ei', 'e', 'epätosi', 'nej', 'falskt'])

export function readYesNo(cell: Cell): Read<boolean> {
  const word = textOf(cell).toLowerCase()
  if (word === '') return EMPTY
  if (YES.has(word)) return { value: true }
  return NO.has(word) ? { value: false } : { problem: 'invalidYesNo' }
}

/** One of a few words, each by any of its names. */
export const readChoice =
  <Word extends string>(names: Readonly<Record<Word, readonly string[]>>) =>
  (cell: Cell): Read<Word> => {
    const text = textOf(cell).toLowerCase()
    if (text === '') return EMPTY
    // Its keys are Word and nothing else.
    const words = Object.keys(names) as Word[]
    const word = words.find(each => each.toLowerCase() === text || names[each].includes(text))
    return word === undefined ? { problem: 'invalidChoice' } : { value: word }
  }

/**
 * The digits of a code. A spreadsheet that takes a code for a number writes 6,4E+12 and drops zeros before it: what can
 * be known from what is left is given, and where digits are gone that is told.
 */
export function readCode(cell: Cell): Read<string> {
  if (typeof cell === 'number')
    return Number.isSafeInteger(cell) && cell >= 0 ? soundDigits(String(cell)) : { problem: 'digitsLost' }
  const text = textOf(cell).replaceAll(/\s/g, '')
  if (text === '') return EMPTY
  if (text.length > 100) return { problem: 'invalidCode' }
  const power = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i.exec(text)
  if (power) {
    const [, whole = '', decimals = '', exponent] = power
    return decimals.length === Number(exponent) ? soundDigits(whole + decimals) : { problem: 'digitsLost' }
  }
  const digits = /^(\d+)[.,]0+$/.exec(text)?.[1] ?? text
  return soundDigits(digits)
}

/** Zeros at the end with a check digit that is wrong: what a rounded number looks like. */
function soundDigits(digits: string): Read<string> {
  if (/^\d{7,9}0{4,}$/.test(digits) && !hasValidCheckDigit(digits)) return { problem: 'digitsLost' }
  const isShortened = /^\d{11,12}$/.test(digits) && hasValidCheckDigit(digits)
  return { value: isShortened ? digits.padStart(13, '0') : digits }
}
