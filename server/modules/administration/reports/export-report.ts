import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { type ReportPeriod, type ReportName, getReport } from '#domain/administration/reports.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import { getHeadings, shortListTable } from '#server/platform/files/list-table.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { serialQueue } from '#server/platform/workers/concurrency.ts'
import { findOverview, findOverviewVisits } from './find-overview.ts'
import { findReport, type FoundReport } from './find-report.ts'
import { getColumns, toOverviewResponse, toReportResponse, toVisitsResponse } from './format-report.ts'
import { printReport } from './print-report.ts'
import type { SalesQuery } from './sales-rows.ts'

type ReportRequest = {
  params: { report: ReportName }
  query: ReportPeriod & { store?: number | undefined; day?: string | undefined }
  stores: StoreScope
  language: SalesQuery['language']
}

export async function getReportResponse(context: Context, request: ReportRequest) {
  const found = await findRequestedReport(context, request)
  if (!found) return refuse('store.notFound')
  const at = context.now().toISOString()
  const day = getPastDay(context, request) ?? null
  return { at, day, ...toReportResponse(request.params.report, found) }
}

type OverviewRequest = Pick<ReportRequest, 'stores' | 'language'> & { query: Omit<ReportRequest['query'], 'day'> }

export async function getOverviewResponse(context: Context, request: OverviewRequest) {
  const input = await toOverviewInput(context, request)
  if (!input) return refuse('store.notFound')
  return { at: context.now().toISOString(), ...toOverviewResponse(await findOverview(context, input)) }
}

export async function getVisitsResponse(context: Context, request: OverviewRequest) {
  const input = await toOverviewInput(context, request)
  return input ? toVisitsResponse(await findOverviewVisits(context, input)) : refuse('store.notFound')
}

/** Undefined for a store that does not exist, or is not the caller's. */
async function toOverviewInput(context: Context, { query, stores, language }: OverviewRequest) {
  const { from, until, store } = query
  if (store !== undefined && !(await findStoreNames(context, stores))) return undefined
  return { from, until, stores, language }
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
  const [operator, store] = await Promise.all([findOperator(context), findStoreNames(context, request.stores)])
  const day = getPastDay(context, request)
  const letterhead = { language, at: context.now(), money: context.config, operator, store, period, day }
  const bytes = await printReport(params.report, found, letterhead)
  return { name: getFileName(request, found, day), format: 'pdf' as const, bytes }
}

/** Undefined for a store that does not exist, or is not the caller's. */
async function findRequestedReport(context: Context, request: ReportRequest): Promise<FoundReport | undefined> {
  const { params, query, language, stores } = request
  const { from, until, store } = query
  if (store !== undefined && !(await findStoreNames(context, stores))) return undefined
  return findReport(context, params.report, { from, until, stores, day: getPastDay(context, request), language })
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
  const nameSuffix = getReport(report).isOfNow ? (day === undefined ? '' : `-${day}`) : `-${query.from}-${query.until}`
  return `report-${report}${areTests ? '-test' : ''}${nameSuffix}`
}

/** Undefined for all stores, and for none. */
export async function findStoreNames({ db }: Context, stores: StoreScope): Promise<string | undefined> {
  if (stores.ids === 'all') return undefined
  const rows = await db
    .selectFrom('store')
    .select('name')
    .where('id', 'in', [0, ...stores.ids])
    .orderBy('id')
    .execute()
  return rows.map(({ name }) => name).join(', ') || undefined
}

const findOperator = ({ db }: Context) =>
  db.selectFrom('operator').select(['name', 'business_id']).executeTakeFirstOrThrow()
