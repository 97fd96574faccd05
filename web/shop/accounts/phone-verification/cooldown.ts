import { formatTimeNear } from '#domain/format/date-format.ts'

/** The end of an SMS cooldown, formatted by formatTimeNear. */
export const cooldownText = formatTimeNear

const two = (value: number) => String(value).padStart(2, '0')

/** The time left as m:ss, or h:mm:ss; 0:00 when it is over. */
export function countdownText(until: Date, now: Date): string {
  const seconds = Math.max(0, Math.ceil((until.getTime() - now.getTime()) / 1000))
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
