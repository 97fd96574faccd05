import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Order } from '#contract/orders/orders.ts'
import { orderCan } from '#domain/orders/order.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import { hasCode, errorText } from '#web/kit/api/api-error.ts'
import { ContactPanel } from '#web/kit/company/contact-panel.tsx'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { InstallOffer } from '#web/kit/install/install-offer.tsx'
import { COMPLETED_ORDER_PARAM, PATHS, preorderPath } from '#web/kit/paths.ts'
import { Link } from '#web/kit/shell/link.tsx'
import { useSearchParams } from '#web/kit/shell/search-params.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { EmptyDrawing } from '#web/kit/ui/drawings/empty-drawing.tsx'
import { TerminalDrawing } from '#web/kit/ui/drawings/terminal-drawing.tsx'
import { EmptyState } from '#web/kit/ui/empty-state.tsx'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { CheckIcon, InfoIcon, WarningIcon } from '#web/kit/ui/icons.tsx'
import { FullScreenLoading, Spinner } from '#web/kit/ui/loading.tsx'
import { formatMoney } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { joinClasses, Text } from '#web/kit/ui/text.tsx'
import { storeReceipt } from '#web/shop/orders/receipts/queries.ts'
import { ReceiptActions } from '#web/shop/orders/receipts/receipt-actions.tsx'
import { Receipt, TestMark } from '#web/shop/orders/receipts/receipt.tsx'
import { Help } from '#web/shop/stores/help/help-part.ts'
import css from './checkout.module.css'
import { forgetFirstSale, pathAfterSale } from './first-sale.ts'
import { totalCents } from './order-cents.ts'
import { toSituation } from './order-situation.ts'
import { OUTCOMES_IN_APP, paymentOutcome } from './payment-status/payment-status.ts'
import { OUTCOME_NOTICE } from './payment-status/use-payment-failure-notice.ts'
import { orderQuery } from './queries.ts'

/**
 * The only next action: home after a payment, back to checkout while the order is still there, else to the basket or the
 * pre-order.
 */
