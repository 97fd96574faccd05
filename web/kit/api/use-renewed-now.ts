import { useEffect, useState } from 'react'
import { onServerClock, serverNow } from '#web/kit/api/server-clock.ts'

const STEP_MS = 20_000

/** The time with a precision of twenty seconds, which is enough for opening hours. */
export function useRenewedNow(): Date {
  const [now, setNow] = useState(() => new Date(serverNow()))
  useEffect(() => {
    const renew = () => setNow(new Date(serverNow()))
    const timer = setInterval(renew, STEP_MS)
    const stop = onServerClock(renew)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return now
}
