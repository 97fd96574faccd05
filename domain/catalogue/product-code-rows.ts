import { codeKeys, type ProductCodes, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'

const CODE_FIELDS = ['ean13', 'product_code', 'further_codes', 'eanCase'] as const

/**
 * The rows of `product_code` for a product, to be written with it. Shoppers' scans are resolved from the product list; these rows
 * prevent two products from sharing a code, in whatever field and form it was typed.
 */
export const productCodeRows = (
  { productCodeType, ...codes }: ProductCodes,
  { productId: product_id, layouts }: { productId: number; layouts: readonly VariableMeasureLayout[] },
) =>
  CODE_FIELDS.flatMap(field =>
    codeKeys({ [field]: codes[field], productCodeType }, layouts).map(code_key => ({ code_key, product_id, field })),
  )
