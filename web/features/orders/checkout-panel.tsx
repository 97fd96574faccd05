import type { Order } from '#contract/orders.ts'
import { orderCan } from '#domain/order.ts'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOnline } from '#web/api/use-online.ts'
import { BottomBar } from '#web/ui/bottom-bar.tsx'
import { Money } from '#web/ui/money.tsx'
import { Page } from '#web/ui/page.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { SecondaryButton } from '#web/ui/secondary-button.tsx'
import { useFocusOnMount } from '#web/ui/use-focus-on-mount.ts'
import { totalCents } from './order-cents.ts'
import { situationOf } from './order-situation.ts'
import { OrderSummary } from './order-summary.tsx'
import { preloadPaymentView } from './payment-gate.tsx'
import { TermsCheckbox } from './terms-checkbox.tsx'
import { useCancelOrder } from './use-cancel-order.ts'
import { usePay } from './use-pay.ts'
import { eurosText, formatMoney } from '#web/ui/money-format.ts'

interface CheckoutPanelProps {
  order: Order
  /** What the basket said when the shopper went to checkout. */
  seenTotalCents?: number | undefined
}

// On a phone one under the other, the pay button at the foot of the screen; on a desk the button beside the summary.
const layout = {
  flex: 1,
  display: { xs: 'flex', md: 'grid' },
  flexDirection: 'column',
  gridTemplateColumns: { md: 'minmax(0, 720px) minmax(320px, 400px)' },
  justifyContent: { md: 'center' },
  alignItems: { xs: 'stretch', md: 'start' },
} as const
const side = {
  display: { xs: 'contents', md: 'block' },
  position: { md: 'sticky' },
  top: { md: 92 },
  mt: { md: 13 },
  mr: { md: 3 },
  p: { md: 3 },
  border: { md: 1 },
  borderColor: { md: 'divider' },
  borderRadius: { md: 1 },
  bgcolor: { md: 'background.paper' },
} as const
const termsPlace = {
  display: 'grid',
  gap: 2,
  width: '100%',
  maxWidth: { xs: 720, md: 'none' },
  mx: 'auto',
  mt: { xs: -2, md: 0 },
  px: { xs: 2, sm: 3, md: 0 },
  pb: 3,
} as const

/** The order as the server priced it, the terms, and the way to the terminal or back. */
export function CheckoutPanel({ order, seenTotalCents }: CheckoutPanelProps) {
  const { t } = useTranslation()
  const start = useFocusOnMount<HTMLDivElement>()
  const [isAccepted, setAccepted] = useState(false)
  const terms = useRef<HTMLInputElement>(null)
  const mustAcceptId = useId()
  const cancel = useCancelOrder()
  const pay = usePay()
  const isOnline = useOnline()
  useEffect(() => void preloadPaymentView(), [])
  const total = totalCents(order)
  const hasChanged = seenTotalCents !== undefined && seenTotalCents !== total
  const isLeaving = cancel.isPending || cancel.isSuccess
  const can = situationOf(order)
  const back = orderCan.cancel(can) && (
    <SecondaryButton look="quiet" small loading={isLeaving} disabled={pay.isPending} onClick={() => cancel.mutate()}>
      {t('checkout.cancel')}
    </SecondaryButton>
  )
  return (
    <Box sx={layout}>
      <Box ref={start} tabIndex={-1} sx={{ flex: 'none' }}>
        <Page title={t('checkout.title')} aside={back} lead={t('checkout.matchesBag')}>
          {hasChanged && (
            <Panel tone="attention">
              <Typography role="alert">
                {t('checkout.priceChanged', { total: formatMoney(total), oldTotal: formatMoney(seenTotalCents) })}
              </Typography>
            </Panel>
          )}
          <Panel>
            <OrderSummary order={order} />
          </Panel>
        </Page>
      </Box>
      <Box sx={side}>
        <Box sx={termsPlace}>
          <TermsCheckbox
            isAccepted={isAccepted}
            onChange={setAccepted}
            isDisabled={pay.isPending}
            inputRef={terms}
            hintId={mustAcceptId}
          />
        </Box>
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
              disabled={isLeaving || !isOnline || !orderCan.pay(can)}
              aria-disabled={!isAccepted}
              {...(!isAccepted && { 'aria-describedby': mustAcceptId })}
              loading={pay.isPending}
              loadingLabel={t('checkout.paying')}
              // The box may be below a long list, out of sight.
              onClick={() => (isAccepted ? pay.mutate(order) : terms.current?.focus())}
            >
              {isOnline ? t('checkout.pay', { amount: formatMoney(total) }) : t('shell.waitsForConnection')}
            </PrimaryButton>
          }
        />
      </Box>
    </Box>
  )
}
