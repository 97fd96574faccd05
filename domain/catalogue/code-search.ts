import { codeKeys, FINNISH_LAYOUTS, type ProductCodes, scanKeys, type VariableMeasureLayout } from './barcode.ts'

const MIN_DIGITS = 3
/** Fewer digits may occur in a code by chance, so they must be its last digits. */
const TELLING_DIGITS = 5

/**
 * Whether the typed text matches a code of the product: a whole code as a scanner reads it, including a label's, or part of
 * a code such as its last digits.
 */
export function matchesCode(
  product: ProductCodes,
  typed: string,
  layouts: readonly VariableMeasureLayout[] = FINNISH_LAYOUTS,
): boolean {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (digits.length < MIN_DIGITS || !/^\d+$/.test(digits)) return false
  const codes = [product.ean13, product.product_code, product.eanCase, ...(product.further_codes ?? [])].filter(
    code => code != null,
  )
  if (codes.some(code => (digits.length < TELLING_DIGITS ? code.endsWith(digits) : code.includes(digits)))) return true
  const keys = codeKeys(product, layouts)
  return scanKeys(digits, layouts).some(key => keys.includes(key))
}
