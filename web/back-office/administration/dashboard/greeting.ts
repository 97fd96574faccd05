const MORNING_FROM = 4
const DAY_FROM = 12
const EVENING_FROM = 18

export const PARTS_OF_DAY = ['morning', 'day', 'evening'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** How one greets at an hour of the clock; whoever is still up at night is in the evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < MORNING_FROM || hour >= EVENING_FROM) return 'evening'
  return hour < DAY_FROM ? 'morning' : 'day'
}
