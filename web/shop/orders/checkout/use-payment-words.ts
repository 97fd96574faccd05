import type { Order } from '#contract/orders/orders.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'

/** What the payment-pending view says above and below the terminal. */
export function usePaymentWords(order: Order | undefined, isOffline: boolean): { title: string; text?: string } {
  const { t } = useTranslation()
  // It may be paid by now: nobody is sent to the terminal before the order has told.
  if (!order) return { title: t('pay.checking'), ...(isOffline && { text: t('pay.reconnecting') }) }
  const { payment } = order
  if (isOffline) return { title: t('pay.title'), text: t('pay.reconnecting') }
  if (payment?.state === 'asking') return { title: t('pay.checking'), text: t('pay.asking') }
  if (payment?.state !== 'queued') return { title: t('pay.title') }
  const before = (payment.place_in_line ?? 1) - 1
  return { title: t('pay.queuedTitle'), text: before > 0 ? t('pay.queued', { count: before }) : t('pay.queuedNext') }
}
