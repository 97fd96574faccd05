const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** `8 hours ago`, in the reader's language; less than a minute ago is `this minute`. */
export function ageText(at: Date, now: Date, language: string): string {
  const ms = Math.max(0, now.getTime() - at.getTime())
  const [unit, size] = UNITS.find(([, least]) => ms >= least) ?? UNITS[2]
  return new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-Math.floor(ms / size), unit)
}
