import { dateCell } from '#domain/catalogue/imports/sheet-cells.ts'
import { DAY_MS } from '#domain/durations.ts'
import { xmlEvents } from './open-xlsx.ts'

/** The formats of dates and times that every spreadsheet knows without a description. */
const BUILT_IN: readonly (readonly [from: number, to: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
]
/** Excel has at most 64,000 formats of cells; cells with a later one are numbers. */
const MAX_STYLES = 65_000

/**
 * The numbers of the cell formats that show a number as a date or a time. Without this part of the file there are none.
 * `bytes`: the part with the formats.
 */
export async function findDateStyles(bytes: AsyncIterable<Buffer> | undefined): Promise<Set<number>> {
  const described = new Map<number, string>()
  const styles: number[] = []
  let isInCells = false
  for await (const events of bytes ? xmlEvents(bytes) : [])
    for (const event of events) {
      if (event.kind === 'text') continue
      if (event.name === 'cellXfs') isInCells = event.kind === 'open'
      if (event.kind === 'close' || styles.length > MAX_STYLES || described.size > MAX_STYLES) continue
      const { numFmtId, formatCode = '' } = event.attributes
      if (event.name === 'numFmt') described.set(Number(numFmtId), formatCode)
      if (event.name === 'xf' && isInCells) styles.push(Number(numFmtId ?? 0))
    }
  return new Set(styles.flatMap((format, style) => (isDateFormat(format, described.get(format)) ? [style] : [])))
}

function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to)
  // Without quoted and escaped signs, colours, conditions and currencies; “[h]” is a duration.
  const signs = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!(?:h+|m+|s+)\])[^\]]*\]/gi, '')
  return /[ymdhs]/i.test(signs) && !/general/i.test(signs)
}

/** Days since the end of 1899, the first of which are counted one too low. */
const EPOCH_DAYS = 25_569
const DAY_LENGTH = '2026-12-06'.length
/** The last day of the year 9999. */
const MAX_DAYS = 2_958_465

/** The cell of a day; a number that is no day stays. */
export function toDateCell(days: number): string | number {
  if (days < 0 || days > MAX_DAYS) return days
  return dateCell(new Date(Math.round((days - EPOCH_DAYS) * DAY_MS)).toISOString().slice(0, DAY_LENGTH))
}
