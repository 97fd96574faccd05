import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import {
  exportReport,
  getOverviewResponse,
  getReportResponse,
  getVisitsResponse,
  queuedPrinting,
} from './export-report.ts'
import { findCampaigns } from './find-campaigns.ts'
import { getProductInsight } from './find-product-insight.ts'

export function reportRoutes(context: Context): Handlers<typeof contract.reports> {
  return {
    overview: request => getOverviewResponse(context, request),
    overviewVisits: request => getVisitsResponse(context, request),
    product: request => getProductInsight(context, request),
    campaigns: ({ stores, language }) => findCampaigns(context, { stores, language }),
    get: request => getReportResponse(context, request),
    csv: exportReport(context, 'csv'),
    xlsx: exportReport(context, 'xlsx'),
    pdf: queuedPrinting(context),
  }
}
