import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import { Navigate } from 'react-router'
import type { Order } from '#contract/orders/orders.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { preorders } from '#contract/preorders/preorders.ts'
import { daysText, dayText } from '#domain/format/day-text.ts'
import { orderCan } from '#domain/orders/order.ts'
import { hasCode, errorText, isRefusal, isSessionOver } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { eurosText, formatMoney, Money } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { useKnownOrder } from '#web/shop/orders/basket/use-known-order.ts'
import { changedOrderText } from '#web/shop/orders/checkout/changed-order-text.ts'
import { CheckoutFrame, useCancelOrder } from '#web/shop/orders/checkout/checkout-panel.tsx'
import { totalCents } from '#web/shop/orders/checkout/order-cents.ts'
import { toSituation } from '#web/shop/orders/checkout/order-situation.ts'
import { NetAmount, OrderSummary } from '#web/shop/orders/checkout/order-summary.tsx'
import { ORDER_FAILURE } from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { TermsCheckbox, useTerms } from '#web/shop/orders/checkout/terms-checkbox.tsx'
import { agreedBody } from '#web/shop/orders/checkout/use-pay.ts'
import { PreorderShopping } from './preorder-shopping.tsx'
import { eventsQuery } from './queries.ts'
import { forgetBooking, noteBooking, useBooked, useUnsureBooking, cacheSoldOut } from './use-place-preorder.ts'

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
      drawing={<EmptyDrawing subject="basket" />}
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
  if (order && orderCan.book(toSituation(order))) {
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

type PreorderCheckoutProps = {
  order: Order
  event: PreorderEvent | undefined
}

/** The pre-order with the server's prices, the terms with store and day, and the buttons for booking it and for going back. */
function PreorderCheckout({ order, event }: PreorderCheckoutProps) {
  const { t } = useTranslation()
  const terms = useTerms()
  const { isAccepted } = terms
  const box = useRef<HTMLInputElement>(null)
  const mustAcceptId = useId()
  const cancel = useCancelOrder()
  const book = useBookPreorder({
    order,
    termsVersion: terms.version,
    onTermsChanged: terms.requireAgain,
    onSoldOut: () => cancel.mutate(),
  })
  const isOnline = useOnline()
  const total = totalCents(order)
  const isLeaving = cancel.isPending || cancel.isSuccess
  const startDate = dayText(order.preorder_event?.start_date ?? '')
  const place = { store: order.store.name, date: startDate }
  return (
    <CheckoutFrame
      title={t('preorder.checkoutTitle')}
      lead={t('preorder.checkoutLead', { dates: event ? daysText(event) : startDate })}
      back={
        <SecondaryButton shape="quiet" loading={isLeaving} disabled={book.isPending} onClick={() => cancel.mutate()}>
          {t('checkout.cancel')}
        </SecondaryButton>
      }
      terms={
        <TermsCheckbox
          terms={terms}
          isDisabled={book.isPending}
          inputRef={box}
          hintId={mustAcceptId}
          words={{ label: 'preorder.accept', gaps: place, hint: t('preorder.mustAccept') }}
        />
      }
      bar={
        <BottomBar
          beside
          summary={<NetAmount amount={eurosText(order.total_net_amount)} />}
          total={<Money cents={total} />}
          action={
            <PrimaryButton
              disabled={isLeaving || !isOnline || !orderCan.book(toSituation(order))}
              aria-disabled={!isAccepted}
              {...(!isAccepted && { 'aria-describedby': mustAcceptId })}
              loading={book.isPending || book.isSuccess}
              loadingLabel={t('preorder.booking')}
              onClick={() => (isAccepted ? book.mutate() : box.current?.focus())}
            >
              {isOnline ? t('preorder.book', { amount: formatMoney(total) }) : t('shell.waitsForConnection')}
            </PrimaryButton>
          }
        />
      }
    >
      <Panel>
        <OrderSummary order={order} />
      </Panel>
    </CheckoutFrame>
  )
}

type PreorderToBook = {
  order: Order
  /** The version on the screen when the terms were accepted. */
  termsVersion: number | undefined
  onTermsChanged: () => Promise<void>
  /** Goods ran out: the shopper returns to the basket, where the lines show what is left. */
  onSoldOut: () => void
}

/** Books the order at checkout. After a lost response, the same call again books nothing twice. */
function useBookPreorder({ order, termsVersion, onTermsChanged, onSoldOut }: PreorderToBook) {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const client = useQueryClient()
  const { finish } = useBooked()

  const fail = (detail: string) =>
    notify({ id: ORDER_FAILURE, severity: 'error', text: t('pay.preorderFailed'), detail })

  const afterRefusal = async (error: unknown) => {
    forgetBooking()
    if (hasCode(error, 'order.termsChanged')) return onTermsChanged()
    if (cacheSoldOut(client, order.preorder_event_id ?? 0, error)) {
      fail(t('preorder.someSoldOut'))
      return onSoldOut()
    }
    // Invalidated here: the next lines need the order as it is now.
    await client.refetchQueries({ queryKey: currentOrderQuery.queryKey })
    const current = client.getQueryData(currentOrderQuery.queryKey)
    const hasChanged = hasCode(error, 'order.changed') && current
    return fail(hasChanged ? changedOrderText(error, current, t) : (errorText(error, t) ?? t('errors.unknown')))
  }

  return useMutation({
    mutationFn: () => {
      noteBooking(order.id)
      // `finish` reloads what the booking touches, once the pre-order's page is open.
      return callApi(preorders.book, { body: agreedBody(order, termsVersion), reload: 'later' })
    },
    onSuccess: async ({ id }) => {
      forgetBooking()
      await finish(id)
    },
    onError: error => {
      if (isSessionOver(error)) return undefined
      if (isRefusal(error)) return afterRefusal(error)
      return fail(t(hasCode(error, 'network') ? 'preorder.noAnswer' : 'preorder.serverFailed'))
    },
  })
}
