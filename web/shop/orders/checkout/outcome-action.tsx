import type { Order } from '#contract/orders/orders.ts'
import { orderCan } from '#domain/orders/order.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { Link } from 'react-router'
import { PATHS, preorderPath } from '#web/kit/paths.ts'
import { PrimaryButton } from '#web/kit/ui/primary-button.tsx'
import { situationOf } from './order-situation.ts'
import { paymentOutcome } from './payment-outcome.ts'

/** The one thing to do next: home after a payment, back to checkout while the order waits there, else to the basket or the pre-order. */
export function OutcomeAction({ order }: { order: Order | undefined }) {
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
