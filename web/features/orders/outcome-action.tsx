import type { Order } from '#contract/orders.ts'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PATHS } from '#web/paths.ts'
import { PrimaryButton } from '#web/ui/primary-button.tsx'
import { paymentOutcome } from './payment-outcome.ts'

/** The one thing to do next: home after a payment, back to checkout while the order waits there, else to the basket. */
export function OutcomeAction({ order }: { order: Order | undefined }) {
  const { t } = useTranslation()
  const outcome = order && paymentOutcome(order)
  if (!order || outcome === 'SUCCESS' || outcome === 'UNKNOWN') {
    return (
      <PrimaryButton component={Link} to={PATHS.home}>
        {t('completed.done')}
      </PrimaryButton>
    )
  }
  const isAtCheckout = order.status === 'checkout' && order.cancelled_at === null
  return (
    <PrimaryButton component={Link} to={PATHS.basket}>
      {isAtCheckout ? t('common.retry') : t('completed.toBasket')}
    </PrimaryButton>
  )
}
