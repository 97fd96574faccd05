import type { Product } from '#contract/catalogue/products.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'

type ProductContent = Pick<Product, 'content_quantity' | 'content_unit'>

/** A package's content, e.g. 500 g or 1,5 l; undefined for goods that aren't packed. */
export function contentText({ content_quantity: quantity, content_unit: unit }: ProductContent): string | undefined {
  if (quantity === null || unit === null) return undefined
  const thousandths = thousandthsFromQuantity(quantity) ?? 0
  // A thousandth of a kilogram is a gram.
  if (unit === 'kg' && thousandths < 1000) return formatQuantity(thousandths * 1000, 'g')
  return formatQuantity(thousandths, unit)
}

/** True for goods that are priced by weight or volume: their price is that of one unit. */
export const isSoldByUnit = ({ product_code_type: type }: Pick<Product, 'product_code_type'>): boolean =>
  type === 'bulk' || type === 'bulk_encoded_weight'
