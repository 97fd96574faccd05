import type { OrderStatus } from '#domain/orders/order.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

type Standing = { status: OrderStatus; cancelled_at: string | null }

/** An order's state in a word: cancelled isn't a status, but is shown like one. */
export const standingText = ({ status, cancelled_at: cancelledAt }: Standing, t: Translate): string =>
  cancelledAt === null ? t(`order.status.${status}`) : t('adminOrders.cancelled')

const TONES = {
  checkout: 'closed',
  payment_pending: 'attention',
  complete: 'open',
  error: 'danger',
  preorder_booked: 'closed',
  preorder_delivered: 'open',
} as const satisfies Record<OrderStatus, string>

export const standingTone = ({ status, cancelled_at: cancelledAt }: Standing) =>
  cancelledAt === null ? TONES[status] : 'closed'

export const orderPath = (id: number): string => `/orders/${id}`
