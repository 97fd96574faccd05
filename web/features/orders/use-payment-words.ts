import type { Order } from '#contract/orders.ts'
import { useTranslation } from 'react-i18next'

/** What the payment-pending view says above and below the terminal. */
export function usePaymentWords(payment: Order['payment'], isOffline: boolean): { title: string; text?: string } {
  const { t } = useTranslation()
  if (isOffline) return { title: t('pay.title'), text: t('pay.reconnecting') }
  if (payment?.state === 'asking') return { title: t('pay.title'), text: t('pay.asking') }
  if (payment?.state !== 'queued') return { title: t('pay.title') }
  const before = (payment.place_in_line ?? 1) - 1
  return { title: t('pay.queuedTitle'), text: before > 0 ? t('pay.queued', { count: before }) : t('pay.queuedNext') }
}
