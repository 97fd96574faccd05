import { memo, useState, useEffect, useMemo, useSyncExternalStore } from 'react'
import type { Product } from '#contract/catalogue/products.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { basketLines, basketTotals } from '#domain/orders/basket-lines.ts'
import { addOne, hasQuantity, removeOne } from '#domain/orders/basket.ts'
import { clampedTo, isShort, mayAddOne } from '#domain/preorders/preorder-basket.ts'
import { formatQuantity, thousandthsFromQuantity } from '#domain/quantity.ts'
import { quantityText, unitText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { IconButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { TrashIcon } from '#web/kit/ui/icons.tsx'
import { QuantityStepper } from '#web/kit/ui/inputs/quantity-stepper.tsx'
import { eurosText, Money } from '#web/kit/ui/money.tsx'
import { StatusPill } from '#web/kit/ui/status-pill.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useAllergens } from '#web/shop/catalogue/allergens/my-allergens.ts'
import { ProductPicture } from '#web/shop/catalogue/products/product-picture.tsx'
import { AllergenPills, ProductSheet } from '#web/shop/catalogue/products/product-sheet-part.ts'
import { contentText, isSoldByUnit } from '#web/shop/catalogue/products/product-texts.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { BulkQuantityDialog } from '#web/shop/orders/basket/bulk-quantity-dialog.tsx'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import css from './preorders.module.css'

type TypedQuantityProps = {
  line: PreorderLine
  isSoldOut: boolean
  onSet: PreorderBasketView['set']
}

/** Bulk goods have no stepper: the quantity is typed, changed, or reset to zero. */
function TypedQuantity({ line: { product, quantity, quantityThousandths }, isSoldOut, onSet }: TypedQuantityProps) {
  const { t } = useTranslation()
  const [isTyping, setTyping] = useState(false)
  const shown = quantity > 0 ? quantityText(quantityThousandths, product.unit, t) : t('preorder.typeQuantity')
  return (
    <div className={css.typedQuantity}>
      {/* Stays in place, and keeps the focus, if there is nothing to reset. */}
      <IconButton
        aria-label={t('preorder.clearQuantity', { product: product.name })}
        aria-disabled={quantity === 0}
        onClick={() => onSet(product, 0)}
        className={quantity === 0 ? css.nothing : undefined}
      >
        <TrashIcon />
      </IconButton>
      <SecondaryButton
        small
        disabled={isSoldOut}
        aria-haspopup="dialog"
        aria-label={`${product.name}: ${shown}`}
        onClick={() => setTyping(true)}
      >
        {shown}
      </SecondaryButton>
      {isTyping && (
        <BulkQuantityDialog
          product={product}
          confirmText={t('preorder.setQuantity')}
          onAdd={typed => {
            onSet(product, typed)
            setTyping(false)
          }}
          onClose={() => setTyping(false)}
        />
      )}
    </div>
  )
}

type PreorderRowProps = {
  line: PreorderLine
  product: Product
  /** The available quantity; null: unlimited. */
  max: number | null | undefined
  /** The event's item for the product; undefined while loading. */
  item: PreorderEvent['preorder_event_items'][number] | undefined
  step: PreorderBasketView['step']
  set: PreorderBasketView['set']
}

function ProductPrices({ product }: { product: Product }) {
  const { t } = useTranslation()
  const { price, unit, unit_price: unitPrice, content_unit: contentUnit } = product
  const byUnit = isSoldByUnit(product)
  const priceText = byUnit
    ? t('home.unitPrice', { price: eurosText(price), unit: unitText(unit, t) })
    : eurosText(price)
  const perUnit =
    byUnit || unitPrice === null || contentUnit === null
      ? undefined
      : t('home.unitPrice', { price: eurosText(unitPrice), unit: unitText(contentUnit, t) })
  return (
    <Text variant="body2" soft className={css.prices}>
      <span className={css.ownPrice}>{priceText}</span>
      {perUnit !== undefined && ` · ${perUnit}`}
      <br />
      {[product.supplier.name, contentText(product)].filter(Boolean).join(', ')}
    </Text>
  )
}

/** The limit per shopper, or how much is left where that is less; nothing for unlimited products. */
function RemainingPill({ product, max, item }: Pick<PreorderRowProps, 'product' | 'max' | 'item'>) {
  const { t } = useTranslation()
  const text = (quantity: number) =>
    formatQuantity(thousandthsFromQuantity(quantity) ?? 0, isSoldByUnit(product) ? product.unit : null)
  if (max == null) return <span />
  const perShopper = item?.per_shopper ?? null
  const isUsedUp = perShopper !== null && item !== undefined && item.own >= perShopper
  if (perShopper !== null && (max >= perShopper || isUsedUp))
    return <StatusPill tone="closed">{t('preorder.perShopper', { quantity: text(perShopper) })}</StatusPill>
  if (max === 0) return <StatusPill tone="danger">{t('preorder.soldOut')}</StatusPill>
  return <StatusPill tone="closed">{t('preorder.left', { quantity: text(max) })}</StatusPill>
}

/** More is chosen than is available: shows that, and offers what is available. */
function ShortageNotice({ line, product, max, set }: Omit<PreorderRowProps, 'step' | 'item'>) {
  const { t } = useTranslation()
  const rest = clampedTo(line.quantity, max, { inPieces: !isSoldByUnit(product) })
  const text = (quantity: number) => quantityText(thousandthsFromQuantity(quantity) ?? 0, product.unit, t)
  const action = rest > 0 ? t('preorder.take', { quantity: text(rest) }) : t('preorder.chooseNone')
  const names = { chosen: text(line.quantity), quantity: text(rest) }
  return (
    <div className={css.shortage}>
      <Text variant="body2" className={css.shortageText}>
        {rest > 0 ? t('preorder.short', names) : t('preorder.shortNone', names)}
      </Text>
      <SecondaryButton small aria-label={`${action}: ${product.name}`} onClick={() => set(line.product, rest)}>
        {action}
      </SecondaryButton>
    </div>
  )
}

function RowContent({ line, product, max, item, step, set }: PreorderRowProps) {
  const { t } = useTranslation()
  const hasAllergens = useAllergens() !== null
  const { quantity } = line
  const names = { product: product.name }
  const [isOpen, setOpen] = useState(false)
  return (
    <li data-short={isShort(quantity, max)} className={css.row}>
      <ProductPicture product={product} size={72} />
      <div className={css.rowTexts}>
        <div className={css.rowHead}>
          <h3 className={css.rowName}>
            <button type="button" aria-haspopup="dialog" className={css.rowOpener} onClick={() => setOpen(true)}>
              {product.name}
            </button>
          </h3>
          {quantity > 0 && <Money cents={line.totalCents} size="line" />}
        </div>
        <ProductPrices product={product} />
        {hasAllergens && (
          <div className={css.rowAllergens}>
            <AllergenPills product={product} />
          </div>
        )}
        {product.description !== '' && (
          <Text variant="body2" soft>
            {product.description}
          </Text>
        )}
        <div className={css.rowLeft}>
          <RemainingPill product={product} max={max} item={item} />
          {product.product_code_type === 'standard' ? (
            <QuantityStepper
              value={formatQuantity(line.quantityThousandths)}
              onAdd={() => step(line.product, 1)}
              onRemove={() => step(line.product, -1)}
              isAtMost={!mayAddOne(quantity, max)}
              isAtLeast={quantity === 0}
              addLabel={t('basket.add', names)}
              removeLabel={t('basket.removeOne', names)}
              groupLabel={t('basket.quantityOf', names)}
            />
          ) : (
            <TypedQuantity line={line} isSoldOut={max === 0} onSet={set} />
          )}
        </div>
        {isOpen && <ProductSheet product={product} onClose={() => setOpen(false)} />}
        {isShort(quantity, max) && <ShortageNotice line={line} product={product} max={max} set={set} />}
      </div>
    </li>
  )
}

/** One product of the event: its name, price and availability, and the chosen quantity. */
export const PreorderRow = memo(
  RowContent,
  (before, now) =>
    before.product === now.product &&
    before.max === now.max &&
    before.item?.per_shopper === now.item?.per_shopper &&
    before.item?.own === now.item?.own &&
    before.line.quantityThousandths === now.line.quantityThousandths,
)

const NO_PRODUCTS: readonly ShopProduct[] = []

/** Each operation starts from what local storage contains now, whichever tab wrote it. */
const rowOperations = {
  step: (product: ShopProduct, by: 1 | -1) => {
    const change = (by === 1 ? addOne : removeOne)(preorderBasketStore.basket(), product)
    if (change.ok) preorderBasketStore.put(change.basket)
  },
  /** A line stays in the list at a quantity of 0. */
  set: ({ id }: ShopProduct, quantity: number) => preorderBasketStore.putEntry(id, { quantity }),
}

/** The id of the pre-order that is being changed; null for none. */
export const useChangedId = (): number | null =>
  useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.changedId)

/** The choices of an event: every product of it is a line, initially at 0. */
export function usePreorderBasket(eventId: number | undefined, products: readonly ShopProduct[] | undefined) {
  const basket = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.basket)
  const storedEventId = useSyncExternalStore(preorderBasketStore.subscribe, preorderBasketStore.eventId)
  // Another store empties the basket, and the shopkeeper may change the event's products.
  const isListed = products?.length === Object.keys(basket).length && products.every(({ id }) => basket[id])
  const isEntered = isListed && storedEventId === eventId
  useEffect(() => {
    if (eventId !== undefined && products && !isEntered) preorderBasketStore.enterEvent({ id: eventId, products })
  }, [eventId, products, isEntered])
  const rows = products ?? NO_PRODUCTS
  const lines = useMemo(() => basketLines(basket, rows), [basket, rows])
  const totals = useMemo(() => basketTotals(basket, rows), [basket, rows])
  return { ...rowOperations, basket, lines, totals, hasQuantity: hasQuantity(basket) }
}

export type PreorderBasketView = ReturnType<typeof usePreorderBasket>
type PreorderLine = PreorderBasketView['lines'][number]
