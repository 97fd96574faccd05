import type { ProductCodeType } from './barcode.ts'

export const PRODUCT_TYPES = ['standard', 'preorder'] as const

/** In the order of the form. */
export const PRODUCT_CODE_TYPES = [
  'standard',
  'bulk',
  'bulk_encoded_weight',
  'bulk_encoded_price',
] as const satisfies readonly ProductCodeType[]
