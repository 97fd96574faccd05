import { useEffect, useRef } from 'react'
import { hasLostFocus } from './has-lost-focus.ts'

let isFirstScreen = true

/**
 * For the h1 of a screen. When a screen takes another's place and the focus went with the old one, it starts at the new
 * name; at the start of the app it is left alone.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst && hasLostFocus()) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
