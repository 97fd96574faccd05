import { type ReactNode, useEffect, useRef, useState } from 'react'
import { blockReloads } from '#web/kit/api/reload-guard.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import { addLeaveQuestion } from '#web/kit/shell/page-history.ts'
import { ConfirmDialog } from '#web/kit/ui/confirm-dialog.tsx'

const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault()

/** Keeps the tab from being closed by mistake, and the app from reloading itself. */
function blockTabClose(): () => void {
  addEventListener('beforeunload', preventUnload)
  const release = blockReloads()
  return () => {
    removeEventListener('beforeunload', preventUnload)
    release()
  }
}

/**
 * While `isDirty`, asks before the page is left by a link, by the app, by Back or Forward, or by closing the tab. Render the
 * returned node.
 */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  const { t } = useTranslation()
  const [leaveRequest, setLeaveRequest] = useState<{ leave: () => void }>()
  const release = useRef<() => void>(undefined)
  useEffect(() => {
    if (!isDirty) return undefined
    // One question at a time, for the first attempt to leave.
    const removeQuestion = addLeaveQuestion(leave => setLeaveRequest(first => first ?? { leave }))
    const releaseTab = blockTabClose()
    release.current = () => {
      release.current = undefined
      removeQuestion()
      releaseTab()
    }
    return () => release.current?.()
  }, [isDirty])
  const leave = () => {
    setLeaveRequest(undefined)
    release.current?.()
    leaveRequest?.leave()
  }
  return (
    <ConfirmDialog
      open={leaveRequest !== undefined}
      title={t('forms.leaveTitle')}
      text={t('forms.leaveText')}
      confirmText={t('forms.leave')}
      cancelText={t('forms.keepEditing')}
      onConfirm={leave}
      onCancel={() => setLeaveRequest(undefined)}
      danger
    />
  )
}
