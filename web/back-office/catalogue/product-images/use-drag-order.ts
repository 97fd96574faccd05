import { type PointerEvent as ReactPointerEvent, useEffect, useRef, useState } from 'react'

/** A press that moves less than this isn't a drag. */
const MIN_PIXELS = 8

type DragPoint = { x: number; y: number }

/** The index of the box whose centre is nearest to a point. */
function nearestBox(boxes: readonly DOMRect[], { x, y }: DragPoint): number {
  const far = boxes.map(box => Math.hypot(box.x + box.width / 2 - x, box.y + box.height / 2 - y))
  return far.indexOf(Math.min(...far))
}

/**
 * Lets the children of a list be dragged to another place among the first `count` of them. While one is dragged, `drag`
 * contains its old and new place; the DOM order doesn't change.
 */
export function useDragOrder(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null)
  const [drag, setDrag] = useState<{ from: number; to: number }>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const begin = (event: ReactPointerEvent, from: number) => {
    if (event.button !== 0 || !event.isPrimary || list.current === null || count < 2) return
    // Measured once: during the drag the other children move only visually.
    const boxes = [...list.current.children].slice(0, count).map(child => child.getBoundingClientRect())
    const start = { x: event.clientX, y: event.clientY }
    let to: number | undefined
    const follow = (point: PointerEvent) => {
      const at = { x: point.clientX, y: point.clientY }
      if (to === undefined && Math.hypot(at.x - start.x, at.y - start.y) < MIN_PIXELS) return
      to = nearestBox(boxes, at)
      setDrag({ from, to })
    }
    const end = (dropped: boolean) => {
      stop.current?.()
      setDrag(undefined)
      if (dropped && to !== undefined) onMove(from, to)
    }
    stop.current = listenToDrag({ follow, drop: () => end(true), cancel: () => end(false) })
  }
  return { list, drag, begin }
}

type DragListeners = { follow: (event: PointerEvent) => void; drop: () => void; cancel: () => void }

/** Listens until the pointer is released, or Escape cancels. Returns a function that stops it. */
function listenToDrag({ follow, drop, cancel }: DragListeners): () => void {
  const controller = new AbortController()
  const { signal } = controller
  window.addEventListener('pointermove', follow, { signal })
  window.addEventListener('pointerup', drop, { signal })
  window.addEventListener('pointercancel', cancel, { signal })
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && cancel(), { signal })
  return () => controller.abort()
}
