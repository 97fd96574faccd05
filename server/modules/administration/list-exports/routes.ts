import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type Headings, getHeadings, type ListExports, type ListFile } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'

type ExportList<Request> = (request: Request, headings: Headings) => Promise<ListFile | undefined>

const inFormat =
  <const Format extends 'csv' | 'xlsx'>(format: Format) =>
  <Request extends { language: LanguageCode }>(exportList: ExportList<Request>) =>
  async (request: Request) => {
    const file = await exportList(request, getHeadings(format, request.language))
    return file ? { ...file, format } : refuse('notFound')
  }
const exportCsv = inFormat('csv')
const exportXlsx = inFormat('xlsx')

export const listExportRoutes = (lists: ListExports): Handlers<typeof contract.listExports> => ({
  suppliersCsv: exportCsv(lists.suppliers),
  suppliersXlsx: exportXlsx(lists.suppliers),
  storesCsv: exportCsv(lists.stores),
  storesXlsx: exportXlsx(lists.stores),
  stockCsv: exportCsv(lists.stock),
  stockXlsx: exportXlsx(lists.stock),
  ledgerCsv: exportCsv(lists.ledger),
  ledgerXlsx: exportXlsx(lists.ledger),
  stockTakeLinesCsv: exportCsv(lists.stockTakeLines),
  stockTakeLinesXlsx: exportXlsx(lists.stockTakeLines),
  ordersCsv: exportCsv(lists.orders),
  ordersXlsx: exportXlsx(lists.orders),
  preordersCsv: exportCsv(lists.preorders),
  preordersXlsx: exportXlsx(lists.preorders),
  usersCsv: exportCsv(lists.users),
  usersXlsx: exportXlsx(lists.users),
  visitsCsv: exportCsv(lists.visits),
  visitsXlsx: exportXlsx(lists.visits),
  auditCsv: exportCsv(lists.audit),
  auditXlsx: exportXlsx(lists.audit),
})
