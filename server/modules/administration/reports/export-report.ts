import { type Period, type ReportName, getReport } from '#domain/administration/reports.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { getHeadings, shortListTable } from '#server/platform/files/list-table.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import { findReport, type FoundReport } from './find-report.ts'
import { getColumns, toReportResponse } from './format-report.ts'
import { printReport } from './print-report.ts'
import type { SalesQuery } from './sales-rows.ts'

type ReportRequest = {
  params: { report: ReportName }
  query: Period & { store?: number | undefined; day?: string | undefined }
  language: SalesQuery['language']
}

export async function getReportResponse(context: Context, request: ReportRequest) {
  const found = await findRequestedReport(context, request)
  if (!found) return refuse('store.notFound')
  const at = context.now().toISOString()
  const day = getPastDay(context, request) ?? null
  return { at, day, ...toReportResponse(request.params.report, found) }
}

export const exportReport =
  <const Format extends 'csv' | 'xlsx'>(context: Context, format: Format) =>
  async (request: ReportRequest) => {
    const found = await findRequestedReport(context, request)
    if (!found) return refuse('store.notFound')
    const headings = getHeadings(format, request.language)
    const rows = shortListTable(getColumns(request.params.report), headings, async () => found.rows)
    return { name: getFileName(request, found, getPastDay(context, request)), format, rows }
  }

/** A long report takes seconds of processor time and more than 100 MB. */
const MAX_PRINTING = 4

/** Prints one report at a time, and refuses those that would wait too long. */
export function queuedPrinting(context: Context) {
  const enqueue = serialQueue(MAX_PRINTING)
  return async (request: ReportRequest) => {
    const printed = await enqueue(() => printRequestedReport(context, request))
    return printed === 'busy' ? refuse('server.unavailable') : printed
  }
}

async function printRequestedReport(context: Context, request: ReportRequest) {
  const found = await findRequestedReport(context, request)
  if (!found) return refuse('store.notFound')
  const { params, query: period, language } = request
  const [operator, store] = await Promise.all([findOperator(context), findStoreName(context, period.store)])
  const day = getPastDay(context, request)
  const letterhead = { language, at: context.now(), money: context.config, operator, store, period, day }
  const bytes = await printReport(params.report, found, letterhead)
  return { name: getFileName(request, found, day), format: 'pdf' as const, bytes }
}

/** Undefined for a store that does not exist. */
async function findRequestedReport(context: Context, request: ReportRequest): Promise<FoundReport | undefined> {
  const { params, query, language } = request
  if (query.store !== undefined && (await findStoreName(context, query.store)) === undefined) return undefined
  return findReport(context, params.report, { ...query, day: getPastDay(context, request), language })
}

/** The requested day, for a report that has past days. */
const getPastDay = ({ now }: Context, { params: { report }, query: { day } }: ReportRequest) =>
  getReport(report).hasPast && day !== undefined && day < shopDate(now()) ? day : undefined

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

const findOperator = ({ db }: Context) =>
  db.selectFrom('operator').select(['name', 'business_id']).executeTakeFirstOrThrow()
