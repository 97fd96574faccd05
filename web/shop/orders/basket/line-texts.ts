import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { priceText } from '#web/shop/catalogue/products/shop-product.ts'
import type { ShopLine } from './use-basket.ts'

/** The text under a line's name: the unit price, the quantity and its price, or the weight of the price labels. */
export function lineDetail(
  { product, quantityThousandths, amountsCents, unitPriceCents }: ShopLine,
  t: Translate,
): string {
  if (amountsCents) {
    // Without the price per kilogram: the labels' amounts are paid, to the cent.
    const weight = quantityText(quantityThousandths, product.unit, t)
    return t('basket.byLabel', { weight, count: amountsCents.length })
  }
  const price = priceText({ ...product, priceCents: unitPriceCents }, t)
  if (product.productCodeType === 'standard') return price
  return t('basket.byWeight', {
    quantity: quantityText(quantityThousandths, product.unit, t),
    price,
  })
}

/** The number of items: pieces, plus one for each weighed line or price label. */
export function itemCount(lines: readonly Pick<ShopLine, 'product' | 'quantity' | 'amountsCents'>[]): number {
  return lines.reduce((sum, { product, quantity, amountsCents }) => {
    return sum + (product.productCodeType === 'standard' ? quantity : (amountsCents?.length ?? 1))
  }, 0)
}
