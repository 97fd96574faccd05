import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { holdReloads } from '#web/kit/api/reload-guard.ts'
import { askBeforeLeaving } from '#web/kit/shell/leave-question.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'

const refuse = (event: BeforeUnloadEvent) => event.preventDefault()

/** Keeps the tab from being closed by mistake, and the app from reloading itself. */
function holdTab(): () => void {
  addEventListener('beforeunload', refuse)
  const release = holdReloads()
  return () => {
    removeEventListener('beforeunload', refuse)
    release()
  }
}

/**
 * While `isDirty`, asks before the page is left by a link, by the app, by Back or Forward, or by closing the tab. Render the
 * returned node.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<{ leave: () => void }>()
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isDirty) return undefined
    // One question at a time, for the first attempt to leave.
    const stopAsking = askBeforeLeaving(leave => setAsked(first => first ?? { leave }))
    const releaseTab = holdTab()
    release.current = () => {
      release.current = undefined
      stopAsking()
      releaseTab()
    }
    return () => release.current?.()
  }, [isDirty])
  const leave = () => {
    setAsked(undefined)
    release.current?.()
    asked?.leave()
  }
  return (
    <ConfirmDialog
      open={asked !== undefined}
      title={t('forms.leaveTitle')}
      text={t('forms.leaveText')}
      confirmText={t('forms.leave')}
      cancelText={t('forms.keepEditing')}
      onConfirm={leave}
      onCancel={() => setAsked(undefined)}
      danger
    />
  )
}
