import { resolveScan, type ScanCatalogue } from './barcode.ts'
import { normaliseGtin } from './gtin.ts'

/** Which digits of a code the product list confirms: all, those of a label's item but not its weight or price, or none. */
export type ListedDigits = 'all' | 'item' | 'none'

export function listedDigits(code: string, catalogue: ScanCatalogue): ListedDigits {
  if (catalogue.entries.has(normaliseGtin(code) ?? '')) return 'all'
  return 'productId' in resolveScan(code, catalogue) ? 'item' : 'none'
}
