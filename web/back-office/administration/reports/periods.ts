import type { ReportPeriod } from '#domain/administration/reports.ts'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'

export const PERIOD_NAMES = ['today', 'thisWeek', 'lastWeeks', 'thisMonth', 'lastMonth', 'thisYear'] as const
type PeriodName = (typeof PERIOD_NAMES)[number]

export const USUAL_PERIOD: PeriodName = 'lastWeeks'

/** The days of the named periods; those that are going on end today. */
export function getPeriods(today: string): Record<PeriodName, ReportPeriod> {
  const monthStart = `${today.slice(0, 7)}-01`
  const lastMonthEnd = plusDays(monthStart, -1)
  return {
    today: { from: today, until: today },
    thisWeek: { from: plusDays(today, 1 - isoWeekday(today)), until: today },
    lastWeeks: { from: plusDays(today, -27), until: today },
    thisMonth: { from: monthStart, until: today },
    lastMonth: { from: `${lastMonthEnd.slice(0, 7)}-01`, until: lastMonthEnd },
    thisYear: { from: `${today.slice(0, 4)}-01-01`, until: today },
  }
}

/** The name of a period; undefined for freely chosen days. */
export const nameOfPeriod = ({ from, until }: ReportPeriod, today: string): PeriodName | undefined =>
  PERIOD_NAMES.find(name => {
    const period = getPeriods(today)[name]
    return period.from === from && period.until === until
  })
