import * as z from 'zod/mini'
import { adminUsers } from '#contract/accounts/admin-users.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { FOR_ADMINS, endpoint, ofPeople } from '#contract/endpoint.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { visits } from '#contract/stores/visits.ts'
import { audit } from './audit-log.ts'

type List<Params, Query> = { path: string; params: Params; query: Query }

/** All rows of a list, from all its pages, as a spreadsheet file. */
const exportOf = <Params extends z.ZodMiniType, Query extends z.ZodMiniType, const Format extends 'csv' | 'xlsx'>(
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
  suppliersCsv: exportOf({ ...suppliers.list, params: NONE }, 'csv'),
  suppliersXlsx: exportOf({ ...suppliers.list, params: NONE }, 'xlsx'),
  storesCsv: exportOf({ ...adminStores.list, params: NONE }, 'csv'),
  storesXlsx: exportOf({ ...adminStores.list, params: NONE }, 'xlsx'),
  stockCsv: exportOf(stock.list, 'csv'),
  stockXlsx: exportOf(stock.list, 'xlsx'),
  ledgerCsv: exportOf(stock.ledger, 'csv'),
  ledgerXlsx: exportOf(stock.ledger, 'xlsx'),
  stockTakeLinesCsv: exportOf(stockTakes.lines, 'csv'),
  stockTakeLinesXlsx: exportOf(stockTakes.lines, 'xlsx'),
  ordersCsv: ofPeople(exportOf({ ...adminOrders.list, params: NONE }, 'csv')),
  ordersXlsx: ofPeople(exportOf({ ...adminOrders.list, params: NONE }, 'xlsx')),
  /** One row per line of each pre-order. */
  preordersCsv: ofPeople(exportOf({ ...adminPreorders.list, params: NONE }, 'csv')),
  preordersXlsx: ofPeople(exportOf({ ...adminPreorders.list, params: NONE }, 'xlsx')),
  usersCsv: ofPeople(exportOf({ ...adminUsers.list, params: NONE }, 'csv')),
  usersXlsx: ofPeople(exportOf({ ...adminUsers.list, params: NONE }, 'xlsx')),
  visitsCsv: ofPeople(exportOf(visits.list, 'csv')),
  visitsXlsx: ofPeople(exportOf(visits.list, 'xlsx')),
  auditCsv: ofPeople(exportOf({ ...audit.list, params: NONE }, 'csv')),
  auditXlsx: ofPeople(exportOf({ ...audit.list, params: NONE }, 'xlsx')),
}
