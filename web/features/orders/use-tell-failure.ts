import { useTranslation } from 'react-i18next'
import { ApiError, hasCode } from '#web/api/api-error.ts'
import { errorText } from '#web/api/show-error.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'
import { waitUntil } from './wait-until.ts'

/** One place for whatever a call about the order could not do. */
export const ORDER_FAILURE = 'order-failure'

/** Says why a payment, cancel or order failed: the reason in words, and 'status text (status code)' where there was one. */
export function useTellFailure(): (error: unknown) => void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return error => {
    // The session tells of its end itself.
    if (hasCode(error, 'session.required')) return
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    const time = hasCode(error, 'order.waitToPay') ? waitUntil(error, new Date(), timeZone) : undefined
    const text = time ? t('pay.waitUntil', { time }) : (errorText(error, t) ?? t('errors.unknown'))
    const { status, statusText } = error instanceof ApiError ? error : { status: 0, statusText: '' }
    const detail = t('errors.httpStatus', { statusText: statusText || t('errors.unknown'), status })
    notify({ id: ORDER_FAILURE, severity: 'error', text, ...(status > 0 && { detail }) })
  }
}
