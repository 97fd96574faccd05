import { parseVariableMeasure, type VariableMeasureLayout } from './barcode.ts'
import { checkDigit, hasValidCheckDigit, normaliseGtin } from './gtin.ts'
import type { ProductForm } from './product-form.ts'

type CodeFields = Partial<Pick<ProductForm, 'ean13' | 'eanCase' | 'product_code' | 'prefix' | 'product_code_type'>>

/** A label's digits before its check digit; the first two are the prefix. */
const LABEL_DIGITS = 12
const PREFIX_DIGITS = 2

/**
 * The fields that a scanned code belongs in when a product is created for it. A label with an encoded weight or price is
 * stored without its value; text that is not a code is returned as it was read, so that the form can report the error.
 */
export function fieldsOfCode(code: string, layouts: readonly VariableMeasureLayout[]): CodeFields {
  const gtin14 = normaliseGtin(code)
  if (gtin14 === undefined) return { ean13: code.trim() }
  const digits = gtin14.slice(1)
  if (!gtin14.startsWith('0')) return { eanCase: gtin14 }
  const measure = hasValidCheckDigit(gtin14) ? parseVariableMeasure(gtin14, layouts) : undefined
  if (!measure) return { ean13: digits }
  const item = digits.slice(0, PREFIX_DIGITS + measure.itemCode.length).padEnd(LABEL_DIGITS, '0')
  return {
    product_code: item + String(checkDigit(item)),
    prefix: digits.slice(0, PREFIX_DIGITS),
    product_code_type: `bulk_encoded_${measure.kind}`,
  }
}
