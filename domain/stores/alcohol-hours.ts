import { openIntervals, type DayHours, type HoursInterval } from './opening-hours.ts'

/** When a country's law lets stores sell alcohol, on every day. */
type AlcoholHours = DayHours & { source: string; timeZones: readonly string[] }

export const ALCOHOL_HOURS = {
  FI: {
    opensAt: '09:00',
    closesAt: '21:00',
    source: 'Alkoholilaki 1102/2017, 5 luku (finlex.fi); read 2026-11-30',
    timeZones: ['Europe/Helsinki', 'Europe/Mariehamn'],
  },
} as const satisfies Readonly<Record<string, AlcoholHours>>

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]

/** A store in a country without hours of its own here has those of Finland, by its own clock. */
const hoursIn = (timeZone: string): DayHours =>
  Object.values(ALCOHOL_HOURS).find(({ timeZones }) => timeZones.some(zone => zone === timeZone)) ?? ALCOHOL_HOURS.FI

/** When alcohol may be sold in a time zone, from the day before `from` (yyyy-mm-dd) on. */
export const alcoholIntervals = (timeZone: string, from: string): HoursInterval[] => {
  const { opensAt, closesAt } = hoursIn(timeZone)
  return openIntervals({ weekly: EVERY_DAY.map(weekday => ({ weekday, opensAt, closesAt })), timeZone }, from)
}
