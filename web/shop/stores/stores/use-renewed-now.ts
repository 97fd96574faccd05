import { useEffect, useState } from 'react'
import { onServerClock, serverNow } from '#web/kit/api/server-clock.ts'

const STEP_MS = 20_000

/** The time to within twenty seconds: opening hours need no better. */
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
