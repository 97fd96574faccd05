import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hasLooseWork, onLooseWork } from '#web/api/browser-storage.ts'
import { onUnreadableWork, takeUnreadableWork } from '#web/api/unreadable-work.ts'
import { useNotices } from '#web/ui/notices/notices-provider.tsx'

const NOT_KEPT = 'work-not-kept'

/** Says so while what a person does here can't be kept in this browser, and when kept work can't be read. */
export function useStorageTrouble(): void {
  const { t } = useTranslation()
  const { notify, dismiss } = useNotices()
  const tellKeeping = useEffectEvent(() => {
    if (!hasLooseWork()) return dismiss(NOT_KEPT)
    const words = { text: t('shell.notKept'), detail: t('shell.notKeptText') }
    notify({ id: NOT_KEPT, severity: 'warning', persist: true, ...words })
  })
  const tellUnreadable = useEffectEvent(() => {
    if (!takeUnreadableWork()) return
    notify({ id: 'work-unreadable', severity: 'warning', persist: true, text: t('shell.unreadable') })
  })
  useEffect(() => {
    tellKeeping()
    return onLooseWork(() => tellKeeping())
  }, [])
  useEffect(() => {
    tellUnreadable()
    // A value may be read while a screen is being drawn: that is no time to draw a notice.
    return onUnreadableWork(() => queueMicrotask(() => tellUnreadable()))
  }, [])
}
