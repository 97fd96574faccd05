import { quantityOfLabels } from '#domain/catalogue/scale-label-prices.ts'
import { lineTotalCents, netUnitPriceCents, totals, type Totals } from '#domain/catalogue/vat.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { centsFromEuros } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Basket, BasketEntry, BasketProduct } from './basket.ts'

export type BasketLine<Product extends BasketProduct = BasketProduct> = {
  product: Product
  quantity: number
  quantityThousandths: number
  unitPriceCents: number
  netUnitPriceCents: number
  totalCents: number
  /** Only for display with the line; the basket's net total is computed per VAT rate, not summed from these. */
  netTotalCents: number
  rateBasisPoints: number
  /** The amounts of the price labels, when the line comes from such labels. */
  amountsCents?: number[]
}

export type OrderItem = {
  product_id: number
  quantity: number
  amounts?: number[]
}

/** Every entry with a known product, sorted by name; entries with quantity 0 are included. */
export function basketLines<Product extends BasketProduct>(
  basket: Basket,
  products: readonly Product[],
): BasketLine<Product>[] {
  return products
    .flatMap(product => {
      const entry = basket[product.id]
      return entry ? [basketLine(product, entry)] : []
    })
    .toSorted((a, b) => byFinnishName(a.product, b.product) || a.product.id - b.product.id)
}

/** Ids in the basket that are not in the product list. */
export function unknownProductIds(basket: Basket, products: readonly { id: number }[]): number[] {
  const productIds = new Set(products.map(({ id }) => id))
  return Object.keys(basket)
    .map(Number)
    .filter(id => !productIds.has(id))
}

/** Gross, net and VAT by rate of the basket; the server computes the order's totals with the same function. */
export function basketTotals(basket: Basket, products: readonly BasketProduct[]): Totals {
  return totals(basketLines(basket, products).filter(line => line.quantity > 0))
}

/** The basket's gross sum in cents. */
export function basketSum(basket: Basket, products: readonly BasketProduct[]): number {
  return basketTotals(basket, products).grossCents
}

/**
 * The items for `POST order`: only entries with a quantity above 0. For goods with price labels the quantity is computed
 * from the price in the current list, since the basket may be older than the price.
 */
export function orderItems(basket: Basket, products: readonly BasketProduct[] = []): OrderItem[] {
  const byId = new Map(products.map(product => [String(product.id), product]))
  return Object.entries(basket)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([id, entry]) => {
      const product = byId.get(id)
      return {
        product_id: Number(id),
        quantity: product ? basketLine(product, entry).quantity : entry.quantity,
        ...(entry.amounts?.length && { amounts: [...entry.amounts] }),
      }
    })
}

function basketLine<Product extends BasketProduct>(product: Product, entry: BasketEntry): BasketLine<Product> {
  const { priceCents: unitPriceCents, rateBasisPoints } = product
  const amountsCents = entry.amounts?.map(amount => centsFromEuros(amount) ?? 0)
  const quantityThousandths =
    amountsCents?.length && unitPriceCents > 0
      ? quantityOfLabels(amountsCents, unitPriceCents)
      : Math.round(entry.quantity * 1000)
  const totalCents = lineTotalCents({ unitPriceCents, quantityThousandths, amountsCents })
  return {
    product,
    quantity: amountsCents?.length ? quantityFromThousandths(quantityThousandths) : entry.quantity,
    quantityThousandths,
    unitPriceCents,
    netUnitPriceCents: netUnitPriceCents(unitPriceCents, rateBasisPoints),
    totalCents,
    netTotalCents: netUnitPriceCents(totalCents, rateBasisPoints),
    rateBasisPoints,
    ...(amountsCents?.length && { amountsCents }),
  }
}
