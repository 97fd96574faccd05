import { useTranslation } from 'react-i18next'
import { errorText } from '#web/api/show-error.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

/** Tells in a notice what went wrong. One of the same id takes its place. */
export function useFailureNotice() {
  const { t } = useTranslation()
  const { notify } = useNotices()
  return (error: unknown, id?: string): void => {
    const text = errorText(error, t)
    if (text !== undefined) notify({ ...(id !== undefined && { id }), severity: 'error', text })
  }
}
