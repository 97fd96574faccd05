import {
  type OverviewFigure,
  type ReportPeriod,
  type ReportName,
  type RowKind,
} from '#domain/administration/reports.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { useMayOpen } from '#web/back-office/kit/page-calls.ts'
import { PATHS } from '#web/kit/paths.ts'
import { NO_GROUP } from './report-texts.ts'

/** `store`: its id as in the address; empty for all. */
export type PeriodAndStore = ReportPeriod & { store: string }

const toPath = (path: string, query: Record<string, string>) => {
  const filled = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString()
  return filled === '' ? path : `${path}?${filled}`
}

export const reportPath = (report: ReportName | '', { from, until, store }: PeriodAndStore) =>
  toPath(PATHS.reports, { report, store, from, until })

/** The orders paid on these days, of one hour of each if there is one. */
export const paidOrdersPath = ({ from, until, store }: PeriodAndStore, hour = '') =>
  toPath(PATHS.orders, { paid_from: from, paid_until: until, paid_hour: hour, store_id: store })

const getLastDay = (month: string) => plusDays(`${plusDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)

/** The days of a row of a report within its period. */
function getDays(kind: RowKind, key: string, { from, until }: ReportPeriod): ReportPeriod {
  const [first, last] =
    kind === 'week' ? [key, plusDays(key, 6)] : kind === 'month' ? [`${key}-01`, getLastDay(key)] : [key, key]
  return { from: first > from ? first : from, until: last < until ? last : until }
}

const RECORD_PATHS = { group: PATHS.productGroups, supplier: PATHS.suppliers } as const

const REPORT_OF: Record<OverviewFigure, ReportName> = {
  net: 'day',
  purchases: 'day',
  average: 'day',
  margin: 'margin',
  margin_share: 'margin',
  refunded: 'day',
  waste: 'waste',
  rescued: 'markdown',
  visits: 'visits',
  bought_share: 'visits',
}

/** The pages of what figures count, as far as the caller may open them. */
export function useCountedPaths(place: PeriodAndStore) {
  const mayOpen = useMayOpen()
  const ifMay = (to: string) => (mayOpen(to) ? to : undefined)
  const getOrdersPath = (period: ReportPeriod, hour?: string) => ifMay(paidOrdersPath({ ...place, ...period }, hour))
  return {
    /** Of a row of a report. */
    getRowPath(report: ReportName, kind: RowKind, key: string): string | undefined {
      if (report === 'visits') return ifMay(toPath(PATHS.visitorsLog, { date: key, store: place.store }))
      if (kind === 'day' || kind === 'week' || kind === 'month') return getOrdersPath(getDays(kind, key, place))
      if (kind === 'hour') return getOrdersPath(place, key)
      if (kind === 'store') return reportPath('', { ...place, store: key })
      if (kind === 'rate' || (kind === 'group' && key === NO_GROUP)) return undefined
      // The key of a lot begins with its product.
      if (kind === 'product' || kind === 'lot')
        return ifMay(toPath(`${PATHS.products}/${key.split('-')[0]}/insight`, { store: place.store }))
      return ifMay(`${RECORD_PATHS[kind]}/${key}`)
    },
    getOrdersPath,
    /** Of a figure of the overview. */
    getFigurePath: (figure: OverviewFigure) =>
      (figure === 'purchases' ? getOrdersPath(place) : undefined) ?? reportPath(REPORT_OF[figure], place),
  }
}
