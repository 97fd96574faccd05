import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { type Preorder, preorders } from '#contract/preorders/preorders.ts'
import { dayText } from '#domain/format/day-text.ts'
import { hasCode, isRefusal } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { PATHS } from '#web/kit/paths.ts'
import { LoadFailure } from '#web/kit/shell/load-failure.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { FullScreenLoading } from '#web/kit/ui/loading.tsx'
import { formatMoney, Money } from '#web/kit/ui/money.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { ApprovalPanel } from '#web/shop/orders/checkout/approval/approval-part.ts'
import { changedOrderText } from '#web/shop/orders/checkout/changed-order-text.ts'
import { totalCents } from '#web/shop/orders/checkout/order-cents.ts'
import { OrderSummary } from '#web/shop/orders/checkout/order-summary.tsx'
import { followOn, followOrder, stopFollowing } from '#web/shop/orders/checkout/payment-status/followed-order.ts'
import { preloadPaymentView } from '#web/shop/orders/checkout/payment-status/payment-gate.tsx'
import {
  ORDER_FAILURE,
  useFailureNotice,
  useFollowedFailure,
} from '#web/shop/orders/checkout/payment-status/use-payment-failure-notice.ts'
import { usePaymentWay, WayChoice } from '#web/shop/orders/checkout/payment-way.tsx'
import { currentOrderQuery } from '#web/shop/orders/checkout/queries.ts'
import { type WayBody, PAY_KEY, applyOutcome } from '#web/shop/orders/checkout/use-pay.ts'
import { ClosedNote } from '#web/shop/stores/stores/closed-note.tsx'
import { TestPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStore } from '#web/shop/stores/stores/queries.ts'
import { useStoreTime } from '#web/shop/stores/stores/use-store-time.ts'
import { ItemList, PreorderActions } from './preorder-actions.tsx'
import { PreorderFacts } from './preorder-facts.tsx'
import css from './preorders.module.css'
import { preorderQuery } from './queries.ts'

/** The acknowledgement of a withdrawal: its goods, and when it was made. */
function WithdrawalPanel({ preorder }: { preorder: Preorder }) {
  const { t } = useTranslation()
  const timeText = useStoreTime(preorder.store.id)
  const { withdrawal } = preorder
  const heading = useRef<HTMLHeadingElement>(null)
  const wasMade = useRef(withdrawal !== null)
  const isMade = withdrawal !== null
  useEffect(() => {
    // The button that made it is gone: the focus continues here.
    if (isMade && !wasMade.current) heading.current?.focus()
    wasMade.current = isMade
  }, [isMade])
  if (withdrawal === null) return null
  const covered = new Set(withdrawal.product_ids)
  return (
    <Panel tone="attention" component="section" aria-labelledby="withdrawal">
      <div role="status">
        <Text variant="h2" id="withdrawal" ref={heading} tabIndex={-1}>
          {t('preorder.withdrawn')}
        </Text>
        <Text className={css.withdrawnText}>{t('preorder.withdrawnText', { time: timeText(withdrawal.made_at) })}</Text>
        <ItemList items={preorder.order_items.filter(({ product_id: id }) => covered.has(id))} />
        {preorder.replaced_by !== null && <Text className={css.withdrawnRest}>{t('preorder.withdrawnRest')}</Text>}
        <Text soft className={css.withdrawnMail}>
          {t('preorder.withdrawnMail', { email: preorder.customer_email })}
        </Text>
      </div>
    </Panel>
  )
}

type PaymentProps = {
  preorder: Preorder
  pay: ReturnType<typeof usePayPreorder>
  paying: ReturnType<typeof usePaymentWay>
  /** Not approved yet. */
  isHeld: boolean
}

/** The store has no terminal. */
const isAppOnly = ({ payment_methods }: Preorder) => payment_methods.length > 0 && !payment_methods.includes('terminal')

/** The goods aren't marked as delivered to the store yet: paying there is possible, but isn't the page's main action. */
function EarlyPayment({ preorder, pay, paying, isHeld }: PaymentProps) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  return (
    <Panel component="section" aria-labelledby="pay">
      <Text variant="h2" id="pay">
        {t('preorder.payTitle')}
      </Text>
      <Text className={css.payText}>
        {t(isAppOnly(preorder) ? 'preorder.payTextInApp' : 'preorder.payText', { store: preorder.store.name })}
      </Text>
      <SecondaryButton
        fullWidth
        disabled={!isOnline || isHeld}
        loading={pay.isPending}
        onClick={() => pay.mutate({ preorder, way: paying.use() })}
      >
        {t('checkout.pay', { amount: formatMoney(totalCents(preorder)) })}
      </SecondaryButton>
    </Panel>
  )
}

/**
 * The goods aren't in the store, and the first pickup day has not begun: no button, so that it can't be pressed by mistake at
 * home.
 */
function LaterPayment({ preorder }: Pick<PaymentProps, 'preorder'>) {
  const { t } = useTranslation()
  return (
    <Panel component="section" aria-labelledby="pay">
      <Text variant="h2" id="pay">
        {t('preorder.payTitle')}
      </Text>
      <Text className={css.payLater}>{t('preorder.payLater', { date: dayText(preorder.event.start_date) })}</Text>
    </Panel>
  )
}

