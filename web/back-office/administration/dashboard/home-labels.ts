import type { Figures, SoldAndBefore } from '#contract/administration/dashboard.ts'
import { changePercent } from '#domain/administration/sales-periods.ts'
import { formatDateTime, formatTime, isoDate } from '#domain/format/date-format.ts'

const wholes = new Intl.NumberFormat('fi-FI')
const percents = new Intl.NumberFormat('fi-FI', { style: 'percent', signDisplay: 'exceptZero' })

export const countText = (count: number) => wholes.format(count)

/** `+12 %`; undefined when there is nothing to compare with. */
export function changeText(now: Figures['sales'], before: Figures['sales']): string | undefined {
  const change = changePercent(now, before)
  return change === undefined ? undefined : percents.format(change / 100)
}

/** The time of day, with the date unless that is today. */
export function momentText(at: string, timeZone: string, now: Date): string {
  const moment = new Date(at)
  const isToday = isoDate(moment, timeZone) === isoDate(now, timeZone)
  return isToday ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone)
}

/** The largest amount of the bars, at least a cent so that a share of it is always defined. */
export const maxValue = (pairs: readonly SoldAndBefore[]): number =>
  Math.max(0.01, ...pairs.flatMap(({ now, before }) => [now.sales, before.sales]))
