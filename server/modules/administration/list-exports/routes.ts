import type { Kysely } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { Visit } from '#contract/stores/visits.ts'
import type { Cell, WrittenCell } from '#domain/format/csv.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { findStockTake } from '#server/modules/stock/stock-takes/queries.ts'
import { isStore } from '#server/modules/stock/store-stock/move-stock.ts'
import { findVisitIds, findVisitRows, type VisitsQuery } from '#server/modules/stores/visits/list-visits.ts'
import { traceExport } from '#server/platform/audit-log/trace-export.ts'
import type { Context } from '#server/platform/context.ts'
import { listTable } from '#server/platform/files/list-table.ts'
import type { Call, Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import {
  ledgerTable,
  lineTable,
  orderTable,
  preorderTable,
  stockTable,
  storeTable,
  supplierTable,
  auditTable,
  userTable,
} from './tables.ts'

type Exports = typeof contract.listExports
type Rows = AsyncIterable<WrittenCell[][]>
/** The request for a list, for either kind of file. */
type Asked<Name extends keyof Exports> = Pick<Call<Exports[Name]>, 'params' | 'query' | 'language' | 'user'>

/** The same rows as either kind of file. */
const files = (name: string, rows: Rows) => ({
  csv: () => ({ name, format: 'csv' as const, rows }),
  xlsx: () => ({ name, format: 'xlsx' as const, rows }),
})

/** Exports of people and of their actions; the audit log contains each of them. */
function tracedFiles(context: Context) {
  const { db, now } = context
  const orders = async ({ query, user: { userId } }: Asked<'ordersCsv'>) => {
    await traceExport(context, { list: 'orders', query, userId })
    return files('orders', orderTable(db, { ...query, now: now() }))
  }
  const preorders = async ({ query, language, user: { userId } }: Asked<'preordersCsv'>) => {
    await traceExport(context, { list: 'preorders', query, userId })
    return files('preorders', preorderTable(db, { ...query, now: now() }, language))
  }
  const users = async ({ query, user: { userId } }: Asked<'usersCsv'>) => {
    await traceExport(context, { list: 'users', query, userId })
    return files('users', userTable(db, query))
  }
  const visits = async ({ params, query, user: { userId } }: Asked<'visitsCsv'>) => {
    const asked = { ...params, ...query }
    await traceExport(context, { list: 'visits', query: asked, userId })
    return files(`visits-${params.date}`, visitTable(db, asked))
  }
  const trail = async ({ query, user: { userId } }: Asked<'auditCsv'>) => {
    await traceExport(context, { list: 'audit', query, userId })
    return files('audit', auditTable(db, query))
  }
  return { orders, preorders, users, visits, trail }
}

export function listExportRoutes(context: Context): Handlers<Exports> {
  const { db, now } = context
  const suppliers = async ({ query }: Asked<'suppliersCsv'>) => files('suppliers', supplierTable(db, query))
  const stores = async ({ query }: Asked<'storesCsv'>) => files('stores', storeTable(db, query, now()))
  const stock = async ({ params, query, language }: Asked<'stockCsv'>) =>
    (await isStore(db, params.id))
      ? files(`stock-${params.id}`, stockTable(db, { ...query, storeId: params.id, language }))
      : undefined
  const ledger = async ({ params, query }: Asked<'ledgerCsv'>) => {
    const wanted = { ...query, storeId: params.id, productId: params.product_id }
    return files(`moves-${params.id}-${params.product_id}`, ledgerTable(db, wanted))
  }
  const lines = async ({ params, query, language }: Asked<'stockTakeLinesCsv'>) =>
    (await findStockTake(db, params.id))
      ? files(`stock-take-${params.id}`, lineTable(db, { ...query, takeId: params.id, language }))
      : undefined
  const { orders, preorders, users, visits, trail } = tracedFiles(context)
  return {
    suppliersCsv: async call => (await suppliers(call)).csv(),
    suppliersXlsx: async call => (await suppliers(call)).xlsx(),
    storesCsv: async call => (await stores(call)).csv(),
    storesXlsx: async call => (await stores(call)).xlsx(),
    stockCsv: async call => (await stock(call))?.csv() ?? refuse('notFound'),
    stockXlsx: async call => (await stock(call))?.xlsx() ?? refuse('notFound'),
    ledgerCsv: async call => (await ledger(call)).csv(),
    ledgerXlsx: async call => (await ledger(call)).xlsx(),
    stockTakeLinesCsv: async call => (await lines(call))?.csv() ?? refuse('notFound'),
    stockTakeLinesXlsx: async call => (await lines(call))?.xlsx() ?? refuse('notFound'),
    ordersCsv: async call => (await orders(call)).csv(),
    ordersXlsx: async call => (await orders(call)).xlsx(),
    preordersCsv: async call => (await preorders(call)).csv(),
    preordersXlsx: async call => (await preorders(call)).xlsx(),
    usersCsv: async call => (await users(call)).csv(),
    usersXlsx: async call => (await users(call)).xlsx(),
    visitsCsv: async call => (await visits(call)).csv(),
    visitsXlsx: async call => (await visits(call)).xlsx(),
    auditCsv: async call => (await trail(call)).csv(),
    auditXlsx: async call => (await trail(call)).xlsx(),
  }
}

/** In the local time of the store, in a format that spreadsheets recognise. */
const storeTime = ({ created_at, store }: Visit): string =>
  new Date(zonedTime(new Date(created_at), store.time_zone).wallMs).toISOString().slice(0, 19).replace('T', ' ')

const VISIT: Readonly<Record<string, (row: Visit) => Cell>> = {
  id: row => row.id,
  at: storeTime,
  store_id: row => row.store.id,
  store: row => row.store.name,
  user_id: row => row.user.id,
  email: row => row.user.email,
  phone: row => row.user.phone,
  door_codes: row => row.door_codes.join(', '),
}

const visitTable = (db: Kysely<Database>, query: VisitsQuery) =>
  listTable({ findIds: () => findVisitIds(db, query), rowsOf: ids => findVisitRows(db, ids), columns: VISIT })
