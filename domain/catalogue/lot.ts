import { isDay } from '#domain/format/iso-day.ts'
import { parseGs1Code } from './gs1-code.ts'
import { toProductCode, withoutSymbology } from './scanned-code.ts'

/** What a package names besides its product: a lot, and the last day, yyyy-mm-dd, either to be best before or to be used by. */
export type Lot = { lot?: string; bestBefore?: string; useBy?: string }

/** AI 10 of GS1: printable characters without spaces. */
export const isLotNumber = (lot: string): boolean => /^[!-~]{1,20}$/.test(lot)

/** The day on which a package's date ends. */
export const lastDay = ({ useBy, bestBefore }: Lot): string | undefined => useBy ?? bestBefore

/** The lot that a scanned or typed code names; undefined: none. `today` (yyyy-mm-dd) decides the century of its dates. */
export function readLot(scanned: string, today: string): Lot | undefined {
  const text = withoutSymbology(scanned)
  const code = text.length > 14 ? parseGs1Code(text, Number(today.slice(0, 4))) : undefined
  if (!code) return undefined
  const { lot: number, bestBefore, useBy } = code
  const lot: Lot = {
    ...(number !== undefined && isLotNumber(number) && { lot: number }),
    // Of two dates, the one after which it must not be eaten counts.
    ...(useBy === undefined ? bestBefore !== undefined && { bestBefore } : { useBy }),
  }
  return Object.keys(lot).length > 0 ? lot : undefined
}

/** A scanner's text as codes are passed on: a product's digits, or if it names a lot, the text as it was read. */
export function toScannedCode(scanned: string): string {
  const text = withoutSymbology(scanned)
  return readLot(text, '2000-01-01') ? text : toProductCode(text)
}

/** A lot as one text, which sorts packages of a product; empty: none. */
export function lotKey({ lot = '', bestBefore, useBy }: Lot): string {
  const day = useBy === undefined ? bestBefore && `b${bestBefore}` : `u${useBy}`
  return day === undefined && lot === '' ? '' : `${day ?? ''}/${lot}`
}

/** The lot of a key; undefined if it is no key. */
export function parseLotKey(key: string): Lot | undefined {
  const [, kind, day = '', lot = ''] = /^(?:([bu])([\d-]{10}))?\/(.*)$/.exec(key) ?? []
  if ((kind === undefined && lot === '') || (kind !== undefined && !isDay(day)) || (lot !== '' && !isLotNumber(lot)))
    return undefined
  return { ...(lot && { lot }), ...(kind === 'b' && { bestBefore: day }), ...(kind === 'u' && { useBy: day }) }
}
