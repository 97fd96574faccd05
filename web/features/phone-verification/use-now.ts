import { useEffect, useState } from 'react'

const TICK_MS = 1000

/** The time, renewed every second until the given instant has passed. */
export function useNow(untilInstant: string | null): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = () => setNow(new Date())
    const timer = setInterval(() => {
      tick()
      if (Date.now() >= Date.parse(untilInstant ?? '')) clearInterval(timer)
    }, TICK_MS)
    // A new wait begins now, not at the tick that ended the last one.
    queueMicrotask(tick)
    return () => clearInterval(timer)
  }, [untilInstant])
  return now
}
