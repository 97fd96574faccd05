import type { contract } from '#contract/index.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type Headings, getHeadings, type ListExports, type ListFile } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'

type Export<Request> = (request: Request, headings: Headings) => Promise<ListFile | undefined>

const inFormat =
  <const Format extends 'csv' | 'xlsx'>(format: Format) =>
  <Request extends { language: LanguageCode }>(exportList: Export<Request>) =>
  async (request: Request) => {
    const file = await exportList(request, getHeadings(format, request.language))
    return file ? { ...file, format } : refuse('notFound')
  }
const csv = inFormat('csv')
const xlsx = inFormat('xlsx')

export const listExportRoutes = (lists: ListExports): Handlers<typeof contract.listExports> => ({
  suppliersCsv: csv(lists.suppliers),
  suppliersXlsx: xlsx(lists.suppliers),
  storesCsv: csv(lists.stores),
  storesXlsx: xlsx(lists.stores),
  stockCsv: csv(lists.stock),
  stockXlsx: xlsx(lists.stock),
  ledgerCsv: csv(lists.ledger),
  ledgerXlsx: xlsx(lists.ledger),
  stockTakeLinesCsv: csv(lists.stockTakeLines),
  stockTakeLinesXlsx: xlsx(lists.stockTakeLines),
  ordersCsv: csv(lists.orders),
  ordersXlsx: xlsx(lists.orders),
  preordersCsv: csv(lists.preorders),
  preordersXlsx: xlsx(lists.preorders),
  usersCsv: csv(lists.users),
  usersXlsx: xlsx(lists.users),
  visitsCsv: csv(lists.visits),
  visitsXlsx: xlsx(lists.visits),
  auditCsv: csv(lists.audit),
  auditXlsx: xlsx(lists.audit),
})
