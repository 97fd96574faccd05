import type { HourOfSales } from '#contract/administration/dashboard.ts'

/** Current bars are solid, earlier ones hatched: they differ without colour, and where the system chooses the colours. */
export const NOW_BAR = {
  bgcolor: 'primary.main',
  border: 1,
  borderColor: 'primary.main',
  forcedColorAdjust: 'none',
} as const
export const BEFORE_BAR = {
  border: 1,
  borderColor: 'primary.main',
  color: 'primary.main',
  backgroundImage: 'repeating-linear-gradient(135deg, currentColor 0 1.5px, transparent 1.5px 6px)',
  forcedColorAdjust: 'none',
} as const

/** The share of the largest value, as CSS. Any sale is visible, however small. */
export const barLength = (sales: number, max: number) => (sales > 0 ? `max(3px, ${(sales / max) * 100}%)` : '0')

/** The hours of a usual day in a store, shown unless sales extend them. */
const USUAL = { first: 8, last: 20 }

const nothing = { sales: 0, purchases: 0 }

/** Every hour from the first to the last that has a sale, and those of a usual day, without gaps. */
export function chartHours(hours: readonly HourOfSales[]): HourOfSales[] {
  const known = new Map(hours.map(each => [each.hour, each]))
  const first = Math.min(USUAL.first, ...known.keys())
  const last = Math.max(USUAL.last, ...known.keys())
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map(
    hour => known.get(hour) ?? { hour, now: nothing, before: nothing },
  )
}
