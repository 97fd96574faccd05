import { type Basket, hasQuantity, withAllProducts } from '#domain/orders/basket.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'

/** Quantities by product id, as in the API. Null: unlimited. */
export type AvailableQuantities = ReadonlyMap<number, number | null>

type EventChange = {
  storedEventId: number | null
  eventId: number
  /** All products of the event. */
  products: readonly { id: number }[]
}

/** Lists every product of the event; for a different event than the stored one the quantities start at 0. */
export function enterEvent(basket: Basket, { storedEventId, eventId, products }: EventChange): Basket {
  return withAllProducts(products, storedEventId === eventId ? basket : {})
}

/** Whether switching to another event would discard chosen quantities. */
export const losesQuantities = (basket: Basket, storedEventId: number | null, eventId: number): boolean =>
  storedEventId !== eventId && hasQuantity(basket)

const toThousandths = (quantity: number): number => thousandthsFromQuantity(quantity) ?? 0

type BookedQuantities = readonly { product_id: number; quantity: number }[]

/** The quantities that the shopper may choose: what is left, plus what the pre-order being changed holds. */
export function availableQuantities(
  available: readonly { product_id: number; remaining: number | null }[],
  booked: BookedQuantities = [],
): AvailableQuantities {
  const bookedQuantities = new Map(booked.map(({ product_id: id, quantity }) => [id, quantity]))
  return new Map(
    available.map(({ product_id: id, remaining: rest }) => [
      id,
      rest === null ? null : (toThousandths(rest) + toThousandths(bookedQuantities.get(id) ?? 0)) / 1000,
    ]),
  )
}

/** Whether one more piece is available. No `max` means unlimited. */
export const mayAddOne = (quantity: number, max: number | null | undefined): boolean =>
  max == null || toThousandths(quantity) + 1000 <= toThousandths(max)

/** Whether more is chosen than is available. */
export const isShort = (quantity: number, max: number | null | undefined): boolean =>
  max != null && toThousandths(quantity) > toThousandths(max)

/** The ids of products with more chosen than is available. */
export const findShortProducts = (basket: Basket, max: AvailableQuantities): number[] =>
  Object.entries(basket)
    .filter(([id, { quantity }]) => isShort(quantity, max.get(Number(id))))
    .map(([id]) => Number(id))

/** The wanted quantity limited to what is available; whole pieces for goods that are sold by the piece. */
export function clampedTo(
  quantity: number,
  max: number | null | undefined,
  { inPieces }: { inPieces: boolean },
): number {
  if (!isShort(quantity, max)) return quantity
  return inPieces ? Math.floor(max ?? 0) : (max ?? 0)
}
