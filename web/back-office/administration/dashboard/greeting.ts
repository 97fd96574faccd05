const MORNING_FROM = 4
const DAY_FROM = 12
const EVENING_FROM = 18

export const PARTS_OF_DAY = ['morning', 'day', 'evening'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** The part of the day for a greeting; the night counts as evening. */
export function partOfDay(hour: number): PartOfDay {
  if (hour < MORNING_FROM || hour >= EVENING_FROM) return 'evening'
  return hour < DAY_FROM ? 'morning' : 'day'
}
