import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { Navigate } from 'react-router'
import { shopping } from '#contract/stores/shopping.ts'
import { unknownProductIds } from '#domain/orders/basket-lines.ts'
import { orderCan } from '#domain/orders/order.ts'
import { errorText } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { Link } from '#web/kit/shell/link.tsx'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'
import { PrimaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { useProductToasts } from '#web/kit/ui/notices/notices-provider.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useCamera } from '#web/scanning/camera/use-camera.ts'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { toSituation } from '#web/shop/orders/checkout/order-situation.ts'
import type { ExpectedTotal } from './basket-bar.tsx'
import { basketStore } from './basket-store.ts'
import css from './basket.module.css'
import { ShoppingView } from './shopping-view.tsx'
import { type BasketView, useBasket, useShop } from './use-basket.ts'
import { useKnownOrder } from './use-known-order.ts'
import { useUnreadableLines } from './use-unreadable-lines.ts'

// Preloaded behind the first view, so that the checkout opens at once, also without a network.
const { Part: CheckoutPanel, preload: preloadCheckout } = lazyPart(
  async () => (await import('#web/shop/orders/checkout/checkout-panel.tsx')).CheckoutPanel,
  PageFailure,
)

/** A product that is no longer in the list can't be bought: it is removed from the basket, and the shopper is notified. */
function useLostProducts(basket: BasketView, products: readonly ShopProduct[] | undefined): void {
  const { t } = useTranslation()
  const { notify } = useProductToasts()
  const { isFetchedAfterMount, isFetching, isSuccess } = useProducts()
  // A remembered list may be older than the basket.
  const isFresh = isFetchedAfterMount && isSuccess && !isFetching
  const lost = isFresh && products ? unknownProductIds(basket.basket, products).join() : ''
  const drop = useEffectEvent((ids: number[]) => {
    for (const id of ids) basket.removeItem(id)
    notify({ id: 'lost-products', severity: 'error', text: t('basket.noSuchProduct') })
  })
  useEffect(() => {
    if (lost) drop(lost.split(',').map(Number))
  }, [lost])
}

/** Shown instead of the basket while there are no products to choose from. */
function NoShop() {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const { error, refetch } = useProducts()
  if (activeStoreId === null) {
    const choose = (
      <PrimaryButton component={Link} to={PATHS.home}>
        {t('home.chooseStore')}
      </PrimaryButton>
    )
    return <EmptyState title={t('home.chooseStoreText')} drawing={<EmptyDrawing subject="door" />} action={choose} />
  }
  if (!error) return <FullScreenLoading label={t('common.loading')} />
  const retry = <PrimaryButton onClick={() => void refetch()}>{t('common.retry')}</PrimaryButton>
  return (
    <EmptyState
      title={errorText(error, t) ?? t('errors.unknown')}
      drawing={<EmptyDrawing subject="failure" />}
      action={retry}
    />
  )
}

/** Records the visit, which began with *Start shopping* or goes on; without a network, as soon as there is one. */
function useVisit(storeId: number | null): void {
  useQuery({
    queryKey: [shopping.start.path, storeId],
    queryFn: () => callApi(shopping.start),
    enabled: storeId !== null,
    meta: { isBackground: true },
  })
}

/** The shopping list with its scanner; then, once there is an order, the checkout. */
export function BasketPage() {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const { order, isAwaited } = useKnownOrder()
  const shop = useShop()
  const basket = useBasket(shop?.products)
  // One camera for the whole visit: going to checkout and back doesn't ask for it again.
  const camera = useCamera()
  const [seen, setSeen] = useState<ExpectedTotal>()
  useLostProducts(basket, shop?.products)
  useVisit(activeStoreId)
  useEffect(() => void preloadCheckout(), [])
  useUnreadableLines({ store: basketStore, products: shop?.products, again: 'basket.scanAgain' })
  useEffect(() => {
    if (!order) document.title = `${t('basket.title')} · Puoti`
  }, [order, t])
  if (isAwaited) return <FullScreenLoading label={t('common.loading')} />
  if (order?.isPreorder) return <Navigate to={PATHS.preorderBasket} replace />
  if (order && orderCan.replace(toSituation(order))) {
    const expectedTotalCents = seen?.orderId === order.id ? seen.totalCents : undefined
    const waiting = <FullScreenLoading label={t('common.loading')} />
    return <CheckoutPanel key={order.id} order={order} expectedTotalCents={expectedTotalCents} waiting={waiting} />
  }
  return (
    <>
      <Text variant="h1" className={css.unseen}>
        {t('basket.title')}
      </Text>
      {shop && activeStoreId !== null ? (
        <ShoppingView shop={shop} basket={basket} camera={camera} onCheckout={setSeen} />
      ) : (
        <NoShop />
      )}
    </>
  )
}
