import type { Lot } from '#domain/catalogue/lot.ts'
import { judgeLot } from '#domain/catalogue/markdown.ts'
import { quantityOfLabels } from '#domain/catalogue/scale-label-prices.ts'
import { lineTotalCents, netUnitPriceCents, vatTotals, type VatTotals } from '#domain/catalogue/vat.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { centsFromEuros } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { type Basket, type BasketEntry, type BasketProduct, parseBasketKey } from './basket.ts'

export type BasketLine<Product extends BasketProduct = BasketProduct> = {
  product: Product
  /** That its packages name. */
  lot?: Lot
  quantity: number
  quantityThousandths: number
  /** What one costs: less than the product's price if `percent` is set. */
  unitPriceCents: number
  /** By how much its date reduces the price. */
  percent?: number
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
  lot?: string | undefined
  best_before?: string | undefined
  use_by?: string | undefined
}

/**
 * Every entry with a known product, sorted by name, the lots of a product as they were added; entries with quantity 0 are included. `today`: yyyy-mm-dd in the store, for packages
 * with a date.
 */
export function basketLines<Product extends BasketProduct>(
  basket: Basket,
  products: readonly Product[],
  today = '',
): BasketLine<Product>[] {
  const byId = new Map(products.map(product => [product.id, product]))
  return Object.entries(basket)
    .flatMap(([key, entry]) => {
      const { productId = 0, lot } = parseBasketKey(key) ?? {}
      const product = byId.get(productId)
      return product ? [basketLine({ product, lot, entry, today })] : []
    })
    .toSorted((a, b) => byFinnishName(a.product, b.product) || a.product.id - b.product.id)
}

/** Ids in the basket that are not in the product list. */
export function unknownProductIds(basket: Basket, products: readonly { id: number }[]): number[] {
  const productIds = new Set(products.map(({ id }) => id))
  return Object.keys(basket)
    .map(key => parseBasketKey(key)?.productId ?? 0)
    .filter(id => !productIds.has(id))
}

/** Gross, net and VAT by rate of the basket; the server computes the order's totals with the same function. */
export function basketTotals(basket: Basket, products: readonly BasketProduct[], today?: string): VatTotals {
  return vatTotals(basketLines(basket, products, today).filter(line => line.quantity > 0))
}

/** The basket's gross sum in cents. */
export function basketSum(basket: Basket, products: readonly BasketProduct[], today?: string): number {
  return basketTotals(basket, products, today).grossCents
}

/**
 * The items for `POST order`: only entries with a quantity above 0. For goods with price labels the quantity is computed
 * from the price in the current list, since the basket may be older than the price.
 */
export function orderItems(basket: Basket, products: readonly BasketProduct[] = []): OrderItem[] {
  const byId = new Map(products.map(product => [product.id, product]))
  return Object.entries(basket)
    .filter(([, { quantity }]) => quantity > 0)
    .map(([key, entry]) => {
      const { productId = 0, lot } = parseBasketKey(key) ?? {}
      const product = byId.get(productId)
      return {
        product_id: productId,
        quantity: product ? basketLine({ product, lot, entry, today: '' }).quantity : entry.quantity,
        ...(entry.amounts?.length && { amounts: [...entry.amounts] }),
        ...(lot && { lot: lot.lot, best_before: lot.bestBefore, use_by: lot.useBy }),
      }
    })
}

type LineInput<Product> = { product: Product; lot: Lot | undefined; entry: BasketEntry; today: string }

function basketLine<Product extends BasketProduct>({
  product,
  lot,
  entry,
  today,
}: LineInput<Product>): BasketLine<Product> {
  const { priceCents, rateBasisPoints } = product
  const judged = entry.amounts ? undefined : judgeLot(product, lot, today)
  // What must not be sold any more stays in the list at its price, until the server refuses it.
  const { priceCents: unitPriceCents, percent } = judged?.kind === 'sold' ? judged : { priceCents }
  const amountsCents = entry.amounts?.map(amount => centsFromEuros(amount) ?? 0)
  const quantityThousandths =
    amountsCents?.length && unitPriceCents > 0
      ? quantityOfLabels(amountsCents, unitPriceCents)
      : Math.round(entry.quantity * 1000)
  const totalCents = lineTotalCents({ unitPriceCents, quantityThousandths, amountsCents })
  return {
    product,
    ...(lot && { lot }),
    ...(percent !== undefined && { percent }),
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
