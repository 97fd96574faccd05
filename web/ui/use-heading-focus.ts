import { useEffect, useRef } from 'react'

let isFirstScreen = true

const isNowhere = (element: Element | null) => element === null || element === document.body

/**
 * For the h1 of a screen. When a screen takes another's place and the focus went with the old one, it starts at the new
 * name; at the start of the app it is left alone.
 */
export function useHeadingFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const isFirst = isFirstScreen
    isFirstScreen = false
    if (!isFirst && isNowhere(document.activeElement)) heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
