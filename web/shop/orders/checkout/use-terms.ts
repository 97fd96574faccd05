import { useState } from 'react'
import { useOperator } from '#web/kit/company/queries.ts'

/**
 * The terms of purchase at checkout: which version was shown when the shopper accepted, and whether there is a newer one on the
 * screen by now, which has to be accepted anew.
 */
export function useTerms() {
  const { data, refetch } = useOperator()
  const [accepted, setAccepted] = useState<{ version: number | undefined }>()
  const [isOpen, setOpen] = useState(false)
  // The server refused what was accepted: whatever could be loaded since, it has to be accepted anew.
  const [isRefused, setRefused] = useState(false)
  const shown = data?.terms.id
  const isOther = accepted?.version !== undefined && shown !== undefined && accepted.version !== shown
  const haveChanged = isRefused || isOther
  return {
    isAccepted: accepted !== undefined && !haveChanged,
    haveChanged,
    /** False once it is known that the shop has published none. */
    areThere: data === undefined || data.terms.paragraphs.length > 0,
    /** Who accepted before they were loaded is held to those that came; unknown while none could be loaded. */
    version: accepted?.version ?? shown,
    accept: (isAccepted: boolean) => {
      setRefused(false)
      setAccepted(isAccepted ? { version: shown } : undefined)
    },
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** The server has newer ones. */
    askAgain: async () => {
      setRefused(true)
      setAccepted(undefined)
      await refetch()
      setOpen(true)
    },
  }
}
export type Terms = ReturnType<typeof useTerms>
