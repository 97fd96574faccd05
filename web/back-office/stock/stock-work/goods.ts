import * as z from 'zod/mini'
import { product } from '#contract/catalogue/products.ts'
import { parseDecimalInput } from '#domain/quantity.ts'
import { isQuantity, type MoveKind } from '#domain/stock/stock-moves.ts'

/** What stock work needs to know of a product; kept in the browser with what was counted of it. */
export const goods = z.object({
  productId: z.int(),
  name: z.string(),
  unit: z.string(),
  codeType: product.shape.product_code_type,
})
export type Goods = z.output<typeof goods>

/** A quantity as a person types it here: with a comma. */
export const typed = (quantity: number): string => String(quantity).replace('.', ',')

/** What was typed, when it can be delivered, counted, wasted or corrected. */
export function typedQuantity(text: string, kind: MoveKind, codeType: Goods['codeType']): number | undefined {
  const quantity = parseDecimalInput(text)
  return quantity !== undefined && isQuantity(quantity, kind, codeType) ? quantity : undefined
}
