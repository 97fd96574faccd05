import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { TAP_GUARD_MS } from '#web/kit/ui/hooks/use-tap-guard.ts'

/** The distance within which two taps count as taps on one spot. */
const NEAR_PX = 48

type PressPlace = { x: number; y: number }

let lastPress: PressPlace | undefined

const notePress = ({ clientX, clientY }: PointerEvent) => {
  lastPress = { x: clientX, y: clientY }
}

type StrayTapGuardProps = {
  /** Changes with each screen, and with each step of a screen. */
  step: string
  children: ReactNode
}

/**
 * For screens whose next step puts a control under the finger: for a moment after `step` has changed, a tap on that spot does
 * nothing. Taps elsewhere and the keyboard work at once.
 */
export function StrayTapGuard({ step, children }: StrayTapGuardProps) {
  const settling = useRef<PressPlace & { until: number; step: string }>(undefined)
  useEffect(() => {
    addEventListener('pointerdown', notePress, { capture: true, passive: true })
    return () => removeEventListener('pointerdown', notePress, { capture: true })
  }, [])
  useEffect(() => {
    settling.current = lastPress && { ...lastPress, step, until: performance.now() + TAP_GUARD_MS }
  }, [step])
  const ignore = (event: MouseEvent) => {
    const { current } = settling
    // Clicks by keyboard have no position and count no taps.
    if (!current || event.detail === 0 || performance.now() > current.until) return
    if (Math.hypot(event.clientX - current.x, event.clientY - current.y) > NEAR_PX) return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div style={{ display: 'contents' }} onClickCapture={ignore}>
      {children}
    </div>
  )
}
