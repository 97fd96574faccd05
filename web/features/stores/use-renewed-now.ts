import { useEffect, useState } from 'react'

const STEP_MS = 20_000

/** The time to within twenty seconds: opening hours need no better. */
export function useRenewedNow(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
