import { useState } from 'react'
import { useNotices } from '#web/kit/ui/notices/notices-provider.tsx'
import { useFailureNotice } from './use-failure-notice.ts'

/** Does what somebody pressed, and tells how it went in a notice of this id: in the words that the work gives, if any, or why not. */
export function useAct(id: string) {
  const { notify } = useNotices()
  const tellFailure = useFailureNotice()
  const [isBusy, setBusy] = useState(false)
  const act = async (work: () => Promise<string | undefined>): Promise<void> => {
    setBusy(true)
    try {
      const text = await work()
      if (text !== undefined) notify({ id, severity: 'success', text })
    } catch (error) {
      tellFailure(error, id)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, act }
}
