import { checkDigit, hasValidCheckDigit, normaliseGtin, parseVariableMeasure } from '#domain/barcode.ts'
import type { ProductForm } from '#domain/product-form.ts'

type CodeFields = Partial<Pick<ProductForm, 'ean13' | 'eanCase' | 'product_code' | 'prefix' | 'product_code_type'>>

// Prefix and item digits of a label; the value that it carries follows them.
const ITEM_END = 8

/**
 * The fields that a scanned code belongs in when a product is made for it. A label that carries its weight or price is
 * kept without its value; what is no code at all stands as it was read, so that the form can say what is wrong with it.
 */
export function fieldsOfCode(code: string): CodeFields {
  const gtin14 = normaliseGtin(code)
  if (gtin14 === undefined) return { ean13: code.trim() }
  const digits = gtin14.slice(1)
  if (!gtin14.startsWith('0')) return { eanCase: gtin14 }
  const measure = hasValidCheckDigit(gtin14) ? parseVariableMeasure(gtin14) : undefined
  if (!measure) return { ean13: digits }
  const item = `${digits.slice(0, ITEM_END)}0000`
  return {
    product_code: item + String(checkDigit(item)),
    prefix: digits.slice(0, 2),
    product_code_type: `bulk_encoded_${measure.kind}`,
  }
}
