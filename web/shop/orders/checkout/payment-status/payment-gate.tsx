import type { ReactNode } from 'react'
import { lazyPart } from '#web/kit/app-update/lazy-part.tsx'
import { useSession } from '#web/kit/session/session-provider.tsx'
import { PageFailure } from '#web/kit/shell/page-failure.tsx'
import { useFollowPayment } from './use-follow-payment.ts'

// Needed only from checkout on, which preloads it.
const { Part: PaymentPendingView, preload: preloadPaymentView } = lazyPart(
  async () => (await import('./payment-pending-view.tsx')).PaymentPendingView,
  PageFailure,
)
export { preloadPaymentView }

type PaymentGateProps = {
  /** Called when the order takes the basket's goods: it is paid, or its outcome is unknown. */
  onBasketPaid: () => void
  children: ReactNode
}

/** While a payment is pending, replaces the pages with a full-screen view of it. */
export function PaymentGate({ onBasketPaid, children }: PaymentGateProps) {
  const { user } = useSession()
  const isEnabled = user?.is_verified === true
  const { isPending, order, remembered, isOffline, left } = useFollowPayment({ isEnabled, onBasketPaid })
  if (!isPending) return children
  return <PaymentPendingView order={order} remembered={remembered} isOffline={isOffline} onAbandoned={left} />
}
