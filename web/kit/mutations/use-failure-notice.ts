import { errorText } from '#web/kit/api/api-error.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Reports a failure in a notice: only its reason, or a sentence that contains it. A notice with the same id is replaced. */
export function useFailureNotice() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return (error: unknown, id?: string, sentence = (reason: string): string => reason): void => {
    const reason = errorText(error, t)
    if (reason !== undefined) notify({ ...(id !== undefined && { id }), severity: 'error', text: sentence(reason) })
  }
}
