import { type ReactNode, useEffect } from 'react'

/** Keeps a tab with unsaved changes from being closed by mistake. Draw what it returns. */
export function useLeaveGuard(isDirty: boolean): ReactNode {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    if (isDirty) addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isDirty])
  return null
}
