import type { CsvCell } from '#domain/format/csv.ts'
import { textFromHtml } from '#domain/format/html-text.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { formatColumns, taxRateIn } from './foreign-formats.ts'
import type { ForeignFormat } from './foreign-programs.ts'
import { plainHeading, plainHeadings } from './plain-heading.ts'
import { cellText, readYesNo } from './sheet-cells.ts'

/** Words for a product that has no variants. */
const NO_VARIANT = new Set(['default title', 'default', 'regular', 'normaali', 'oletus', 'standard', '-'])

/** A row in the columns of its file, as the shop reads it; undefined: it is no product. */
export type ShapeRow = (cells: readonly CsvCell[]) => CsvCell[] | undefined

/**
 * Makes each row of a program’s file, read in order, complete: a variant gets what only the first row of its product has, and its
 * name; a tax is named by its rate, a group without its parents.
 */
export function rowShaper(format: ForeignFormat, headings: readonly CsvCell[]): ShapeRow {
  const plain = plainHeadings(headings)
  const findColumnIndex = (heading: string) => plain.indexOf(plainHeading(heading))
  const findPlaces = (names: readonly string[] = []) => names.map(findColumnIndex).filter(at => at >= 0)
  const columns = formatColumns(format, headings)
  const [name, group, vat] = (['name_fi', 'group', 'vat_class'] as const).map(column => columns.indexOf(column))
  const [shared, variants, needed] = [format.shared, format.variants, format.needed].map(findPlaces)
  const keys = findPlaces(format.keys)
  const parentKey = format.parentKey === undefined ? -1 : findColumnIndex(format.parentKey)
  const taxes = format.hasTaxColumns ? headings.flatMap((cell, at) => (taxRateIn(cell) === undefined ? [] : at)) : []
  const words = Object.entries(format.words ?? {}).map(
    ([heading, values]) => [findColumnIndex(heading), values] as const,
  )
  const first = new Map<string, readonly CsvCell[]>()

  return cells => {
    const row = [...cells]
    const ownKeys = keys.map(at => cellText(row[at] ?? null)).filter(key => key !== '')
    const parent = parentKey < 0 ? ownKeys[0] : cellText(row[parentKey] ?? null).replace(/^id:/, '')
    const before = parent === undefined || parent === '' ? undefined : first.get(parent)
    if (!before) for (const key of ownKeys) if (!first.has(key)) first.set(key, cells)
    if (isGrouping(format, cells, findColumnIndex)) return undefined
    if (!(needed ?? []).some(at => isFilled(row, at))) return undefined
    for (const at of shared ?? []) if (before && !isFilled(row, at)) row[at] = before[at] ?? null
    if (name !== undefined) addVariants(row, { name, variants: variants ?? [] })
    if (group !== undefined && group >= 0 && format.groups) row[group] = findGroup(row[group], format.groups)
    if (vat !== undefined && taxes.length > 0) row[vat] = findTax(row, headings, taxes)
    for (const [at, values] of words)
      if (at >= 0) row[at] = values[comparisonKey(cellText(row[at] ?? null))] ?? row[at] ?? null
    return row
  }
}

const isFilled = (cells: readonly CsvCell[], at: number) => cellText(cells[at] ?? null) !== ''

function isGrouping(
  { parents }: ForeignFormat,
  cells: readonly CsvCell[],
  findColumnIndex: (heading: string) => number,
): boolean {
  if (!parents) return false
  const types = cellText(cells[findColumnIndex(parents.heading)] ?? null).split(/,\s*/)
  return types.some(type => parents.values.includes(type.toLowerCase()))
}

function addVariants(row: CsvCell[], { name, variants }: { name: number; variants: readonly number[] }): void {
  const text = cellText(row[name] ?? null)
  const words = variants
    .map(at => cellText(row[at] ?? null))
    .filter(word => word !== '' && !NO_VARIANT.has(word.toLowerCase()) && !text.includes(word))
  if (text !== '' && words.length > 0) row[name] = [text, ...words].join(', ')
}

/** The first of several groups, without its parents. */
function findGroup(cell: CsvCell | undefined, { path, several }: NonNullable<ForeignFormat['groups']>): CsvCell {
  const text = textFromHtml(cellText(cell ?? null))
  const [first = ''] = several === undefined ? [text] : text.split(several)
  return (
    first
      .split(path)
      .map(part => part.trim())
      .filter(Boolean)
      .at(-1) ?? null
  )
}

function findTax(row: readonly CsvCell[], headings: readonly CsvCell[], taxes: readonly number[]): CsvCell {
  const at = taxes.find(place => {
    const read = readYesNo(row[place] ?? null)
    return 'value' in read && read.value === true
  })
  return at === undefined ? null : `${taxRateIn(headings[at] ?? null)} %`
}
