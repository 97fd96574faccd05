import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { isQuantity, type MoveKind } from '#domain/stock/stock-moves.ts'

/** The product data that stock work needs; stored in the browser with the counts. */
export const goods = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  codeType: product.shape.product_code_type,
})
export type Goods = z.output<typeof goods>

/** A quantity as typed here: with a comma. */
export const typed = (quantity: number): string => String(quantity).replace('.', ',')

/** Parses a typed quantity; undefined if it isn't valid for the kind of move. */
export function typedQuantity(text: string, kind: MoveKind, codeType: Goods['codeType']): number | undefined {
  const quantity = parseDecimalInput(text)
  return quantity !== undefined && isQuantity(quantity, kind, codeType) ? quantity : undefined
}
