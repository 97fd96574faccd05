import * as z from 'zod/mini'
import { adminUsers } from '#contract/accounts/admin-users.ts'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import { type Endpoint, FOR_ADMINS, endpoint, exportsPeople } from '#contract/endpoint.ts'
import { adminOrders } from '#contract/orders/admin-orders.ts'
import { visits } from '#contract/orders/visits.ts'
import { adminPreorders } from '#contract/preorders/admin-preorders.ts'
import { stockTakes } from '#contract/stock/stock-takes.ts'
import { stock } from '#contract/stock/stock.ts'
import { adminStores } from '#contract/stores/admin-stores.ts'
import { audit } from './audit-log.ts'

type ExportedList<Params, Query> = { path: string; params: Params; query: Query }

/** All rows of a list, from all its pages, as a spreadsheet file. */
const exportEndpoint = <Params extends z.ZodMiniType, Query extends z.ZodMiniType, const Format extends 'csv' | 'xlsx'>(
  { path, params, query }: ExportedList<Params, Query>,
  format: Format,
) =>
  endpoint({
    method: 'GET',
    path: `${path}.${format}`,
    description: `All rows that the list under ${path} would show, on all its pages, as ${format.toUpperCase()}.`,
    access: 'admin',
    params,
    query,
    answer: z.string(),
    errors: [...FOR_ADMINS, 'notFound'],
    download: format,
  })

/** An export of a list is for those who may read the list, of the same stores. */
const asList = <const Listed extends Pick<Endpoint, 'access' | 'stores'>, E extends Endpoint>(
  { access, stores }: Listed,
  declared: E,
) =>
  ({ ...declared, access, stores }) as Omit<E, 'access' | 'stores'> & {
    access: Listed['access']
    stores: Listed['stores']
  }

const NO_PARAMETERS = z.object({})

export const listExports = {
  suppliersCsv: exportEndpoint({ ...suppliers.list, params: NO_PARAMETERS }, 'csv'),
  suppliersXlsx: exportEndpoint({ ...suppliers.list, params: NO_PARAMETERS }, 'xlsx'),
  storesCsv: exportEndpoint({ ...adminStores.list, params: NO_PARAMETERS }, 'csv'),
  storesXlsx: exportEndpoint({ ...adminStores.list, params: NO_PARAMETERS }, 'xlsx'),
  stockCsv: asList(stock.list, exportEndpoint(stock.list, 'csv')),
  stockXlsx: asList(stock.list, exportEndpoint(stock.list, 'xlsx')),
  ledgerCsv: asList(stock.ledger, exportEndpoint(stock.ledger, 'csv')),
  ledgerXlsx: asList(stock.ledger, exportEndpoint(stock.ledger, 'xlsx')),
  stockTakeLinesCsv: asList(stockTakes.lines, exportEndpoint(stockTakes.lines, 'csv')),
  stockTakeLinesXlsx: asList(stockTakes.lines, exportEndpoint(stockTakes.lines, 'xlsx')),
  ordersCsv: asList(
    adminOrders.list,
    exportsPeople(exportEndpoint({ ...adminOrders.list, params: NO_PARAMETERS }, 'csv')),
  ),
  ordersXlsx: asList(
    adminOrders.list,
    exportsPeople(exportEndpoint({ ...adminOrders.list, params: NO_PARAMETERS }, 'xlsx')),
  ),
  /** One row per line of each pre-order. */
  preordersCsv: asList(
    adminPreorders.list,
    exportsPeople(exportEndpoint({ ...adminPreorders.list, params: NO_PARAMETERS }, 'csv')),
  ),
  preordersXlsx: asList(
    adminPreorders.list,
    exportsPeople(exportEndpoint({ ...adminPreorders.list, params: NO_PARAMETERS }, 'xlsx')),
  ),
  usersCsv: exportsPeople(exportEndpoint({ ...adminUsers.list, params: NO_PARAMETERS }, 'csv')),
  usersXlsx: exportsPeople(exportEndpoint({ ...adminUsers.list, params: NO_PARAMETERS }, 'xlsx')),
  visitsCsv: asList(visits.list, exportsPeople(exportEndpoint(visits.list, 'csv'))),
  visitsXlsx: asList(visits.list, exportsPeople(exportEndpoint(visits.list, 'xlsx'))),
  auditCsv: exportsPeople(exportEndpoint({ ...audit.list, params: NO_PARAMETERS }, 'csv')),
  auditXlsx: exportsPeople(exportEndpoint({ ...audit.list, params: NO_PARAMETERS }, 'xlsx')),
}
