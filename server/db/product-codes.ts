import { codeKeys, type ProductCodes } from '#domain/barcode.ts'

const FIELDS = ['ean13', 'product_code', 'eanCase'] as const

/**
 * The rows of `product_code` for a product, to be written with it. Nobody reads them: scans are resolved from the product
 * list. They are the fence that keeps a code from being two products', in whatever field and form it was typed.
 */
export const productCodeRows = ({ productCodeType, ...codes }: ProductCodes, productId: number) =>
  FIELDS.flatMap(field =>
    codeKeys({ [field]: codes[field], productCodeType }).map(code_key => ({ code_key, product_id: productId, field })),
  )
