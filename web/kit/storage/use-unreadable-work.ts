import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { onUnreadableWork, takeUnreadableWork } from '#web/kit/api/unreadable-work.ts'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'

/** Says so when a part of what a person did in this browser was kept and can't be read. */
export function useUnreadableWork(): void {
  const { t } = useTranslation()
  const { notify } = useNotices()
  const tell = useEffectEvent(() => {
    if (!takeUnreadableWork()) return
    notify({ id: 'work-unreadable', severity: 'warning', persist: true, text: t('shell.unreadable') })
  })
  useEffect(() => {
    tell()
    // A value may be read while a screen is being drawn: that is no time to draw a notice.
    return onUnreadableWork(() => queueMicrotask(() => tell()))
  }, [])
}