function PaymentBar({ preorder, pay, paying, isHeld }: PaymentProps) {
  const { t } = useTranslation()
  const isOnline = useOnline()
  const amount = formatMoney(totalCents(preorder))
  return (
    <BottomBar
      width="wide"
      summary={
        paying.app !== undefined && isAppOnly(preorder)
          ? t('preorder.payInAppAt', { app: paying.app, store: preorder.store.name })
          : t('preorder.payAtStore', { store: preorder.store.name })
      }
      total={<Money cents={totalCents(preorder)} />}
      action={
        <PrimaryButton
          disabled={!isOnline || isHeld}
          loading={pay.isPending}
          loadingLabel={t('checkout.paying')}
          onClick={() => pay.mutate({ preorder, way: paying.use() })}
        >
          {isOnline ? t('checkout.pay', { amount }) : t('shell.waitsForConnection')}
        </PrimaryButton>
      }
    />
  )
}

/** A pre-order: its goods, its pickup place, and the possible actions. */
export function PreorderPage() {
  const { t } = useTranslation()
  const id = Number(useParams()['id'])
  const isId = Number.isSafeInteger(id) && id > 0
  const { data: preorder, error, refetch } = useQuery({ ...preorderQuery(id), enabled: isId })
  const store = useStore(preorder?.store.id)
  const pay = usePayPreorder()
  const paying = usePaymentWay(preorder)
  const [isApproved, setApproved] = useState(false)
  useEffect(() => void preloadPaymentView(), [])
  // Another shopper's pre-order has the same response as one that doesn't exist, and either redirects home.
  if (!isId || hasCode(error, 'notFound')) return <Navigate to={PATHS.home} replace />
  if (!preorder && error) {
    return (
      <Page title={t('preorder.title')}>
        <LoadFailure error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (!preorder) return <FullScreenLoading label={t('common.loading')} />
  const isLater = preorder.status === 'preorder_booked' && preorder.cancelled_at === null && !preorder.may.pay
  const isReady = preorder.status === 'preorder_delivered'
  const isHeld = preorder.needs_approval && !isApproved
  return (
    <>
      <Page title={t('preorder.title')} width="wide">
        <div className={css.columns}>
          <div className={css.pageColumn}>
            <WithdrawalPanel preorder={preorder} />
            <PreorderFacts preorder={preorder} />
            <Panel>
              <OrderSummary order={preorder}>{preorder.may.pay && <TestPill store={store} />}</OrderSummary>
            </Panel>
          </div>
          <div className={css.pageColumn}>
            {preorder.may.pay && <ClosedNote store={store} />}
            {preorder.may.pay && preorder.needs_approval && (
              <ApprovalPanel key={id} orderId={id} storeId={preorder.store.id} onChange={setApproved} />
            )}
            {preorder.may.pay && <WayChoice order={preorder} isDisabled={pay.isPending} {...paying} />}
            {isLater && <LaterPayment preorder={preorder} />}
            {preorder.may.pay && !isReady && (
              <EarlyPayment preorder={preorder} pay={pay} paying={paying} isHeld={isHeld} />
            )}
            <PreorderActions preorder={preorder} />
          </div>
        </div>
      </Page>
      {preorder.may.pay && isReady && <PaymentBar preorder={preorder} pay={pay} paying={paying} isHeld={isHeld} />}
    </>
  )
}

type PreorderToPay = { preorder: Preorder; way: WayBody }

/** Pays a pre-order at its store's terminal, or in the app. The outcome comes from following the order, as for any payment. */
function usePayPreorder() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const notifyFailure = useFailureNotice()
  const followedFailure = useFollowedFailure()
  const client = useQueryClient()

  const afterRefusal = async (error: unknown, { id }: Preorder) => {
    stopFollowing(id)
    const { queryKey } = preorderQuery(id)
    // Invalidated here: the next lines need the pre-order as it is now.
    await client.refetchQueries({ queryKey })
    const current = client.getQueryData(queryKey)
    if (!hasCode(error, 'order.changed') || !current) return notifyFailure(error, { hasStatus: true })
    const text = changedOrderText(error, current, t)
    return notify({ id: ORDER_FAILURE, severity: 'warning', text, persist: true })
  }

  return useMutation({
    mutationKey: PAY_KEY,
    mutationFn: ({ preorder: { id, updated_at: askedAt, total_amount }, way }: PreorderToPay) => {
      followOrder({ id, sinceMs: Date.now(), askedAt, isBooked: true })
      // `applyOutcome` shows the result; what else the payment touches is reloaded behind it.
      return callApi(preorders.pay, {
        params: { id },
        body: { total_amount, ...way },
        reload: 'later',
      })
    },
    onSuccess: ({ string_code }, { preorder }) => applyOutcome(client, preorder, string_code),
    onError: (error, { preorder }) => {
      if (isRefusal(error)) return afterRefusal(error, preorder)
      const { id, updated_at: askedAt } = preorder
      followOn({ id, sinceMs: Date.now(), askedAt, isBooked: true, ...followedFailure(error) })
      // Invalidated here: the button stays busy until the order was asked for since.
      return client.invalidateQueries({ queryKey: currentOrderQuery.queryKey })
    },
  })
}
