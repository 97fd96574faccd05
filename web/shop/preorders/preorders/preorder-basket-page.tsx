import { orderCan } from '#domain/orders/order.ts'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, Navigate } from 'react-router'
import { useKnownOrder } from '#web/shop/orders/basket/use-known-order.ts'
import { situationOf } from '#web/shop/orders/checkout/order-situation.ts'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { PreorderCheckout } from './preorder-checkout.tsx'
import { PreorderShopping } from './preorder-shopping.tsx'
import { eventsQuery } from './queries.ts'
import { useUnsureBooking } from './unsure-booking.ts'

function NoEvents() {
  const { t } = useTranslation()
  const home = (
    <SecondaryButton fullWidth component={Link} to={PATHS.home}>
      {t('shell.homeButton')}
    </SecondaryButton>
  )
  return (
    <EmptyState
      title={t('preorder.noEvents')}
      text={t('preorder.noEventsText')}
      drawing={<EmptyDrawing of="basket" />}
      action={home}
    />
  )
}

/** The pre-order basket: the event, what is chosen of it, and then the checkout. */
export function PreorderBasketPage() {
  const { t } = useTranslation()
  const { order, isAwaited } = useKnownOrder()
  const { isAsking } = useUnsureBooking(order)
  const { data: events, error, refetch } = useQuery(eventsQuery)
  if (isAwaited || isAsking) return <FullScreenLoading label={t('common.loading')} />
  if (order && !order.isPreorder) return <Navigate to={PATHS.basket} replace />
  if (order && orderCan.book(situationOf(order))) {
    const event = events?.find(({ id }) => id === order.preorder_event_id)
    return <PreorderCheckout key={order.id} order={order} event={event} />
  }
  if (events && events.length > 0) return <PreorderShopping events={events} />
  if (!events && !error) return <FullScreenLoading label={t('common.loading')} />
  return (
    <Page title={t('preorder.title')}>
      {events ? <NoEvents /> : <LoadFailure error={error} onRetry={() => void refetch()} />}
    </Page>
  )
}
