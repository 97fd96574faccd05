import type { HourOfSales } from '#contract/administration/dashboard.ts'

/** The hours of a usual day in a store, shown unless sales extend them. */
const USUAL_HOURS = { first: 8, last: 20 }

const NO_SALES = { sales: 0, purchases: 0 }

/** Every hour from the first to the last that has a sale, and those of a usual day, without gaps. */
export function chartHours(hours: readonly HourOfSales[]): HourOfSales[] {
  const byHour = new Map(hours.map(each => [each.hour, each]))
  const first = Math.min(USUAL_HOURS.first, ...byHour.keys())
  const last = Math.max(USUAL_HOURS.last, ...byHour.keys())
  return Array.from({ length: last - first + 1 }, (_, at) => first + at).map(
    hour => byHour.get(hour) ?? { hour, current: NO_SALES, previous: NO_SALES },
  )
}
