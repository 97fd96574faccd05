import { useEffect, useState } from 'react'

/** So long a control that has just appeared takes no tap: a second one was meant for what stood there before. */
export const TAP_GUARD_MS = 600

/** True for a moment after the component appears. The keyboard is heard at once: focus does not jump to what appears. */
export function useTapGuard(guardMs = TAP_GUARD_MS): boolean {
  const [isGuarded, setGuarded] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), guardMs)
    return () => clearTimeout(timer)
  }, [guardMs])
  return isGuarded
}

/** The style of what is guarded: a tap falls on the ground below it. */
export const guardedLook = (isGuarded: boolean) => (isGuarded ? ({ pointerEvents: 'none' } as const) : {})
