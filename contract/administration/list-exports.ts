import * as z from 'zod/mini'
import { adminUsers } from '#contract/accounts/admin-users.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { FOR_ADMINS, endpoint, exportsPeople } from '#contract/endpoint.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { visits } from '#contract/stores/visits.ts'
import { audit } from './audit-log.ts'

type List<Params, Query> = { path: string; params: Params; query: Query }

/** All rows of a list, from all its pages, as a spreadsheet file. */
const exportEndpoint = <Params extends z.ZodMiniType, Query extends z.ZodMiniType, const Format extends 'csv' | 'xlsx'>(
  { path, params, query }: List<Params, Query>,
  format: Format,
) =>
  endpoint({
    method: 'GET',
    path: `${path}.${format}`,
    summary: `All rows that the list under ${path} would show, on all its pages, as ${format.toUpperCase()}.`,
    access: 'admin',
    params,
    query,
    answer: z.string(),
    errors: [...FOR_ADMINS, 'notFound'],
    download: format,
  })

const NONE = z.object({})

export const listExports = {
  suppliersCsv: exportEndpoint({ ...suppliers.list, params: NONE }, 'csv'),
  suppliersXlsx: exportEndpoint({ ...suppliers.list, params: NONE }, 'xlsx'),
  storesCsv: exportEndpoint({ ...adminStores.list, params: NONE }, 'csv'),
  storesXlsx: exportEndpoint({ ...adminStores.list, params: NONE }, 'xlsx'),
  stockCsv: exportEndpoint(stock.list, 'csv'),
  stockXlsx: exportEndpoint(stock.list, 'xlsx'),
  ledgerCsv: exportEndpoint(stock.ledger, 'csv'),
  ledgerXlsx: exportEndpoint(stock.ledger, 'xlsx'),
  stockTakeLinesCsv: exportEndpoint(stockTakes.lines, 'csv'),
  stockTakeLinesXlsx: exportEndpoint(stockTakes.lines, 'xlsx'),
  ordersCsv: exportsPeople(exportEndpoint({ ...adminOrders.list, params: NONE }, 'csv')),
  ordersXlsx: exportsPeople(exportEndpoint({ ...adminOrders.list, params: NONE }, 'xlsx')),
  /** One row per line of each pre-order. */
  preordersCsv: exportsPeople(exportEndpoint({ ...adminPreorders.list, params: NONE }, 'csv')),
  preordersXlsx: exportsPeople(exportEndpoint({ ...adminPreorders.list, params: NONE }, 'xlsx')),
  usersCsv: exportsPeople(exportEndpoint({ ...adminUsers.list, params: NONE }, 'csv')),
  usersXlsx: exportsPeople(exportEndpoint({ ...adminUsers.list, params: NONE }, 'xlsx')),
  visitsCsv: exportsPeople(exportEndpoint(visits.list, 'csv')),
  visitsXlsx: exportsPeople(exportEndpoint(visits.list, 'xlsx')),
  auditCsv: exportsPeople(exportEndpoint({ ...audit.list, params: NONE }, 'csv')),
  auditXlsx: exportsPeople(exportEndpoint({ ...audit.list, params: NONE }, 'xlsx')),
}
