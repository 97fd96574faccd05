import { type TouchEvent, useRef } from 'react'

/** The distance of two fingers; 0 with fewer. */
function getSpread({ touches }: TouchEvent): number {
  const [first, second] = [touches[0], touches[1]]
  return first && second ? Math.hypot(first.clientX - second.clientX, first.clientY - second.clientY) : 0
}

/** The handlers of an element on which two fingers zoom. `zoom` null: they do nothing. */
export function usePinch(zoom: { factor: number; zoomTo: (factor: number) => void } | null) {
  /** The zoom per pixel between the fingers. */
  const perPx = useRef(0)
  return {
    onTouchStart: (event: TouchEvent) => {
      perPx.current = zoom ? zoom.factor / getSpread(event) : 0
    },
    onTouchMove: (event: TouchEvent) => {
      // In tenths: each step reconfigures the camera.
      const factor = Math.round(perPx.current * getSpread(event) * 10) / 10
      if (zoom && factor > 0 && factor !== zoom.factor) zoom.zoomTo(factor)
    },
  }
}
