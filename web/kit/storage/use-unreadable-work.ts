import { useEffect, useEffectEvent } from 'react'
import { onUnreadableWork, takeUnreadableWork } from '#web/kit/api/unreadable-work.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Shows a notice when stored work of the user can't be read. */
export function useUnreadableWork(): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tell = useEffectEvent(() => {
    if (!takeUnreadableWork()) return
    notify({ id: 'work-unreadable', severity: 'warning', persist: true, text: t('shell.unreadable') })
  })
  useEffect(() => {
    tell()
    // A value may be read during a render, when a notice can't be shown.
    return onUnreadableWork(() => queueMicrotask(() => tell()))
  }, [])
}
