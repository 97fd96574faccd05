import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, type ReactNode, useState } from 'react'
import { type Order, orders } from '#contract/orders/orders.ts'
import { orderCan } from '#domain/orders/order.ts'
import { hasCode } from '#web/kit/api/api-error.ts'
import { callApi } from '#web/kit/api/call-api.ts'
import { useOnline } from '#web/kit/api/use-online.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { PrimaryButton, SecondaryButton } from '#web/kit/ui/buttons.tsx'
import { useFocusOnMount } from '#web/kit/ui/hooks/focus.ts'
import { eurosText, formatMoney, Money } from '#web/kit/ui/money.tsx'
import { Page } from '#web/kit/ui/page.tsx'
import { Panel } from '#web/kit/ui/panel.tsx'
import { Text } from '#web/kit/ui/text.tsx'
import { Help } from '#web/shop/stores/help/help-part.ts'
import { ClosedNote } from '#web/shop/stores/stores/closed-note.tsx'
import { TestPill } from '#web/shop/stores/stores/opening-pill.tsx'
import { useStore } from '#web/shop/stores/stores/queries.ts'
import { ApprovalPanel } from './approval/approval-part.ts'
import css from './checkout.module.css'
import { totalCents } from './order-cents.ts'
import { toSituation } from './order-situation.ts'
import { NetAmount, OrderSummary } from './order-summary.tsx'
import { preloadPaymentView } from './payment-status/payment-gate.tsx'
import { useFailureNotice } from './payment-status/use-payment-failure-notice.ts'
import { usePaymentWay, WayChoice } from './payment-way.tsx'
import { currentOrderQuery } from './queries.ts'
import { AcceptedTerms, TermsCheckbox, useTerms } from './terms-checkbox.tsx'
import { usePay } from './use-pay.ts'

const inApp = (app: string) => ({ label: 'checkout.acceptPhone', gaps: { app } }) as const

type CheckoutPanelProps = {
  order: Order
  /** The basket's total when the shopper went to checkout. */
  expectedTotalCents?: number | undefined
}

/** The order with the server's prices, the terms, and the buttons for paying and for going back. */
export function CheckoutPanel({ order, expectedTotalCents }: CheckoutPanelProps) {
  const { t } = useTranslation()
  const store = useStore(order.store.id)
  const total = totalCents(order)
  const terms = useTerms(`${order.id} ${total}`, order.last_purchase?.terms_version)
  const { isAccepted } = terms
  const box = useRef<HTMLInputElement>(null)
  const mustAcceptId = useId()
  const cancel = useCancelOrder()
  const pay = usePay({ onTermsChanged: terms.requireAgain })
  const paying = usePaymentWay(order)
  const isOnline = useOnline()
  const [isApproved, setApproved] = useState(false)
  const isHeld = order.needs_approval && !isApproved
  useEffect(() => void preloadPaymentView(), [])
  const hasChanged = expectedTotalCents !== undefined && expectedTotalCents !== total
  const isLeaving = cancel.isPending || cancel.isSuccess
  const can = toSituation(order)
  const back = orderCan.cancel(can) && (
    <SecondaryButton shape="quiet" loading={isLeaving} disabled={pay.isPending} onClick={() => cancel.mutate()}>
      {t('checkout.cancel')}
    </SecondaryButton>
  )
  return (
    <CheckoutFrame
      title={t('checkout.title')}
      lead={t('checkout.matchesBag')}
      back={back}
      terms={
        !terms.isKnown && (
          <TermsCheckbox
            terms={terms}
            isDisabled={pay.isPending}
            inputRef={box}
            hintId={mustAcceptId}
            {...(paying.app !== undefined && { words: inApp(paying.app) })}
          />
        )
      }
      bar={
        <BottomBar
          beside
          summary={<NetAmount amount={eurosText(order.total_net_amount)} />}
          total={<Money cents={total} />}
          action={
            <>
              {terms.isKnown && <AcceptedTerms terms={terms} id={mustAcceptId} />}
              <PrimaryButton
                disabled={isLeaving || !isOnline || isHeld || !orderCan.pay(can)}
                aria-disabled={!isAccepted}
                {...((terms.isKnown || !isAccepted) && { 'aria-describedby': mustAcceptId })}
                loading={pay.isPending}
                loadingLabel={t('checkout.paying')}
                // The box may be scrolled out of view, below a long list.
                onClick={() =>
                  isAccepted
                    ? pay.mutate({ order, termsVersion: terms.version, way: paying.use() })
                    : box.current?.focus()
                }
              >
                {isOnline
                  ? t(terms.isKnown ? 'checkout.acceptAndPay' : 'checkout.pay', { amount: formatMoney(total) })
                  : t('shell.waitsForConnection')}
              </PrimaryButton>
            </>
          }
        />
      }
    >
      {hasChanged && (
        <Panel tone="attention">
          <Text role="alert">
            {t('checkout.priceChanged', { total: formatMoney(total), oldTotal: formatMoney(expectedTotalCents) })}
          </Text>
        </Panel>
      )}
      <ClosedNote store={store} />
      {order.needs_approval && (
        <ApprovalPanel key={order.id} orderId={order.id} storeId={order.store.id} onChange={setApproved} />
      )}
      <WayChoice order={order} isDisabled={pay.isPending} {...paying} />
      <Panel>
        <OrderSummary order={order}>
          <TestPill store={store} />
        </OrderSummary>
      </Panel>
      <Help storeId={order.store.id} screen="checkout" cents={total} problem={order.string_code} />
    </CheckoutFrame>
  )
}

/** Cancels the order at checkout; the basket stays. Until the next order, `isSuccess` prevents a second press of the button. */
export function useCancelOrder() {
  const notifyFailure = useFailureNotice()
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      try {
        await callApi(orders.cancel, { reload: 'later' })
      } catch (error) {
        // Another tab was quicker: the order is cancelled all the same.
        if (!hasCode(error, 'order.none')) throw error
      }
    },
    onSuccess: async () => {
      await client.cancelQueries({ queryKey: currentOrderQuery.queryKey })
      client.setQueryData(currentOrderQuery.queryKey, null)
    },
    onError: error => {
      notifyFailure(error, { hasStatus: true })
    },
  })
}

type CheckoutFrameProps = {
  title: string
  lead: string
  /** The button back to the basket. */
  back: ReactNode
  /** The order, and the notes before it. */
  children: ReactNode
  terms: ReactNode
  /** The bottom bar. */
  bar: ReactNode
}

/** The order, the terms, and the only action. */
export function CheckoutFrame({ title, lead, back, children, terms, bar }: CheckoutFrameProps) {
  const start = useFocusOnMount<HTMLDivElement>()
  return (
    <div className={css.layout}>
      <div ref={start} tabIndex={-1} className={css.page}>
        <Page title={title} aside={back} lead={lead}>
          {children}
        </Page>
      </div>
      <div className={css.side}>
        {terms && <div className={css.termsPlace}>{terms}</div>}
        {bar}
      </div>
    </div>
  )
}
