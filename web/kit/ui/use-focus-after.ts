import { useEffect, useRef } from 'react'
import { hasLostFocus } from './has-lost-focus.ts'

/** A button that was pressed takes no focus while it works: it gets it back afterwards, unless somebody has gone on elsewhere. */
export function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && hasLostFocus()) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}
