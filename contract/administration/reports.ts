import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day } from '#contract/lists.ts'
import { euros, id, instant, longId, pathId, quantity } from '#contract/values.ts'
import {
  daysIn,
  REPORT_FIGURES,
  MAX_PERIOD_DAYS,
  REPORT_NAMES,
  type ReportFigure,
  type ReportPeriod,
} from '#domain/administration/reports.ts'
import { PLAN_KINDS } from '#domain/catalogue/price-plan.ts'
import { campaignReport } from './campaigns.ts'

const figureNames = Object.keys(REPORT_FIGURES) as ReportFigure[]
/** Euros, a price of a piece, a count, a quantity, or a share from 0 to 1. Null: there is none. */
const figureValues = z.partialRecord(z.enum(figureNames), z.nullable(z.number()))
export type Figures = z.output<typeof figureValues>

const reportRow = z.object({
  /** A day, the Monday of a week, a month (yyyy-mm), an hour, a VAT rate in per cent, or a record's id. */
  key: z.string(),
  /** A record's name in the requested language; null where `key` names it. */
  name: z.nullable(z.string()),
  /** Of its quantities. */
  unit: z.nullable(z.string()),
  figures: figureValues,
})
export type ReportRow = z.output<typeof reportRow>

const report = z.object({
  at: instant,
  /** The past day at whose end the stock of an inventory was read; null: now, as in every other report of stock. */
  day: z.nullable(z.string()),
  /** In the order of time, or the most important first. At most SHOWN_ROWS; a file has all. */
  rows: z.array(reportRow),
  total_rows: z.int(),
  /** Of all rows. Quantities of different units have no sum. */
  total: figureValues,
  /** The shop has never had a terminal that takes money: these are test payments. */
  is_test: z.boolean(),
  /** Test payments take no money and are left out, where some may have been made. */
  excludes_tests: z.boolean(),
})
export type Report = z.output<typeof report>

export const SHOWN_ROWS = 200

const figuresOfPeriod = z.object({ from: z.string(), until: z.string(), figures: figureValues })
/** A period's figures, and all its days in order. */
const overviewPeriod = z.extend(figuresOfPeriod, {
  days: z.array(z.object({ day: z.string(), net: euros, purchases: z.int() })),
})
export type OverviewPeriod = z.output<typeof overviewPeriod>

/**
 * `previous`: of months those before, of other days as many on the same weekdays. `is_going_on`: the last day is today, and the
 * others are counted until the same time of day.
 */
const comparedPeriods = <PeriodSchema extends z.ZodMiniType>(period: PeriodSchema) =>
  z.object({ current: period, previous: period, year_earlier: period, is_going_on: z.boolean() })

const overviewVisits = comparedPeriods(figuresOfPeriod)
export type OverviewVisits = z.output<typeof overviewVisits>

const overview = z.extend(comparedPeriods(overviewPeriod), {
  at: instant,
  is_test: z.boolean(),
  excludes_tests: z.boolean(),
})
export type Overview = z.output<typeof overview>

const handMove = z.object({
  day: z.string(),
  kind: z.enum(['delivery', 'count', 'waste', 'correction', 'refund', 'return']),
  quantity,
  store: z.object({ id, name: z.string() }),
  /** The delivery, also of one that reverts it. */
  delivery_id: z.nullable(longId),
})

/** What a product did, in the caller's stores. Quantities are pieces or kilograms. */
const productInsight = z.object({
  at: instant,
  name: z.string(),
  unit: z.string(),
  /** Only test payments were ever made, or they are left out. */
  is_test: z.boolean(),
  excludes_tests: z.boolean(),
  /** The last 26 weeks by their Mondays, the current one last. Refunds count in the week of the sale. */
  weeks: z.array(
    z.object({
      week: z.string(),
      /** Less what came back. */
      quantity,
      net: euros,
      /** Null without a purchase price. */
      margin: z.nullable(euros),
      wasted: quantity,
    }),
  ),
  /** The last 84 days: what was there at the end of each, and what was received on it. Empty for what is not kept on shelves. */
  days: z.array(z.object({ day: z.string(), quantity, received: quantity })),
  /** The newest changes of its stock besides sales. */
  moves: z.array(handMove),
  /** The newest first: since when it had a price, and the days of campaigns. */
  prices: z.array(
    z.object({ kind: z.enum(PLAN_KINDS), from_day: z.string(), until_day: z.nullable(z.string()), price: euros }),
  ),
  orders: z.array(
    z.object({ id: longId, at: instant, store: z.object({ id, name: z.string() }), quantity, total: euros }),
  ),
})
export type ProductInsight = z.output<typeof productInsight>

const params = z.object({ report: z.enum(REPORT_NAMES) })
/**
 * The days are of each store's own calendar, both inclusive. `day`: the day at whose end an inventory reads the stock; it reads
 * the current stock if the day is not over or absent. Other reports ignore it.
 */
const isPeriod = (period: ReportPeriod) => period.from <= period.until && daysIn(period) <= MAX_PERIOD_DAYS
const periodAndStore = { from: day, until: day, store: z.optional(pathId) }
const salesQuery = z.strictObject({ ...periodAndStore, day: z.optional(day) }).check(z.refine(isPeriod))

const reportFile = <const Format extends 'csv' | 'xlsx' | 'pdf'>(format: Format, content: string) =>
  endpoint({
    method: 'GET',
    path: `admin/reports/:report/report.${format}`,
    description: `A report as ${format.toUpperCase()}, ${content}.`,
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    params,
    query: salesQuery,
    answer: z.string(),
    errors: [...FOR_ADMINS, 'store.notFound'],
    download: format,
  })

export const reports = {
  overview: endpoint({
    method: 'GET',
    path: 'admin/insight',
    description: 'Sales, margin and waste of a period, of the period before, and of the same one a year earlier.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['home', 'closings', 'adminOrders', 'products', 'stores'],
    query: z.strictObject(periodAndStore).check(z.refine(isPeriod)),
    answer: overview,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  overviewVisits: endpoint({
    method: 'GET',
    path: 'admin/insight/visits',
    description: 'The visits of the same periods, and the share of them with a purchase.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['home', 'adminOrders', 'stores'],
    query: z.strictObject(periodAndStore).check(z.refine(isPeriod)),
    answer: overviewVisits,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  product: endpoint({
    method: 'GET',
    path: 'admin/products/:id/insight',
    description: 'What a product sold, earned and wasted by week, its stock by day, its prices and its last orders.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['closings', 'adminOrders', 'products', 'stores'],
    params: z.object({ id: pathId }),
    query: z.strictObject({ store: z.optional(pathId) }),
    answer: productInsight,
    errors: [...FOR_ADMINS, 'notFound', 'store.notFound'],
  }),
  campaigns: campaignReport,
  get: endpoint({
    method: 'GET',
    path: 'admin/reports/:report',
    description: 'Sales, waste or visits of a period, by day, product, supplier and more; or the value of the stock.',
    access: 'bookkeeper',
    stores: { filter: 'query.store' },
    reads: ['home', 'closings', 'adminOrders', 'products', 'stores'],
    params,
    query: salesQuery,
    answer: report,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  csv: reportFile('csv', 'with all its rows'),
  xlsx: reportFile('xlsx', 'with all its rows'),
  pdf: reportFile('pdf', 'to print: its totals, then at most 5,000 rows'),
}
