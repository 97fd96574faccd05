import { useEffect, useRef } from 'react'

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
