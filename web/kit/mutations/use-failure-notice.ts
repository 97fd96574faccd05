import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { errorText } from '#web/kit/api/show-error.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Tells in a notice what went wrong, by itself or within a sentence. A notice of the same id takes its place. */
export function useFailureNotice() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return (error: unknown, id?: string, sentence = (reason: string): string => reason): void => {
    const reason = errorText(error, t)
    if (reason !== undefined) notify({ ...(id !== undefined && { id }), severity: 'error', text: sentence(reason) })
  }
}
