import { useState } from 'react'
import { useOperator } from '#web/features/operator/queries.ts'

/**
 * The terms of purchase at checkout: which version was shown when the shopper accepted, and whether there is a newer one on the
 * screen by now, which has to be accepted anew.
 */
export function useTerms() {
  const { data, refetch } = useOperator()
  const [accepted, setAccepted] = useState<{ version: number | undefined }>()
  const [isOpen, setOpen] = useState(false)
  const shown = data?.terms.id
  const haveChanged = accepted?.version !== undefined && shown !== undefined && accepted.version !== shown
  return {
    isAccepted: accepted !== undefined && !haveChanged,
    haveChanged,
    /** Unknown while they could not be loaded. */
    version: accepted?.version ?? shown,
    accept: (isAccepted: boolean) => setAccepted(isAccepted ? { version: shown } : undefined),
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** The server has newer ones. */
    askAgain: async () => {
      await refetch()
      setOpen(true)
    },
  }
}
export type Terms = ReturnType<typeof useTerms>
