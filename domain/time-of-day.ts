const MINUTES_OF_AN_HOUR = 60
const END_OF_DAY = 24 * MINUTES_OF_AN_HOUR

/** Parses a typed time of day: 9, 9.30, 9:30, 0930, 24. Returns HH:mm, `24:00` for midnight at the end; else undefined. */
export function readTimeOfDay(text: string): string | undefined {
  const plain = text.trim()
  const [, hours = '', minutes = '00'] =
    /^(\d{1,2})(?:[.:,]([0-5]\d))?$/.exec(plain) ?? /^(\d{1,2})([0-5]\d)$/.exec(plain) ?? []
  if (hours === '') return undefined
  if (Number(hours) * MINUTES_OF_AN_HOUR + Number(minutes) > END_OF_DAY) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}
