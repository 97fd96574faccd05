import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { exportReport, getReportResponse, queuedPrinting } from './export-report.ts'

export function reportRoutes(context: Context): Handlers<typeof contract.reports> {
  return {
    get: request => getReportResponse(context, request),
    csv: exportReport(context, 'csv'),
    xlsx: exportReport(context, 'xlsx'),
    pdf: queuedPrinting(context),
  }
}
