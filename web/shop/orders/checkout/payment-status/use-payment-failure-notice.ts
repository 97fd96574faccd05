import { MINUTE_MS } from '#domain/durations.ts'
import { formatTimeNear } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { ApiError, hasCode, errorText, isSessionOver } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** One notice id for all failed calls about the order. */
export const ORDER_FAILURE = 'order-failure'

/** The outcome of a payment replaces the previous one. */
export const OUTCOME_NOTICE = 'payment-outcome'

type FailureNoticeOptions = {
  /** Replaces the text for the error's code. */
  text?: string | undefined
  /** Adds 'status text (status code)', for a failed payment call or cancel. */
  hasStatus?: boolean
}

/** Notifies why a payment, cancel or order failed, and what to do. */
export function useFailureNotice(): (error: unknown, options?: FailureNoticeOptions) => void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const statusDetail = useStatusDetail()
  return (error, { text, hasStatus = false } = {}) => {
    // The session shows its own end.
    if (isSessionOver(error)) return
    const time = hasCode(error, 'order.waitToPay') ? waitUntil(error, new Date(), SHOP_TIME_ZONE) : undefined
    const wait = time ? t('pay.waitUntil', { time }) : undefined
    const words = wait ?? text ?? errorText(error, t) ?? t('errors.unknown')
    const detail = hasStatus ? statusDetail(error) : undefined
    notify({
      id: ORDER_FAILURE,
      severity: 'error',
      text: words,
      ...(detail !== undefined && { detail: `[${detail}]` }),
    })
  }
}

/** 'status text (status code)' of a failed call; undefined without a response. HTTP/2 has no status text. */
function useStatusDetail(): (error: unknown) => string | undefined {
  const { t } = useTranslation()
  return error =>
    error instanceof ApiError && error.status > 0
      ? t('errors.httpStatus', { statusText: error.statusText || t('errors.unknown'), status: error.status })
      : undefined
}

/** What a followed order stores of a pay call that failed without a refusal. */
export function useFollowedFailure(): (error: unknown) => { failure?: string } {
  const statusDetail = useStatusDetail()
  return error => {
    const failure = statusDetail(error)
    return failure === undefined ? {} : { failure }
  }
}

/** From when the account may pay again, as HH:mm, rounded up to a whole minute. Undefined if the error doesn't contain it. */
export function waitUntil({ body }: ApiError, now: Date, timeZone: string): string | undefined {
  const { may_pay_at: at } = body
  const ms = typeof at === 'string' ? Date.parse(at) : NaN
  return Number.isNaN(ms) ? undefined : formatTimeNear(new Date(Math.ceil(ms / MINUTE_MS) * MINUTE_MS), now, timeZone)
}
