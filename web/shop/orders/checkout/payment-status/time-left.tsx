import { useEffect, useState } from 'react'
import { serverNow } from '#web/kit/api/server-clock.ts'
import { useTranslation } from '#web/kit/i18n/use-translation.tsx'
import css from './payment-status.module.css'

const TICK_MS = 500

/** Minutes and seconds until an instant, such as 1:42; null when it has passed. */
export function timeLeft(deadlineAt: string, nowMs: number): string | null {
  const seconds = Math.ceil((Date.parse(deadlineAt) - nowMs) / 1000)
  return seconds > 0 ? `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}` : null
}

/** A visible countdown; screen readers can read it, but don't announce each change. */
export function TimeLeft({ deadlineAt }: { deadlineAt: string }) {
  const { t } = useTranslation()
  const [nowMs, setNowMs] = useState(() => serverNow())
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const time = timeLeft(deadlineAt, nowMs)
  if (time === null) return null
  return (
    <span role="timer" aria-live="off" aria-label={t('pay.timeLeft', { time })} className={css.timeLeftTime}>
      {time}
    </span>
  )
}
