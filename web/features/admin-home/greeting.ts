const MORNING_FROM = 4
const DAY_FROM = 12
const EVENING_FROM = 18

export type PartOfDay = 'morning' | 'day' | 'evening'

/** How one greets at an hour of the clock; whoever is still up at night is in the evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < MORNING_FROM || hour >= EVENING_FROM) return 'evening'
  return hour < DAY_FROM ? 'morning' : 'day'
}
