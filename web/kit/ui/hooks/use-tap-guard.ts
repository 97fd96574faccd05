import { useEffect, useState } from 'react'

/** How long a control that has just appeared ignores taps: a second tap was meant for what was there before. */
export const TAP_GUARD_MS = 600

/** True for a moment after the component appears. The keyboard works at once: focus does not jump to what appears. */
export function useTapGuard(guardMs = TAP_GUARD_MS): boolean {
  const [isGuarded, setGuarded] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setGuarded(false), guardMs)
    return () => clearTimeout(timer)
  }, [guardMs])
  return isGuarded
}

/** The style of a guarded element: a tap falls through to the one below it. */
export const guardedLook = (isGuarded: boolean) => (isGuarded ? ({ pointerEvents: 'none' } as const) : {})
