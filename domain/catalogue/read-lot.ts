import { parseGs1Code } from './gs1-code.ts'
import { isLotNumber, type Lot, lotKey } from './lot.ts'
import { toProductCode, withoutSymbology } from './scanned-code.ts'

/** The lot that a scanner's text names; undefined: none. `year`: the present one, which decides the century of dates. */
export function readLot(scanned: string, year: number): Lot | undefined {
  const text = withoutSymbology(scanned)
  const code = text.length > 14 ? parseGs1Code(text, year) : undefined
  if (!code) return undefined
  const { lot: number, bestBefore, useBy } = code
  const lot: Lot = {
    ...(number !== undefined && isLotNumber(number) && { lot: number }),
    // Of two dates, the one after which it must not be eaten counts.
    ...(useBy === undefined ? bestBefore !== undefined && { bestBefore } : { useBy }),
  }
  return Object.keys(lot).length > 0 ? lot : undefined
}

/** A scanner's text as `parseScannedCode` reads it: `toProductCode`, then `/` and the key of the lot that it names. */
export function toScannedCode(scanned: string, year: number): string {
  const code = toProductCode(scanned)
  const lot = readLot(scanned, year)
  return lot ? `${code}/${lotKey(lot)}` : code
}
