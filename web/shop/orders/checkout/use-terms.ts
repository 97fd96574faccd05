import { useState } from 'react'
import { useOperator } from '#web/kit/company/queries.ts'

/**
 * The terms of purchase at checkout: the version shown when the shopper accepted, and whether a newer one is shown by now,
 * which has to be accepted again.
 */
export function useTerms() {
  const { data, refetch } = useOperator()
  const [accepted, setAccepted] = useState<{ version: number | undefined }>()
  const [isOpen, setOpen] = useState(false)
  // The server refused the accepted version: the terms have to be accepted again, whichever could be loaded since.
  const [isRefused, setRefused] = useState(false)
  const shown = data?.terms.id
  const isOther = accepted?.version !== undefined && shown !== undefined && accepted.version !== shown
  const haveChanged = isRefused || isOther
  return {
    isAccepted: accepted !== undefined && !haveChanged,
    haveChanged,
    /** False once it is known that the shop has published none. */
    areThere: data === undefined || data.terms.paragraphs.length > 0,
    /** Terms accepted before they were loaded mean the loaded ones; undefined while none could be loaded. */
    version: accepted?.version ?? shown,
    accept: (isAccepted: boolean) => {
      setRefused(false)
      setAccepted(isAccepted ? { version: shown } : undefined)
    },
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    /** The server has newer terms. */
    askAgain: async () => {
      setRefused(true)
      setAccepted(undefined)
      await refetch()
      setOpen(true)
    },
  }
}
export type Terms = ReturnType<typeof useTerms>
