import { useEffect, useRef } from 'react'
import { hasLostFocus } from './has-lost-focus.ts'

/** Returns the focus to a button that lost it while it worked, unless the user has moved on meanwhile. */
export function useFocusAfter(isBusy: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !isBusy && hasLostFocus()) button.current?.focus()
    wasBusy.current = isBusy
  }, [isBusy])
  return button
}
