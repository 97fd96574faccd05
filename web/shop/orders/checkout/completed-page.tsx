import type { Order } from '#contract/orders/orders.ts'
import CircularProgress from '@mui/material/CircularProgress'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link, useSearchParams } from 'react-router'
import { hasCode } from '#web/kit/api/api-error.ts'
import { errorText } from '#web/kit/api/show-error.ts'
import { InstallOffer } from '#web/kit/install/install-offer.tsx'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { Receipt } from '#web/shop/orders/receipts/receipt.tsx'
import { ReceiptActions } from '#web/shop/orders/receipts/receipt-actions.tsx'
import { COMPLETED_ORDER_PARAM, PATHS, preorderPath } from '#web/kit/paths.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { formatMoney } from '#web/kit/ui/money-format.ts'
import { FullScreenLoading } from '#web/kit/ui/full-screen-loading.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { OutcomeHeading } from './outcome-heading.tsx'
import { paymentOutcome } from './payment-outcome.ts'
import { totalCents } from './order-cents.ts'
import { orderQuery } from './queries.ts'
import { orderCan } from '#domain/orders/order.ts'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { situationOf } from './order-situation.ts'

/**
 * The only next action: home after a payment, back to checkout while the order is still there, else to the basket or the
 * pre-order.
 */
function OutcomeAction({ order }: { order: Order | undefined }) {
  const { t } = useTranslation()
  const outcome = order && paymentOutcome(order)
  if (!order || outcome === 'SUCCESS' || outcome === 'UNKNOWN') {
    return (
      <PrimaryButton component={Link} to={PATHS.home}>
        {t(outcome === 'UNKNOWN' ? 'completed.toHome' : 'completed.done')}
      </PrimaryButton>
    )
  }
  if (order.isPreorder) {
    return (
      <PrimaryButton component={Link} to={preorderPath(order.id)}>
        {t('completed.toPreorder')}
      </PrimaryButton>
    )
  }
  return (
    <PrimaryButton component={Link} to={PATHS.basket}>
      {orderCan.pay(situationOf(order)) ? t('common.retry') : t('completed.toBasket')}
    </PrimaryButton>
  )
}

// The server asks the terminal about an unknown outcome for two days; the page shows the answer.
const ASK_AGAIN_MS = 10_000

function useOrderOfAddress() {
  const [params] = useSearchParams()
  const id = Number(params.get(COMPLETED_ORDER_PARAM))
  return useQuery({
    ...orderQuery(id),
    enabled: Number.isSafeInteger(id) && id > 0,
    refetchInterval: ({ state }) =>
      state.data?.status === 'error' || state.data?.status === 'payment_pending' ? ASK_AGAIN_MS : false,
  })
}

/** Shown while the receipt of a paid order is loading. */
function ReceiptToCome({ retry }: { retry: ReactNode }) {
  const { t } = useTranslation()
  return retry || <CircularProgress aria-label={t('common.loading')} sx={{ justifySelf: 'center', my: 3 }} />
}

function Outcome({ order, retry }: { order: Order; retry: ReactNode }) {
  const { t } = useTranslation()
  const outcome = paymentOutcome(order)
  if (outcome === null)
    return (
      <EmptyState
        title={t(order.cancelled_at === null ? 'completed.noOrder' : 'completed.cancelledTitle')}
        drawing={<EmptyDrawing of="receipt" />}
        text={t('completed.notCharged')}
      />
    )
  return (
    <>
      <OutcomeHeading outcome={outcome} amount={formatMoney(totalCents(order))} isPreorder={order.isPreorder} />
      {outcome === 'SUCCESS' && order.receipt && (
        <>
          <Receipt receipt={order.receipt} />
          <ReceiptActions orderId={order.id} />
          <SecondaryButton look="quiet" component={Link} to={PATHS.purchases}>
            {t('purchases.all')}
          </SecondaryButton>
        </>
      )}
      {outcome === 'SUCCESS' && !order.receipt && <ReceiptToCome retry={retry} />}
      {outcome === 'SUCCESS' && <InstallOffer />}
      {outcome === 'UNKNOWN' && <ContactPanel />}
    </>
  )
}

/** The result of a payment. It loads the order, so that a reload or a saved address shows the current state. */
export function CompletedPage() {
  const { t } = useTranslation()
  const { data: order, error, isLoading, refetch } = useOrderOfAddress()
  const outcome = order ? paymentOutcome(order) : null
  const isCancelled = order?.cancelled_at != null
  const title = outcome
    ? t(`completed.outcome.${outcome}.title`)
    : t(isCancelled ? 'completed.cancelledTitle' : 'completed.noOrder')
  if (isLoading) return <FullScreenLoading label={t('common.loading')} />
  const retry = (
    <SecondaryButton fullWidth onClick={() => void refetch()}>
      {t('common.retry')}
    </SecondaryButton>
  )
  const isUnread = error !== null && !order && !hasCode(error, 'notFound')
  return (
    <>
      <Page title={title} hideTitle width="narrow">
        {order && <Outcome order={order} retry={error !== null && retry} />}
        {isUnread && (
          <EmptyState
            title={errorText(error, t) ?? t('errors.unknown')}
            drawing={<EmptyDrawing of="trouble" />}
            action={retry}
          />
        )}
        {!order && !isUnread && <EmptyState title={t('completed.noOrder')} drawing={<EmptyDrawing of="receipt" />} />}
      </Page>
      {!isUnread && <BottomBar width="narrow" action={<OutcomeAction order={order} />} />}
    </>
  )
}
