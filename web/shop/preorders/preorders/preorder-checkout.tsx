import type { Order } from '#contract/orders/orders.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import { orderCan } from '#domain/orders/order.ts'
import Box from '@mui/material/Box'
import { useId, useRef } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useOnline } from '#web/kit/api/use-online.ts'
import { CheckoutFrame } from '#web/shop/orders/checkout/checkout-frame.tsx'
import { totalCents } from '#web/shop/orders/checkout/order-cents.ts'
import { situationOf } from '#web/shop/orders/checkout/order-situation.ts'
import { OrderSummary } from '#web/shop/orders/checkout/order-summary.tsx'
import { TermsCheckbox } from '#web/shop/orders/checkout/terms-checkbox.tsx'
import { useCancelOrder } from '#web/shop/orders/checkout/use-cancel-order.ts'
import { useTerms } from '#web/shop/orders/checkout/use-terms.ts'
import { BottomBar } from '#web/kit/ui/bottom-bar.tsx'
import { Money } from '#web/kit/ui/money.tsx'
import { eurosText, formatMoney } from '#web/kit/ui/money-format.ts'
import { Panel } from '#web/kit/ui/panel.tsx'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { SecondaryButton } from '#web/kit/ui/secondary-button.tsx'
import { dayText, daysText } from '#domain/format/day-text.ts'
import { useBookPreorder } from './use-book-preorder.ts'

interface PreorderCheckoutProps {
  order: Order
  event: PreorderEvent | undefined
}

/** The pre-order with the server's prices, the terms with store and day, and the buttons for booking it and for going back. */
export function PreorderCheckout({ order, event }: PreorderCheckoutProps) {
  const { t } = useTranslation()
  const terms = useTerms()
  const { isAccepted } = terms
  const box = useRef<HTMLInputElement>(null)
  const mustAcceptId = useId()
  const cancel = useCancelOrder()
  const book = useBookPreorder({
    order,
    termsVersion: terms.version,
    onTermsChanged: terms.askAgain,
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
        <SecondaryButton look="quiet" loading={isLeaving} disabled={book.isPending} onClick={() => cancel.mutate()}>
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
          summary={
            <Box component="span" sx={{ typography: 'body2' }}>
              {t('basket.netOf', { amount: eurosText(order.total_net_amount) })}
            </Box>
          }
          total={<Money cents={total} />}
          action={
            <PrimaryButton
              disabled={isLeaving || !isOnline || !orderCan.book(situationOf(order))}
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
