import { useEffect, useRef, useState } from 'react'

/**
 * Calls onHide after hideAfterMs, but not while the pointer or the focus is on the notice; null means never. A higher `version`
 * restarts the time. The returned handlers go on the notice.
 */
export function useAutoHide(hideAfterMs: number | null, version: number, onHide: (version: number) => void) {
  const [isHeld, setHeld] = useState(false)
  const hide = useRef(onHide)
  useEffect(() => {
    hide.current = onHide
  })
  useEffect(() => {
    if (hideAfterMs === null || isHeld) return undefined
    const timer = setTimeout(() => hide.current(version), hideAfterMs)
    return () => clearTimeout(timer)
  }, [hideAfterMs, isHeld, version])
  const hold = () => setHeld(true)
  const release = () => setHeld(false)
  return { onMouseEnter: hold, onMouseLeave: release, onFocus: hold, onBlur: release }
}
