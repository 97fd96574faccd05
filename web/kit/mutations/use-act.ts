import { useState } from 'react'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useFailureNotice } from './use-failure-notice.ts'

/** Runs an action and reports its result in a notice with this id: the text that `work` returns, if any, or the failure. */
export function useAction(id: string) {
  const { notify, dismiss } = useNotices()
  const notifyFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true)
    // The result of the action before, such as a failure that stays until it is closed.
    dismiss(id)
    try {
      const text = await work()
      if (text !== undefined) notify({ id, severity: 'success', text })
    } catch (error) {
      notifyFailure(error, id)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, act }
}
