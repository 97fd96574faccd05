import { useEffect, useRef } from 'react'

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

/** Whether the focused element is gone, so that a keyboard user would start at the page's top. */
export const hasLostFocus = (): boolean => document.activeElement === null || document.activeElement === document.body

/**
 * For a view that replaces another one within a page: moves the focus to its start, where a screen reader continues, and scrolls
 * the window to its top. The element needs tabIndex -1.
 */
export function useFocusOnMount<Kind extends HTMLElement>() {
  const start = useRef<Kind>(null)
  useEffect(() => {
    window.scrollTo(0, 0)
    start.current?.focus({ preventScroll: true })
  }, [])
  return start
}
