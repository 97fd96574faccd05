import type { Overview, OverviewPeriod } from '#contract/administration/reports.ts'
import { daysIn, type ReportPeriod } from '#domain/administration/reports.ts'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'

/** The periods that a chart compares with. */
export const COMPARED_WITH = ['previous', 'year_earlier'] as const
export type ComparedWith = (typeof COMPARED_WITH)[number]

export type SpanKind = 'day' | 'week' | 'month'
export type OverviewColumn = ReportPeriod & { now: number; before: number }

/** Up to so many columns fit. */
const MAX_DAYS = 62
const MAX_WEEK_DAYS = 400

export const spanKind = (period: ReportPeriod): SpanKind =>
  daysIn(period) <= MAX_DAYS ? 'day' : daysIn(period) <= MAX_WEEK_DAYS ? 'week' : 'month'

const getSpan = (kind: SpanKind, day: string) =>
  kind === 'day' ? day : kind === 'week' ? plusDays(day, 1 - isoWeekday(day)) : day.slice(0, 7)

/** The sales of the days, weeks or months of a period, each beside the days of the same numbers of the other period. */
export function overviewColumns({ current: now }: Pick<Overview, 'current'>, other: OverviewPeriod): OverviewColumn[] {
  const kind = spanKind(now)
  const days = now.days.map(({ day, net }, at) => ({ day, net, before: other.days[at]?.net ?? 0 }))
  return [...Map.groupBy(days, ({ day }) => getSpan(kind, day)).values()].map(group => {
    const sum = (name: 'net' | 'before') => group.reduce((cents, each) => cents + Math.round(each[name] * 100), 0) / 100
    return { from: group[0]?.day ?? '', until: group.at(-1)?.day ?? '', now: sum('net'), before: sum('before') }
  })
}
