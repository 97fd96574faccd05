import type { Translate } from '#web/kit/i18n/translate.ts'
import { ApiError, isAborted } from './api-error.ts'

/** Statuses with texts of their own. */
export const STATUSES = ['400', '401', '403', '404', '409', '413', '422', '429', '500', '503'] as const

/** The text for a failed call or load; undefined for an aborted one, which is not shown. */
export function errorText(error: unknown, t: Translate): string | undefined {
  if (isAborted(error)) return undefined
  if (!(error instanceof ApiError)) return t('errors.unknown')
  if (error.code === 'unreadable') return statusText(error, t)
  const key = `errors.${error.code}` as const
  const text = t(key)
  return text === key ? statusText(error, t) : text
}

function statusText({ status }: ApiError, t: Translate): string {
  const known = STATUSES.find(each => each === String(status))
  return known ? t(`errors.status.${known}`) : t('errors.unknown')
}
