import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { ApiError } from '#web/kit/api/api-error.ts'

/** 'status text (status code)' of a failed call; undefined without a response. HTTP/2 has no status text. */
export function useStatusDetail(): (error: unknown) => string | undefined {
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
