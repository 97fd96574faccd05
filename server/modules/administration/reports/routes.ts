import { type Figures, type ReportRow, SHOWN_ROWS } from '#contract/administration/reports.ts'
import type { contract } from '#contract/index.ts'
import {
  type Figure,
  FIGURES,
  type Period,
  type ReportName,
  getReport,
  type RowKind,
} from '#domain/administration/reports.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { type Columns, getHeadings, shortListTable } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import { findReport, type FoundReport } from './find-report.ts'
import { printReport } from './print-report.ts'
import { reportHeads } from './report-labels.ts'
import type { FoundRow } from './report-rows.ts'
import type { SalesQuery } from './sales-rows.ts'

type ReportRequest = {
  params: { report: ReportName }
  query: Period & { store?: number | undefined; day?: string | undefined }
  language: SalesQuery['language']
}

/** A long report takes seconds of processor time and more than 100 MB. */
const MAX_PRINTING = 4

export function reportRoutes(context: Context): Handlers<typeof contract.reports> {
  const pastDay = ({ params: { report }, query: { day } }: ReportRequest) =>
    getReport(report).hasPast && day !== undefined && day < shopDate(context.now()) ? day : undefined
  const find = async (request: ReportRequest) => {
    const { params, query, language } = request
    if (query.store !== undefined && !(await hasStore(context, query.store))) return undefined
    return findReport(context, params.report, { ...query, day: pastDay(request), language })
  }
  const printing = serialQueue(MAX_PRINTING)
  const print = async (request: ReportRequest) => {
    const found = await find(request)
    if (!found) return refuse('store.notFound')
    const { params, query: period, language } = request
    const [operator, store] = await Promise.all([findOperator(context), findStoreName(context, period.store)])
    const letterhead = {
      language,
      at: context.now(),
      money: context.config,
      operator,
      store,
      period,
      day: pastDay(request),
    }
    const bytes = await printReport(params.report, found, letterhead)
    return { name: getFileName(request, found, pastDay(request)), format: 'pdf' as const, bytes }
  }
  const fileIn =
    <const Format extends 'csv' | 'xlsx'>(format: Format) =>
    async (request: ReportRequest) => {
      const found = await find(request)
      if (!found) return refuse('store.notFound')
      const headings = getHeadings(format, request.language)
      const rows = shortListTable(getColumns(request.params.report), headings, async () => found.rows)
      return { name: getFileName(request, found, pastDay(request)), format, rows }
    }
  return {
    async get(request) {
      const found = await find(request)
      if (!found) return refuse('store.notFound')
      const at = context.now().toISOString()
      const day = pastDay(request) ?? null
      return { at, day, ...toReportResponse(request.params.report, found) }
    },
    csv: fileIn('csv'),
    xlsx: fileIn('xlsx'),
    async pdf(request) {
      const done = await printing(() => print(request))
      return done === 'busy' ? refuse('server.unavailable') : done
    },
  }
}

/** The name of a report's file, without its extension. */
const getFileName = (
  { params: { report }, query }: ReportRequest,
  { areTests }: FoundReport,
  day: string | undefined,
) => {
  const ofDays = getReport(report).isOfNow ? (day === undefined ? '' : `-${day}`) : `-${query.from}-${query.until}`
  return `report-${report}${areTests ? '-test' : ''}${ofDays}`
}

const findStoreName = async ({ db }: Context, store: number | undefined) =>
  store === undefined
    ? undefined
    : (await db.selectFrom('store').select('name').where('id', '=', store).executeTakeFirst())?.name

const hasStore = async (context: Context, store: number) => (await findStoreName(context, store)) !== undefined

const findOperator = ({ db }: Context) =>
  db.selectFrom('operator').select(['name', 'business_id']).executeTakeFirstOrThrow()

const BASIS_POINTS = 10_000

function toFigureResponse(figure: Figure, value: number | null | undefined): number | null {
  if (value == null) return null
  const kind = FIGURES[figure]
  if (kind === 'euros') return eurosFromCents(value)
  if (kind === 'price') return value / TEN_THOUSANDTHS_PER_EURO
  if (kind === 'share') return value / BASIS_POINTS
  return kind === 'quantity' ? quantityFromThousandths(value) : value
}

const toFiguresResponse = (report: ReportName, row: Partial<Record<Figure, number | null>>): Figures =>
  Object.fromEntries(getReport(report).figures.map(figure => [figure, toFigureResponse(figure, row[figure])]))

/** A VAT rate is shown in per cent. */
const toKeyCell = (report: ReportName, { key }: FoundRow) =>
  getReport(report).rows === 'rate' ? String(Number(key) / 100) : key

const toReportResponse = (report: ReportName, { rows, total, areTests, leavesOutTests }: FoundReport) => ({
  rows: rows.slice(0, SHOWN_ROWS).map((row): ReportRow => ({
    key: toKeyCell(report, row),
    name: row.name ?? null,
    unit: row.unit ?? null,
    figures: toFiguresResponse(report, row),
  })),
  total_rows: rows.length,
  total: toFiguresResponse(report, total),
  are_tests: areTests,
  leaves_out_tests: leavesOutTests,
})

function toCell(figure: Figure, row: FoundRow): WrittenCell {
  const shown = toFigureResponse(figure, row[figure])
  return FIGURES[figure] === 'euros' ? moneyCell(shown) : shown
}

/** Rows that are records with a name. */
const RECORDS: readonly RowKind[] = ['product', 'group', 'supplier', 'store']

/** The report's columns by the names of the API: the row's key, a record's name and unit, and the figures. */
function getColumns(report: ReportName): Columns<FoundRow> {
  const { rows, figures } = getReport(report)
  const isRecord = RECORDS.includes(rows)
  const isNumber = isRecord || rows === 'hour' || rows === 'rate'
  return {
    [isRecord ? `${rows}_id` : rows]: {
      head: reportHeads(labels => (isRecord ? labels.number : labels.rows[rows])),
      cell: row => (isNumber ? Number(toKeyCell(report, row)) : row.key),
    },
    ...(isRecord && {
      name: { head: reportHeads(labels => labels.rows[rows]), cell: (row: FoundRow) => row.name ?? '' },
    }),
    ...(rows === 'product' && {
      unit: { head: reportHeads(({ unit }) => unit), cell: (row: FoundRow) => row.unit ?? '' },
    }),
    ...Object.fromEntries(
      figures.map(figure => [
        figure,
        { head: reportHeads(labels => labels.figures[figure]), cell: (row: FoundRow) => toCell(figure, row) },
      ]),
    ),
  }
}
