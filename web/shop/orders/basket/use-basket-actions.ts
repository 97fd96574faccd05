import { startTransition, useEffect, useEffectEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { lineTotalCents } from '#domain/catalogue/vat.ts'
import { centsFromEuros } from '#domain/money.ts'
import { basketLines, basketSum } from '#domain/orders/basket-lines.ts'
import { type BasketAddition, type Basket, basketKey, type BasketRefusal } from '#domain/orders/basket.ts'
import { thousandthsFromQuantity } from '#domain/quantity.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { quantityText } from '#web/kit/i18n/unit-text.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import type { NoticeInput } from '#web/kit/ui/notices/notice-queue.ts'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { allergenWarnings } from '#web/shop/catalogue/allergens/allergen-warning.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { basketStore } from './basket-store.ts'
import {
  dropLine,
  lastAdded as lastOffered,
  mergeBaskets,
  type OfferedUndo,
  offerUndo,
  type UndoableChange,
} from './undo-strip.tsx'
import type { BasketView, ShopLine } from './use-basket.ts'
import { SCAN_PROBLEM } from './use-unknown-code.ts'

const UNDO_MS = 10_000

function restoreBasket(offered: OfferedUndo): void {
  if (offered.kind === 'cleared') basketStore.put(mergeBaskets(offered.before, basketStore.basket()))
  else basketStore.putEntry(offered.key, offered.before)
}

/** Each change of a visit can be undone for ten seconds, even if its toast has disappeared. */
function useUndo() {
  const [offers, setOffers] = useState<readonly OfferedUndo[]>([])
  const nextId = useRef(1)
  const withdraw = (id: number) => setOffers(list => list.filter(offered => offered.id !== id))
  return {
    removed: offers.filter(offered => offered.kind === 'removed'),
    cleared: offers.find(offered => offered.kind === 'cleared'),
    lastAdded: (key: string) => lastOffered(offers, key),
    /** Returns the offer, for other Undo buttons. */
    offer: (done: UndoableChange): OfferedUndo => {
      const offered = { ...done, id: nextId.current++ }
      setOffers(list => offerUndo(list, offered))
      setTimeout(() => withdraw(offered.id), UNDO_MS)
      return offered
    },
    dropLine: (key: string) => setOffers(list => dropLine(list, key)),
    undo: (offered: OfferedUndo) => {
      restoreBasket(offered)
      withdraw(offered.id)
    },
  }
}

type UndoState = ReturnType<typeof useUndo>

const CLEARED_TOAST = 'basket-cleared'
const ALLERGEN_TOAST = 'basket-allergens'

/**
 * The toasts of a visit to the basket: they close with it, since their actions would change a basket that is locked by an
 * order.
 */
function useVisitToasts() {
  const { notify, dismiss } = useProductToasts()
  const openIds = useRef(new Set<string>())
  const dismissAll = useEffectEvent(() => openIds.current.forEach(dismiss))
  useEffect(() => () => dismissAll(), [])
  return {
    dismiss,
    notify: (toast: NoticeInput) => void openIds.current.add(notify(toast)),
  }
}

type VisitToasts = ReturnType<typeof useVisitToasts>

type AddingContext = {
  basket: BasketView
  products: readonly ShopProduct[]
  toasts: VisitToasts
  undo: UndoState
  refuse: (reason: BasketRefusal, product: string) => void
}

/** Notifies why a product was not added to the basket. */
function useRefusals({ notify }: VisitToasts) {
  const { t } = useTranslation()
  return (reason: BasketRefusal, product: string) => {
    const texts = {
      'no-such-product': t('basket.noSuchProduct'),
      'invalid-quantity': t('basket.bulkInvalid'),
      'label-needed': t('basket.labelNeeded', { product }),
    }
    notify({ id: SCAN_PROBLEM, severity: 'error', text: texts[reason] })
  }
}

type NamedLine = Pick<ShopLine, 'product' | 'lot'>

/** Removals from the basket, each with Undo. */
function useRemovals(basket: BasketView, { notify }: VisitToasts, undo: UndoState) {
  const { t } = useTranslation()
  const notifyWithUndo = (id: string, text: string, offered: OfferedUndo) => {
    const action = { label: t('common.undo'), onAct: () => undo.undo(offered) }
    notify({ id, severity: 'info', plain: true, text, action })
  }
  return {
    remove: ({ product: { id, name }, lot }: NamedLine) => {
      const key = basketKey(id, lot)
      const before = basketStore.basket()[key]
      basket.removeItem(key)
      const offered = undo.offer({ kind: 'removed', key, name, before })
      notifyWithUndo(lineToastId(key), t('basket.removed', { product: name }), offered)
    },
    clear: () => {
      const before = basketStore.basket()
      basket.clear()
      notifyWithUndo(CLEARED_TOAST, t('basket.cleared'), undo.offer({ kind: 'cleared', before }))
    },
  }
}

/** Adds to the basket, each time with Undo and a toast. Returns whether it was added. */
function useAdding({ basket, products, toasts: { notify, dismiss }, undo, refuse }: AddingContext) {
  const { t } = useTranslation()
  const [lastAdded, setLastAdded] = useState({ key: '', turn: 0 })
  const lastKey = useRef('')

  /** Warns of what the shopper avoids, above the toast of the addition. */
  function warn(product: ShopProduct): void {
    const warnings = allergenWarnings(product, t)
    if (warnings.length === 0) return dismiss(ALLERGEN_TOAST)
    const isContained = warnings.some(({ strength }) => strength === 'contains')
    const text = warnings.map(warning => warning.text).join('. ')
    const severity = isContained ? 'error' : 'warning'
    notify({ id: ALLERGEN_TOAST, severity, text: t('food.warning', { product: product.name, warning: text }) })
  }

  function add(product: ShopProduct, addition: BasketAddition): boolean {
    const { id, name } = product
    const { lot } = addition
    const key = basketKey(id, lot)
    const before = basketStore.basket()[key]
    const change = basket.addQuantity(product, addition)
    if (!change.ok) {
      refuse(change.reason, name)
      return false
    }
    // The shopper waits for the row: it renders at once and in one pass, the toast after that.
    const offered = flushSync(() => {
      setLastAdded(({ turn }) => ({ key, turn: turn + 1 }))
      return undo.offer({ kind: 'added', key, name, before })
    })
    const onPlusOne = () => void add(product, { quantity: 1, lot })
    const onUndo = () => undo.undo(offered)
    startTransition(() => {
      dismiss(SCAN_PROBLEM)
      // On a small phone two toasts hide the list; the earlier product's row offers the same.
      if (lastKey.current !== key) dismiss(lineToastId(lastKey.current))
      lastKey.current = key
      const { today } = basket
      notify(addedToast({ product, addition, basket: change.basket, today, products, onUndo, onPlusOne }, t))
      warn(product)
    })
    return true
  }
  return { lastAdded, add }
}

/** The shopper's changes of the basket: each is announced, and can be undone. */
export function useBasketActions(basket: BasketView, products: readonly ShopProduct[]) {
  const toasts = useVisitToasts()
  const undo = useUndo()
  const refuse = useRefusals(toasts)
  return {
    /** `lastAdded`: the line added to last; its `turn` increases with every addition. */
    ...useAdding({ basket, products, toasts, undo, refuse }),
    ...useRemovals(basket, toasts, undo),
    refuse,
    notify: toasts.notify,
    dismiss: toasts.dismiss,
    undo: {
      ...undo,
      undo: (offered: OfferedUndo) => {
        // The toast's action has been done.
        toasts.dismiss(offered.kind === 'cleared' ? CLEARED_TOAST : lineToastId(offered.key))
        undo.undo(offered)
      },
    },
    /** One more or one less by the stepper, which shows the result itself. */
    step: (line: NamedLine, by: 1 | -1) => {
      const key = basketKey(line.product.id, line.lot)
      // Their Undo would restore the state before the step.
      toasts.dismiss(lineToastId(key))
      undo.dropLine(key)
      const change = by === 1 ? basket.addOne(line) : basket.removeOne(line)
      if (!change.ok) refuse(change.reason, line.product.name)
    },
  }
}

export type BasketActions = ReturnType<typeof useBasketActions>

type AddedProduct = {
  product: ShopProduct
  addition: BasketAddition
  /** The basket after the addition, and the products with its prices. */
  basket: Basket
  today: string
  products: readonly ShopProduct[]
  onUndo: () => void
  onPlusOne: () => void
}

/** A later toast of the same line replaces it. */
const lineToastId = (key: string) => `product-${key}`

/** The price of one addition: the label's amount, or price times quantity. */
function additionCents(unitPriceCents: number, { quantity, amountEuros }: BasketAddition): number {
  const quantityThousandths = thousandthsFromQuantity(quantity) ?? 0
  return centsFromEuros(amountEuros ?? NaN) ?? lineTotalCents({ unitPriceCents, quantityThousandths })
}

/** "Rye bread · 4,20 €, added", with Undo and +1; a screen reader announces name, price and total. */
function addedToast(
  { product, addition, basket, today, products, onUndo, onPlusOne }: AddedProduct,
  t: Translate,
): NoticeInput {
  const key = basketKey(product.id, addition.lot)
  const [line] = basketLines({ ...(basket[key] && { [key]: basket[key] }) }, [product], today)
  const amount = formatMoney(additionCents(line?.unitPriceCents ?? 0, addition))
  const quantityThousandths = line?.quantityThousandths ?? 0
  const unit = product.productCodeType === 'standard' ? 'kpl' : product.unit
  const quantity = quantityText(quantityThousandths, unit, t)
  const plusOne = {
    label: t('basket.plusOne'),
    ariaLabel: t('basket.plusOneLabel', { product: product.name }),
    filled: true,
    staysOpen: true,
    onAct: onPlusOne,
  }
  const isFirst = quantityThousandths === 1000 && addition.quantity === 1
  return {
    id: lineToastId(key),
    severity: 'success',
    plain: true,
    text: `${product.name} · ${amount}`,
    detail: isFirst ? t('basket.added') : t('basket.addedCount', { quantity }),
    announcement: t('basket.addedAnnouncement', {
      product: product.name,
      amount,
      total: formatMoney(basketSum(basket, products, today)),
    }),
    action: { label: t('common.undo'), onAct: onUndo },
    ...(product.productCodeType === 'standard' && { moreActions: [plusOne] }),
  }
}
