import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import type { Product } from '#contract/catalogue/products.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { formatReferenceNumber } from '#domain/payments/reference-number.ts'
import { findShortProducts, type AvailableQuantities, availableQuantities } from '#domain/preorders/preorder-basket.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { preorderPath } from '#web/kit/paths.ts'
import { useUser } from '#web/kit/session/session-provider.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { UnsavedPanel } from '#web/kit/storage/unsaved-panel.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { useAnnounce } from '#web/kit/ui/live-region.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { formatMoney, Money } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { useProducts } from '#web/shop/catalogue/products/queries.ts'
import { toShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { itemCount } from '#web/shop/orders/basket/line-texts.ts'
import { preorderBasketStore } from '#web/shop/orders/basket/preorder-basket-store.ts'
import { useUnreadableLines } from '#web/shop/orders/basket/use-unreadable-lines.ts'
import { NetAmount } from '#web/shop/orders/checkout/order-summary.tsx'
import { EventChoice, isOfferedAt, PickupPlace } from './event-choice.tsx'
import { PreorderRow, type PreorderBasketView, useChangedId, usePreorderBasket } from './preorder-row.tsx'
import css from './preorders.module.css'
import { remainingQuery, preorderQuery, useEventGoods } from './queries.ts'
import { useActiveEvent } from './use-active-event.ts'
import { usePlacePreorder } from './use-place-preorder.ts'

type OfferedItem = PreorderEvent['preorder_event_items'][number]

/** How much of each product this shopper can book now (a pre-order being changed counts as free), and the limits per shopper. */
function useAvailableQuantities(event: PreorderEvent | undefined): {
  max: AvailableQuantities
  items: ReadonlyMap<number, OfferedItem>
} {
  const { data: available } = useQuery({ ...remainingQuery(event?.id ?? 0), enabled: event !== undefined })
  const changedId = useChangedId()
  const { data: changed } = useQuery({
    ...preorderQuery(changedId ?? 0),
    enabled: changedId !== null,
    meta: { isBackground: true },
  })
  const booked = changedId === null ? undefined : changed?.order_items
  const items = available ?? event?.preorder_event_items
  return useMemo(
    () => ({
      max: availableQuantities(items ?? [], booked),
      items: new Map((items ?? []).map(item => [item.product_id, item])),
    }),
    [items, booked],
  )
}

/** Shows that a booked pre-order is being changed, that it stays booked until then, and how to keep it unchanged. */
function ChangingNote({ changedId }: { changedId: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data } = useQuery({ ...preorderQuery(changedId), meta: { isBackground: true } })
  const reference = data ? formatReferenceNumber(data.reference_number) : ''
  const stopChanging = async () => {
    await navigate(preorderPath(changedId))
    preorderBasketStore.empty()
  }
  return (
    <Panel tone="attention">
      <Text role="status">{t('preorder.changing', { reference })}</Text>
      <div className={css.changingAction}>
        <SecondaryButton shape="quiet" onClick={() => void stopChanging()}>
          {t('preorder.keepBooked')}
        </SecondaryButton>
      </div>
    </Panel>
  )
}

/** Availability changes while the page is open: announces chosen goods that are no longer available. */
function useShortageNotice(names: string) {
  const { t } = useTranslation()
  const announce = useAnnounce()
  useEffect(() => {
    if (names !== '') announce(`${t('preorder.someSoldOut')} ${names}`)
  }, [names, announce, t])
}

/** The event, the pickup place, and the goods with their chosen quantities. */
export function PreorderShopping({ events }: { events: readonly PreorderEvent[] }) {
  const { t } = useTranslation()
  const { activeStoreId } = useUser()
  const choice = useActiveEvent(events)
  const { event } = choice
  const goods = useEventGoods(event)
  const products = useMemo(() => goods?.map(product => toShopProduct(product, true)), [goods])
  const basket = usePreorderBasket(event?.id, products)
  useUnreadableLines({ store: preorderBasketStore, products, again: 'basket.chooseAgain' })
  const { max, items } = useAvailableQuantities(event)
  const changedId = useChangedId()
  const list = useRef<HTMLDivElement>(null)
  const short = new Set(findShortProducts(basket.basket, max))
  useShortageNotice(
    (goods ?? [])
      .filter(({ id }) => short.has(id))
      .map(({ name }) => name)
      .join(', '),
  )
  // Another store would empty the basket, so the place comes before the goods.
  const isPlaced = event !== undefined && isOfferedAt(event, activeStoreId)
  const scrollToShort = () => {
    requestAnimationFrame(() => list.current?.querySelector('[data-short=true]')?.scrollIntoView({ block: 'center' }))
  }
  return (
    <>
      <Page title={t('preorder.title')} width="wide">
        <div className={isPlaced ? css.goodsBeside : css.alone}>
          <div className={css.side}>
            <UnsavedPanel />
            {changedId !== null && <ChangingNote changedId={changedId} />}
            <EventChoice events={events} choice={choice} />
            {event && <PickupPlace event={event} />}
          </div>
          {isPlaced && (
            <div ref={list}>
              <PreorderLines goods={goods} basket={basket} max={max} items={items} />
            </div>
          )}
        </div>
      </Page>
      {isPlaced && basket.hasQuantity && <PreorderBar basket={basket} eventId={event.id} onRefused={scrollToShort} />}
    </>
  )
}

type PreorderBarProps = {
  basket: PreorderBasketView
  eventId: number
  onRefused: () => void
}

/** The number of items, the total, and the checkout button. */
function PreorderBar({ basket: { lines, totals }, eventId, onRefused }: PreorderBarProps) {
  const { t } = useTranslation()
  const place = usePlacePreorder(eventId)
  const isOnline = useOnline()
  const chosen = lines.filter(({ quantity }) => quantity > 0)
  return (
    <BottomBar
      width="wide"
      summary={
        <>
          <div>{t('basket.itemCount', { count: itemCount(chosen) })}</div>
          <NetAmount amount={formatMoney(totals.netCents)} />
        </>
      }
      total={<Money cents={totals.grossCents} />}
      action={
        totals.grossCents === 0 ? (
          <Text>{t('errors.preorder.nothingToPay')}</Text>
        ) : (
          <PrimaryButton
            disabled={!isOnline}
            loading={place.isPending}
            loadingLabel={t('common.loading')}
            onClick={() => place.mutate(undefined, { onError: onRefused })}
          >
            {t(isOnline ? 'preorder.toCheckout' : 'shell.waitsForConnection')}
          </PrimaryButton>
        )
      }
    />
  )
}

type EventItem = PreorderEvent['preorder_event_items'][number]

type PreorderLinesProps = {
  /** Undefined until the product list is loaded. */
  goods: readonly Product[] | undefined
  basket: PreorderBasketView
  max: AvailableQuantities
  items: ReadonlyMap<number, EventItem>
}

/** All goods of the event by name, each with its chosen quantity. */
function PreorderLines({ goods, basket, max, items }: PreorderLinesProps) {
  const { t } = useTranslation()
  const id = useId()
  const { error, refetch } = useProducts()
  if (!goods && error) return <LoadFailure error={error} onRetry={() => void refetch()} />
  if (!goods) return <FullScreenLoading label={t('common.loading')} />
  if (goods.length === 0)
    return <EmptyState title={t('preorder.nothingToOrder')} drawing={<EmptyDrawing subject="shelf" />} />
  const byId = new Map(goods.map(product => [product.id, product]))
  return (
    <section aria-labelledby={id}>
      <Text variant="h2" id={id}>
        {t('preorder.products')}
      </Text>
      <ul className={css.lines}>
        {basket.lines.map(line => {
          const product = byId.get(line.product.id)
          if (!product) return null
          return (
            <PreorderRow
              key={product.id}
              line={line}
              product={product}
              max={max.get(product.id)}
              item={items.get(product.id)}
              step={basket.step}
              set={basket.set}
            />
          )
        })}
      </ul>
    </section>
  )
}
