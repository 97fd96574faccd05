import { type Basket, hasQuantity, withAllProducts } from '#domain/orders/basket.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'

/** Quantities by product id, as the API shows them. Null: as much as anyone wants. */
export type Takeable = ReadonlyMap<number, number | null>

type EventChange = {
  storedEventId: number | null
  eventId: number
  /** What the event sells, each of it listed. */
  products: readonly { id: number }[]
}

/** Lists every product of the event; another event than before means that nothing of it is chosen yet. */
export function enterEvent(basket: Basket, { storedEventId, eventId, products }: EventChange): Basket {
  return withAllProducts(products, storedEventId === eventId ? basket : {})
}

/** Whether going to another event would throw away what is chosen. */
export const losesQuantities = (basket: Basket, storedEventId: number | null, eventId: number): boolean =>
  storedEventId !== eventId && hasQuantity(basket)

const thousandths = (quantity: number): number => thousandthsFromQuantity(quantity) ?? 0

type Held = readonly { product_id: number; quantity: number }[]

/** What one shopper may take: what is left, and what the pre-order that is being changed holds of it. */
export function takeable(left: readonly { product_id: number; left: number | null }[], held: Held = []): Takeable {
  const own = new Map(held.map(({ product_id: id, quantity }) => [id, quantity]))
  return new Map(
    left.map(({ product_id: id, left: rest }) => [
      id,
      rest === null ? null : (thousandths(rest) + thousandths(own.get(id) ?? 0)) / 1000,
    ]),
  )
}

/** Whether one more piece can be had. A product that is not told of is not limited. */
export const mayAddOne = (quantity: number, most: number | null | undefined): boolean =>
  most == null || thousandths(quantity) + 1000 <= thousandths(most)

/** Whether more is chosen than can be had. */
export const isShort = (quantity: number, most: number | null | undefined): boolean =>
  most != null && thousandths(quantity) > thousandths(most)

/** The ids of what is chosen beyond what can be had. */
export const shortOf = (basket: Basket, most: Takeable): number[] =>
  Object.entries(basket)
    .filter(([id, { quantity }]) => isShort(quantity, most.get(Number(id))))
    .map(([id]) => Number(id))

/** As much as can be had of what is wanted: goods that are sold by the piece, in whole pieces. */
export function clampedTo(
  quantity: number,
  most: number | null | undefined,
  { inPieces }: { inPieces: boolean },
): number {
  if (!isShort(quantity, most)) return quantity
  return inPieces ? Math.floor(most ?? 0) : (most ?? 0)
}
