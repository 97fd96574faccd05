import type { OrderAttempt, OrderRow } from '#contract/orders/admin-orders.ts'
import type { Refund } from '#contract/payments/refunds.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { AdviceKind } from '#domain/payments/manual-outcome.ts'
import type { PaymentApp } from '#domain/payments/terminals/terminal-providers.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'
import { eurosText } from '#web/kit/ui/money.tsx'

type OrderProgress = { status: OrderStatus; cancelled_at: string | null }

/** An order's state in a word: cancelled isn't a status, but is shown like one. */
export const progressText = ({ status, cancelled_at: cancelledAt }: OrderProgress, t: Translate): string =>
  cancelledAt === null ? t(`order.status.${status}`) : t('adminOrders.cancelled')

type OrderTypeLabel = OrderProgress & Pick<OrderRow, 'order_type' | 'paid_at'>

/** How an order came about. What is not paid isn't bought yet; while a payment has no result, it isn't unpaid either. */
export function typeText(
  { order_type: type, status, cancelled_at: cancelledAt, paid_at: paidAt }: OrderTypeLabel,
  t: Translate,
): string {
  if (type === 'preorder' || paidAt !== null) return t(`adminOrders.types.${type}`)
  const isKnown = status === 'checkout' || cancelledAt !== null
  return t(isKnown ? 'adminOrders.types.unpaid' : 'adminOrders.types.inStore')
}

const STATUS_TONES = {
  checkout: 'closed',
  payment_pending: 'attention',
  complete: 'open',
  error: 'danger',
  preorder_booked: 'closed',
  preorder_delivered: 'open',
} as const satisfies Record<OrderStatus, string>

export const progressTone = ({ status, cancelled_at: cancelledAt }: OrderProgress) =>
  cancelledAt === null ? STATUS_TONES[status] : 'closed'

/** What has words of its own for payments in an app: states, steps and advice. */
export const STATES_IN_APP = ['INTENT', 'SENT'] as const
export const STEPS_IN_APP = ['sent', 'abort'] as const
export const ADVICE_IN_APP = ['wait', 'decide', 'check_amount', 'refund_by_hand', 'decide_refund'] as const

const inApp = <Each extends string>(each: string, names: readonly Each[], app: PaymentApp | null): Each | undefined =>
  app === null ? undefined : names.find(one => one === each)

export const appValues = (app: PaymentApp | null) => ({ app: app?.name ?? '', portal: app?.portal ?? '' })

export function attemptStateText({ state, app }: Pick<OrderAttempt, 'state' | 'app'>, t: Translate): string {
  const inAppState = inApp(state, STATES_IN_APP, app)
  return inAppState ? t(`adminOrders.inApp.states.${inAppState}`, appValues(app)) : t(`adminOrders.states.${state}`)
}

export function refundStateText({ state, app }: Pick<Refund, 'state' | 'app'>, t: Translate): string {
  const inAppState = inApp(state, STATES_IN_APP, app)
  return inAppState
    ? t(`adminOrders.inApp.refundStates.${inAppState}`, appValues(app))
    : t(`adminOrders.refundStates.${state}`)
}

export const stepText = (step: (typeof STEPS_IN_APP)[number], app: PaymentApp | null, t: Translate): string =>
  app === null ? t(`adminOrders.steps.${step}`) : t(`adminOrders.inApp.steps.${step}`, appValues(app))

export function adviceText(advice: AdviceKind, app: PaymentApp | null, t: Translate): string {
  const inAppAdvice = inApp(advice, ADVICE_IN_APP, app)
  return inAppAdvice ? t(`adminOrders.inApp.advice.${inAppAdvice}`, appValues(app)) : t(`adminOrders.advice.${advice}`)
}

/** Whether the payment service reported, after it had accepted the refund, that the money was not returned. */
export const hasFailedLater = ({ failure }: Refund): boolean => failure?.settled_as === null

/** What an admin must do about a refund. */
export function refundMatter(refund: Refund, t: Translate): { title: string; advice: string } {
  const values = { amount: eurosText(refund.amount), id: refund.order_id }
  return hasFailedLater(refund)
    ? { title: t('adminOrders.failure.title', values), advice: t('adminOrders.failure.advice') }
    : { title: t('adminOrders.doubtfulRefund', values), advice: adviceText('decide_refund', refund.app, t) }
}

export const orderPath = (id: number): string => `/orders/${id}`
