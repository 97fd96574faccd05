import { DAY_MS } from '#domain/durations.ts'
import { plusDays } from '#domain/zoned-time.ts'

/**
 * How a figure is written: euros from cents, prices from ten-thousandths of a euro, whole numbers, per cent from basis points,
 * pieces or kilograms from thousandths.
 */
export const REPORT_FIGURES = {
  purchases: 'count',
  /** Paid orders, VAT included. */
  sold: 'euros',
  refunded: 'euros',
  /** Sold less refunded, each on its own day. */
  net: 'euros',
  /** Sold, per purchase. */
  average: 'euros',
  quantity: 'quantity',
  /** Of all sales after refunds in the period. */
  share: 'share',
  untaxed: 'euros',
  tax: 'euros',
  stock: 'quantity',
  /** At the current selling price. */
  value: 'euros',
  /** The purchase price of the day, excluding VAT, and what is there at that price. */
  price: 'price',
  worth: 'euros',
  visits: 'count',
  bought: 'count',
  idle: 'count',
  idle_share: 'share',
  bought_share: 'share',
  /** Sold without a purchase price in force: the part of `untaxed`, and how many products. Of an inventory: those there. */
  uncosted: 'euros',
  unpriced: 'count',
  /** At the purchase prices of the days of the sales. */
  cost: 'euros',
  /** `untaxed` less `uncosted` and `cost`. */
  margin: 'euros',
  /** Of `untaxed` less `uncosted`. */
  margin_share: 'share',
  /** What was thrown away, at the current selling price. */
  waste: 'euros',
  /** Sold at a price that the date reduced, and what it would have cost; the difference. */
  rescued: 'euros',
  full: 'euros',
  discount: 'euros',
} as const
export type ReportFigure = keyof typeof REPORT_FIGURES
export const FIGURE_NAMES = Object.keys(REPORT_FIGURES) as ReportFigure[] // REPORT_FIGURES has no other keys

/** What the rows of a report are: days, weeks (their Monday), months, hours, VAT rates in basis points, lots, or records with a name. */
export const ROW_KINDS = [
  'day',
  'week',
  'month',
  'hour',
  'rate',
  'lot',
  'product',
  'group',
  'supplier',
  'store',
] as const
export type RowKind = (typeof ROW_KINDS)[number]

export type ReportKind = {
  rows: RowKind
  /** The columns, in order. */
  figures: readonly ReportFigure[]
  /** The column that the chart shows. */
  chart: ReportFigure
  /** Describes the present, whatever the period is. */
  isOfNow?: true
  /** Or the end of a past day. */
  hasPast?: true
}

const MARGIN_FIGURES = ['untaxed', 'uncosted', 'unpriced', 'cost', 'margin', 'margin_share'] as const
const SALES_FIGURES = ['purchases', 'sold', 'refunded', 'net', 'average'] as const

/**
 * The reports. Another one needs an entry here, one in server/modules/administration/reports/find-report.ts, and its texts:
 * `reports.name` and `reports.about`, and `administration.report` in server/texts/ for its printout.
 */
export const REPORTS = {
  day: { rows: 'day', figures: SALES_FIGURES, chart: 'net' },
  week: { rows: 'week', figures: SALES_FIGURES, chart: 'net' },
  month: { rows: 'month', figures: SALES_FIGURES, chart: 'net' },
  hour: { rows: 'hour', figures: SALES_FIGURES, chart: 'net' },
  store: { rows: 'store', figures: [...SALES_FIGURES, 'share'], chart: 'net' },
  product: {
    rows: 'product',
    figures: ['quantity', 'purchases', 'sold', 'refunded', 'net', 'share'],
    chart: 'net',
  },
  group: { rows: 'group', figures: ['sold', 'refunded', 'net', 'share'], chart: 'net' },
  slow: { rows: 'product', figures: ['quantity', 'net', 'stock', 'value'], chart: 'value' },
  supplier: { rows: 'supplier', figures: ['sold', 'refunded', 'net', 'share'], chart: 'net' },
  vat: { rows: 'rate', figures: ['sold', 'refunded', 'net', 'untaxed', 'tax'], chart: 'net' },
  margin: { rows: 'product', figures: MARGIN_FIGURES, chart: 'margin' },
  marginByGroup: { rows: 'group', figures: MARGIN_FIGURES, chart: 'margin' },
  marginBySupplier: { rows: 'supplier', figures: MARGIN_FIGURES, chart: 'margin' },
  waste: { rows: 'product', figures: ['quantity', 'value'], chart: 'value' },
  wasteByLot: { rows: 'lot', figures: ['quantity', 'value'], chart: 'value' },
  markdown: {
    rows: 'product',
    figures: ['quantity', 'full', 'rescued', 'discount', 'margin', 'margin_share', 'waste'],
    chart: 'rescued',
  },
  stock: { rows: 'product', figures: ['stock', 'value'], chart: 'value', isOfNow: true },
  inventory: {
    rows: 'product',
    figures: ['stock', 'price', 'worth', 'unpriced'],
    chart: 'worth',
    isOfNow: true,
    hasPast: true,
  },
  visits: { rows: 'day', figures: ['visits', 'bought', 'idle', 'idle_share'], chart: 'idle' },
} as const satisfies Record<string, ReportKind>
export type ReportName = keyof typeof REPORTS

/** The figures of the overview, in order; those of visits, and of what was sold reduced, need so many rows that they come later. */
export const OVERVIEW_FIGURES = [
  'net',
  'purchases',
  'average',
  'margin',
  'margin_share',
  'refunded',
  'waste',
] as const satisfies readonly ReportFigure[]
export const OVERVIEW_VISITS = ['rescued', 'visits', 'bought_share'] as const satisfies readonly ReportFigure[]
export type OverviewFigure = (typeof OVERVIEW_FIGURES)[number] | (typeof OVERVIEW_VISITS)[number]

/** In the order of the selection. */
export const REPORT_NAMES = Object.keys(REPORTS) as ReportName[] // REPORTS has no other keys

export const getReport = (name: ReportName): ReportKind => REPORTS[name]

/** Both inclusive, yyyy-mm-dd. */
export type ReportPeriod = { from: string; until: string }

/** Five years. */
export const MAX_PERIOD_DAYS = 1_827

export const daysIn = ({ from, until }: ReportPeriod): number =>
  (Date.parse(`${until}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS + 1

const mondayOnOrBefore = (date: string) => plusDays(date, -((new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7))

/** All days, weeks or months of a period, as keys of their rows: those without sales too. */
export function keysIn(rows: RowKind, period: ReportPeriod): string[] {
  const days = Array.from({ length: Math.max(0, daysIn(period)) }, (_, index) => plusDays(period.from, index))
  if (rows === 'day') return days
  if (rows === 'week') return [...new Set(days.map(mondayOnOrBefore))]
  return rows === 'month' ? [...new Set(days.map(date => date.slice(0, 7)))] : []
}

/** A part of a whole in basis points; null of nothing. */
export const toBasisPoints = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 10_000) / whole)
