import { THOUSANDTHS_PER_UNIT, thousandthsFromQuantity } from '#domain/quantity.ts'
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

/** Larger quantities of one product are typing errors. */
const MAX_THOUSANDTHS = 1_000_000 * THOUSANDTHS_PER_UNIT

/** The thousandths of a product's quantity; undefined for too large ones, and for parts of goods sold by the piece. */
export function parseProductQuantity(quantity: number, type: ProductCodeType): number | undefined {
  const thousandths = thousandthsFromQuantity(quantity)
  if (thousandths === undefined || Math.abs(thousandths) > MAX_THOUSANDTHS) return undefined
  return type === 'standard' && thousandths % THOUSANDTHS_PER_UNIT !== 0 ? undefined : thousandths
}

/** Whether a quantity can be counted in a store. */
export const isCount = (quantity: number, type: ProductCodeType): boolean =>
  (parseProductQuantity(quantity, type) ?? -1) >= 0