function OutcomeAction({ order }: { order: Order | undefined }) {
  const { t } = useTranslation()
  const outcome = order && paymentOutcome(order)
  if (!order || outcome === 'SUCCESS' || outcome === 'UNKNOWN') {
    return (
      <PrimaryButton
        component={Link}
        to={outcome === 'SUCCESS' ? pathAfterSale() : PATHS.home}
        {...(outcome === 'SUCCESS' && { onClick: forgetFirstSale })}
      >
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
      {orderCan.pay(toSituation(order)) ? t('common.retry') : t('completed.toBasket')}
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
function ReceiptLoading({ retry }: { retry: ReactNode }) {
  const { t } = useTranslation()
  return retry || <Spinner label={t('common.loading')} className={css.receiptLoading} />
}

function OrderOutcome({ order, retry }: { order: Order; retry: ReactNode }) {
  const { t } = useTranslation()
  const outcome = paymentOutcome(order)
  if (outcome === null)
    return (
      <EmptyState
        title={t(order.cancelled_at === null ? 'completed.noOrder' : 'completed.cancelledTitle')}
        drawing={<EmptyDrawing subject="receipt" />}
        text={t('completed.notCharged')}
      />
    )
  return (
    <>
      <OutcomeHeading
        outcome={outcome}
        amount={formatMoney(totalCents(order))}
        isPreorder={order.isPreorder}
        app={order.last_app}
        mark={<TestMark receipt={order.receipt} />}
      />
      {outcome === 'SUCCESS' && order.receipt && (
        <>
          <Receipt receipt={order.receipt} />
          <ReceiptActions orderId={order.id} />
          <SecondaryButton shape="quiet" component={Link} to={PATHS.purchases}>
            {t('purchases.all')}
          </SecondaryButton>
        </>
      )}
      {outcome === 'SUCCESS' && !order.receipt && <ReceiptLoading retry={retry} />}
      {outcome === 'SUCCESS' && <InstallOffer />}
      {outcome === 'UNKNOWN' && <ContactPanel />}
    </>
  )
}

const getFailure = ({ string_code: code }: Order) => (code === 'SUCCESS' ? undefined : code)

type Translate = ReturnType<typeof useTranslation>['t']

/** An outcome in words: those of the app after a payment there. */
function outcomeTexts(t: Translate, outcome: StringCode, app: Order['last_app']) {
  const inApp = app === null ? undefined : OUTCOMES_IN_APP.find(each => each === outcome)
  return inApp
    ? {
        title: t(`completed.outcomeInApp.${inApp}.title`, { app: app ?? '' }),
        text: t(`completed.outcomeInApp.${inApp}.text`, { app: app ?? '' }),
      }
    : { title: t(`completed.outcome.${outcome}.title`), text: t(`completed.outcome.${outcome}.text`) }
}

/** The result of a payment. It loads the order, so that a reload or a saved address shows the current state. */
export function CompletedPage() {
  const { t } = useTranslation()
  const { data: order, error, isLoading, refetch } = useOrderOfAddress()
  const outcome = order ? paymentOutcome(order) : null
  useEffect(() => {
    // To read it without a network later.
    if (order?.receipt) storeReceipt(order.id, order.receipt)
  }, [order])
  const { dismiss } = useNotices()
  // The notice of this outcome is out of date once the page is left.
  useEffect(() => () => dismiss(OUTCOME_NOTICE), [dismiss])
  const isCancelled = order?.cancelled_at != null
  const title = outcome
    ? outcomeTexts(t, outcome, order?.last_app ?? null).title
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
        {order && (
          <>
            <OrderOutcome order={order} retry={error !== null && retry} />
            <Help storeId={order.store.id} screen="completed" cents={totalCents(order)} problem={getFailure(order)} />
          </>
        )}
        {isUnread && (
          <EmptyState
            title={errorText(error, t) ?? t('errors.unknown')}
            drawing={<EmptyDrawing subject="failure" />}
            action={retry}
          />
        )}
        {!order && !isUnread && (
          <EmptyState title={t('completed.noOrder')} drawing={<EmptyDrawing subject="receipt" />} />
        )}
      </Page>
      {!isUnread && <BottomBar width="narrow" action={<OutcomeAction order={order} />} />}
    </>
  )
}

const OUTCOME_LOOKS = {
  good: { Icon: CheckIcon, look: css.good },
  neutral: { Icon: InfoIcon, look: css.neutral },
  bad: { Icon: WarningIcon, look: css.bad },
} as const

const getLook = (outcome: StringCode) =>
  OUTCOME_LOOKS[outcome === 'SUCCESS' ? 'good' : outcome === 'UNKNOWN' ? 'bad' : 'neutral']

type OutcomeHeadingProps = {
  outcome: StringCode
  amount: string
  isPreorder: boolean
  app: Order['last_app']
  /** Whether the payment was a test. */
  mark: ReactNode
}

/** Shows at a glance and in one sentence whether the shopper was charged. */
function OutcomeHeading({ outcome, amount, isPreorder, app, mark }: OutcomeHeadingProps) {
  const { t } = useTranslation()
  const texts = outcomeTexts(t, outcome, app)
  const isKept = isPreorder && outcome === 'USER_CANCELLED'
  const start = useFocusOnMount<HTMLDivElement>()
  const { Icon, look } = getLook(outcome)
  return (
    <div
      ref={start}
      tabIndex={-1}
      className={joinClasses(css.outcome, outcome !== 'SUCCESS' && outcome !== 'UNKNOWN' && css.outcomeAlone)}
    >
      <div aria-hidden className={css.outcomeIcon}>
        {/* A paid purchase is followed by its receipt; any other outcome is about the terminal. */}
        {outcome !== 'SUCCESS' && app === null && (
          <TerminalDrawing amount={amount} label={t('pay.toPay')} width={112} />
        )}
        <div className={joinClasses(css.badge, look, outcome !== 'SUCCESS' && app === null && css.onTerminal)}>
          <Icon size={36} />
        </div>
      </div>
      {/* The page's hidden h1 has the same text. */}
      <Text variant="h1" as="p">
        {texts.title}
      </Text>
      {outcome === 'SUCCESS' && (
        <Text variant="amount" as="p">
          {amount}
        </Text>
      )}
      {mark}
      <Text className={css.outcomeText}>{isKept ? t('completed.preorderUnchanged') : texts.text}</Text>
    </div>
  )
}
