import { useEffect, useState } from 'react'
import { serverNow } from '#web/kit/api/server-clock.ts'

const TICK_MS = 1000

/** The time, renewed every second until the given instant has passed. */
export function useNow(untilInstant: string | null): Date {
  const [now, setNow] = useState(() => new Date(serverNow()))
  useEffect(() => {
    const tick = () => setNow(new Date(serverNow()))
    const timer = setInterval(() => {
      tick()
      if (serverNow() >= Date.parse(untilInstant ?? '')) clearInterval(timer)
    }, TICK_MS)
    // A new wait begins now, not at the tick that ended the last one.
    queueMicrotask(tick)
    return () => clearInterval(timer)
  }, [untilInstant])
  return now
}
