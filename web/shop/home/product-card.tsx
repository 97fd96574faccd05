import { memo } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { eurosText } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { useAllergens } from '#web/shop/catalogue/allergens/my-allergens.ts'
import { ProductPicture } from '#web/shop/catalogue/products/product-picture.tsx'
import { contentText, isSoldByUnit } from '#web/shop/catalogue/products/product-texts.ts'
import css from './home.module.css'

// Apart from product-sheet-part.ts: shared by all pages, it would be part of the first load.
const loadSheet = () => import('#web/shop/catalogue/products/product-sheet.tsx')
export const { Part: ProductSheet } = lazyPart(async () => (await loadSheet()).ProductSheet)
const { Part: AllergenPills } = lazyPart(async () => (await loadSheet()).AllergenPills)

/** Facts for a shopper before taking the product: few left, none left, an age limit, allergens. */
export function ProductPills({ product, sellsAgeRestricted }: { product: Product; sellsAgeRestricted: boolean }) {
  const { t } = useTranslation()
  const hasAllergens = useAllergens() !== null
  const { min_age: years, active_store_stock: stock } = product
  const remaining = stock?.level === 'low' ? stock.remaining : null
  const quantity =
    remaining === null
      ? ''
      : formatQuantity(thousandthsFromQuantity(remaining) ?? 0, isSoldByUnit(product) ? product.unit : null)
  return (
    <div className={css.pills}>
      {remaining !== null && <StatusPill tone="attention">{t('home.left', { quantity })}</StatusPill>}
      {stock?.level === 'out' && <StatusPill tone="danger">{t('home.outOfStock')}</StatusPill>}
      {years !== null && (
        <StatusPill tone="closed">
          {sellsAgeRestricted ? t('home.ageLimit', { years }) : t('home.ageNotSold')}
        </StatusPill>
      )}
      {hasAllergens && <AllergenPills product={product} />}
    </div>
  )
}

type ProductCardProps = {
  product: Product
  sellsAgeRestricted: boolean
  onOpen: (product: Product) => void
}

function PlainCard({ product, sellsAgeRestricted, onOpen }: ProductCardProps) {
  const { t } = useTranslation()
  const isLabelled = product.product_code_type === 'bulk_encoded_price'
  const byUnit = isSoldByUnit(product)
  const perUnit = (price: number, priceUnit: string) =>
    t('home.unitPrice', { price: eurosText(price), unit: unitText(priceUnit, t) })
  const price = byUnit ? perUnit(product.price, product.unit) : eurosText(product.price)
  const { unit_price: unitPrice, content_unit: unit } = product
  return (
    <li className={css.card}>
      <ProductPicture product={product} />
      <Text variant="h3" className={css.cardText}>
        <button type="button" aria-haspopup="dialog" className={css.opener} onClick={() => onOpen(product)}>
          {product.name}
        </button>
      </Text>
      <Text variant="body2" soft>
        {[product.supplier.name, contentText(product)].filter(Boolean).join(', ')}
      </Text>
      <div className={css.prices}>
        <span className={joinClasses(css.price, isLabelled && css.priceByWeight)}>
          {isLabelled ? t('home.priceByWeight') : price}
        </span>
        {!byUnit && unitPrice !== null && unit !== null && (
          <Text as="span" variant="body2" soft className={css.cardUnitPrice}>
            {perUnit(unitPrice, unit)}
          </Text>
        )}
      </div>
      {product.campaign && <Text variant="caption">{product.campaign.text}</Text>}
      {product.deposit > 0 && (
        <Text variant="caption" soft>
          {t('home.withDeposit', { amount: eurosText(product.deposit) })}
        </Text>
      )}
      <ProductPills product={product} sellsAgeRestricted={sellsAgeRestricted} />
    </li>
  )
}

/** One product of the shelf: its name, price and availability. A press opens its details. */
export const ProductCard = memo(PlainCard)
