import * as z from 'zod/mini'
import { FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day } from '#contract/lists.ts'
import { instant, pathId } from '#contract/values.ts'
import { daysIn, FIGURES, MAX_PERIOD_DAYS, REPORT_NAMES, type Figure } from '#domain/administration/reports.ts'

const figureNames = Object.keys(FIGURES) as Figure[]
/** Euros, a price of a piece, a count, a quantity, or a share from 0 to 1. Null: there is none. */
const figures = z.partialRecord(z.enum(figureNames), z.nullable(z.number()))
export type Figures = z.output<typeof figures>

const row = z.object({
  /** A day, the Monday of a week, a month (yyyy-mm), an hour, a VAT rate in per cent, or a record's id. */
  key: z.string(),
  /** A record's name in the requested language; null where `key` names it. */
  name: z.nullable(z.string()),
  /** Of its quantities. */
  unit: z.nullable(z.string()),
  figures,
})
export type ReportRow = z.output<typeof row>

const report = z.object({
  at: instant,
  /** The past day at whose end the stock of an inventory was read; null: now, as in every other report of stock. */
  day: z.nullable(z.string()),
  /** In the order of time, or the most important first. At most SHOWN_ROWS; a file has all. */
  rows: z.array(row),
  total_rows: z.int(),
  /** Of all rows. Quantities of different units have no sum. */
  total: figures,
  /** The shop has never had a terminal that takes money: these are test payments. */
  are_tests: z.boolean(),
  /** Test payments take no money and are left out, where some may have been made. */
  leaves_out_tests: z.boolean(),
})
export type Report = z.output<typeof report>

export const SHOWN_ROWS = 200

const params = z.object({ report: z.enum(REPORT_NAMES) })
/**
 * The days are of each store's own calendar, both inclusive. `day`: the day at whose end an inventory reads the stock; it reads
 * the current stock if the day is not over or absent. Other reports ignore it.
 */
const query = z
  .strictObject({ from: day, until: day, store: z.optional(pathId), day: z.optional(day) })
  .check(z.refine(({ from, until }) => from <= until && daysIn({ from, until }) <= MAX_PERIOD_DAYS))

const reportFile = <const Format extends 'csv' | 'xlsx' | 'pdf'>(format: Format, content: string) =>
  endpoint({
    method: 'GET',
    path: `admin/reports/:report/report.${format}`,
    summary: `A report as ${format.toUpperCase()}, ${content}.`,
    access: 'bookkeeper',
    params,
    query,
    answer: z.string(),
    errors: [...FOR_ADMINS, 'store.notFound'],
    download: format,
  })

export const reports = {
  get: endpoint({
    method: 'GET',
    path: 'admin/reports/:report',
    summary: 'Sales, waste or visits of a period, by day, product, supplier and more; or the value of the stock.',
    access: 'bookkeeper',
    reads: ['home', 'closings', 'adminOrders', 'products', 'stores'],
    params,
    query,
    answer: report,
    errors: [...FOR_ADMINS, 'store.notFound'],
  }),
  csv: reportFile('csv', 'with all its rows'),
  xlsx: reportFile('xlsx', 'with all its rows'),
  pdf: reportFile('pdf', 'to print: its totals, then at most 5,000 rows'),
}
