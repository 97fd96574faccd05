import { basketLines, basketSum } from '#domain/orders/basket-lines.ts'
import type { Addition, Basket } from '#domain/orders/basket.ts'
import { centsFromEuros } from '#domain/money.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import { lineTotalCents } from '#domain/vat.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/shop/catalogue/products/unit-text.ts'
import type { NoticeInput } from '#web/kit/ui/notices/notice-queue.ts'
import type { ShopProduct } from './shop-product.ts'
import { formatMoney } from '#web/kit/ui/money-format.ts'

export interface Added {
  product: ShopProduct
  addition: Addition
  /** The basket after the addition, and the products with its prices. */
  basket: Basket
  products: readonly ShopProduct[]
  onUndo: () => void
  onPlusOne: () => void
}

/** A later toast of the same product replaces it. */
export const productToastId = (productId: number) => `product-${productId}`

/** The price of one addition: the label's amount, or price times quantity. */
function additionCents(product: ShopProduct, { quantity, amountEuros }: Addition): number {
  const quantityThousandths = thousandthsFromQuantity(quantity) ?? 0
  return (
    centsFromEuros(amountEuros ?? NaN) ?? lineTotalCents({ unitPriceCents: product.priceCents, quantityThousandths })
  )
}

/** "Rye bread · 4,20 €, added", with Undo and +1; a screen reader announces name, price and total. */
export function addedToast(
  { product, addition, basket, products, onUndo, onPlusOne }: Added,
  t: Translate,
): NoticeInput {
  const amount = formatMoney(additionCents(product, addition))
  const [line] = basketLines(basket, [product])
  const quantityThousandths = line?.quantityThousandths ?? 0
  const unit = product.productCodeType === 'standard' ? 'kpl' : product.unit
  const quantity = quantityText(quantityThousandths, unit, t)
  const plusOne = {
    label: t('basket.plusOne'),
    ariaLabel: t('basket.plusOneLabel', { product: product.name }),
    filled: true,
    keepOpen: true,
    onAct: onPlusOne,
  }
  const isFirst = quantityThousandths === 1000 && addition.quantity === 1
  return {
    id: productToastId(product.id),
    severity: 'success',
    plain: true,
    text: `${product.name} · ${amount}`,
    detail: isFirst ? t('basket.added') : t('basket.addedCount', { quantity }),
    announcement: t('basket.addedAnnouncement', {
      product: product.name,
      amount,
      total: formatMoney(basketSum(basket, products)),
    }),
    action: { label: t('common.undo'), onAct: onUndo },
    ...(product.productCodeType === 'standard' && { moreActions: [plusOne] }),
  }
}
