import type { ProductCodeType } from './barcode.ts'

export const PRODUCT_TYPES = ['standard', 'preorder'] as const

/** In the order of the form. */
export const PRODUCT_CODE_TYPES = [
  'standard',
  'bulk',
  'bulk_encoded_weight',
  'bulk_encoded_price',
] as const satisfies readonly ProductCodeType[]

/** Whether scale labels have the weight or the price: the price is per kilogram, and quantities are kilograms. */
export const isLabelled = (type: unknown): boolean => type === 'bulk_encoded_weight' || type === 'bulk_encoded_price'
