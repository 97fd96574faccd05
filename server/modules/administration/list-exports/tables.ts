import type { Kysely } from 'kysely'
import type { UserRow } from '#contract/accounts/admin-users.ts'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import type { OrderRow } from '#contract/orders/admin-orders.ts'
import type { StockTakeLine } from '#contract/stock/stock-takes.ts'
import type { LedgerRow, Shelf } from '#contract/stock/stock.ts'
import type { StoreRow } from '#contract/stores/admin-stores.ts'
import type { LanguageCode } from '#contract/values.ts'
import { isMoneyField } from '#domain/field-changes.ts'
import { type Cell, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import { findUserIds, findUserRows, type UsersQuery } from '#server/modules/accounts/admin-users/list-users.ts'
import { findAllSuppliers, type SuppliersQuery } from '#server/modules/catalogue/suppliers/queries.ts'
import { findOrderIds, findOrderRows } from '#server/modules/orders/admin-orders/list-orders.ts'
import type { OrdersAsked } from '#server/modules/orders/admin-orders/matching-orders.ts'
import { findPreorderIds, type PreordersAsked } from '#server/modules/preorders/admin-preorders/list-preorders.ts'
import { findPreorderLines, type PreorderLine } from '#server/modules/preorders/admin-preorders/preorder-lines.ts'
import { findLineIds, type LinesQuery, showLines } from '#server/modules/stock/stock-takes/lines.ts'
import { findLedgerIds, findMoves, type LedgerQuery } from '#server/modules/stock/store-stock/ledger.ts'
import { findShelves, findStockIds, type StockQuery } from '#server/modules/stock/store-stock/queries.ts'
import { findAllStores, type StoresQuery } from '#server/modules/stores/admin-stores/list-stores.ts'
import { findEntries, findAuditIds, type AuditQuery, type WrittenEntry } from '#server/platform/audit-log/queries.ts'
import { listTable } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** A list or a record as its JSON. */
function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
}

/** The cell of a changed field. */
const valueCell = (field: string, value: unknown): WrittenCell =>
  typeof value === 'number' && isMoneyField(field) ? moneyCell(value) : cellOf(value)

type Db = Kysely<Database>
type Columns<Row> = Readonly<Record<string, (row: Row) => WrittenCell>>

/** In the local time of the shop, in a format that spreadsheets recognise. */
function shopTime(instant: string | null): string | null {
  if (instant === null) return null
  const { wallMs } = zonedTime(new Date(instant), SHOP_TIME_ZONE)
  return new Date(wallMs).toISOString().slice(0, 19).replace('T', ' ')
}

const SUPPLIER: Columns<Supplier> = {
  id: row => row.id,
  name: row => row.name,
  email: row => row.email,
  products: row => row.products,
}

/** Suppliers are few: reads all at once. */
export async function* supplierTable(db: Db, query: SuppliersQuery): AsyncGenerator<WrittenCell[][]> {
  const suppliers = await findAllSuppliers(db, query)
  yield [Object.keys(SUPPLIER), ...suppliers.map(row => Object.values(SUPPLIER).map(of => of(row)))]
}

const STORE: Columns<StoreRow> = {
  id: row => row.id,
  name: row => row.name,
  address: row => row.address,
  status: row => row.status,
  payment_mode: row => row.payment_mode,
  terminals: row => row.terminals,
  enable_preorders: row => row.enable_preorders,
  sells_age_restricted: row => row.sells_age_restricted,
  lock: row => row.lock,
  time_zone: row => row.time_zone,
}

/** Stores are few, too. */
export async function* storeTable(db: Db, query: StoresQuery, now: Date): AsyncGenerator<WrittenCell[][]> {
  const stores = await findAllStores(db, query, now)
  yield [Object.keys(STORE), ...stores.map(row => Object.values(STORE).map(of => of(row)))]
}

const SHELF: Columns<Shelf> = {
  product_id: row => row.product_id,
  name: row => row.name,
  quantity: row => row.quantity,
  unit: row => row.unit,
  level: row => row.level,
  alarm_limit: row => row.alarm_limit,
  offered: row => row.offered,
  supplier: row => row.supplier.name,
}

export const stockTable = (db: Db, query: StockQuery) =>
  listTable({ findIds: () => findStockIds(db, query), rowsOf: ids => findShelves(db, query, ids), columns: SHELF })

const MOVE: Columns<LedgerRow> = {
  id: row => row.id,
  at: row => shopTime(row.at),
  kind: row => row.kind,
  quantity: row => row.quantity,
  quantity_after: row => row.quantity_after,
  reason: row => row.reason,
  by: row => row.by?.email ?? null,
  order_id: row => row.order_id,
  stock_take_id: row => row.stock_take_id,
}

export const ledgerTable = (db: Db, query: LedgerQuery) =>
  listTable({ findIds: () => findLedgerIds(db, query), rowsOf: ids => findMoves(db, query, ids), columns: MOVE })

const LINE: Columns<StockTakeLine> = {
  product_id: row => row.product_id,
  name: row => row.name,
  unit: row => row.unit,
  expected: row => row.expected,
  counted: row => row.counted,
  variance: row => row.variance,
  value: row => moneyCell(row.value),
  counted_at: row => shopTime(row.counted_at),
}

export const lineTable = (db: Db, query: LinesQuery) =>
  listTable({ findIds: () => findLineIds(db, query), rowsOf: ids => showLines(db, query, ids), columns: LINE })

const ORDER: Columns<OrderRow> = {
  id: row => row.id,
  reference_number: row => row.reference_number,
  store: row => row.store.name,
  customer: row => row.customer.email,
  order_type: row => row.order_type,
  status: row => (row.cancelled_at ? 'cancelled' : row.status),
  total_amount: row => moneyCell(row.total_amount),
  refunded_amount: row => moneyCell(row.refunded_amount),
  items: row => row.items,
  created_at: row => shopTime(row.created_at),
  updated_at: row => shopTime(row.updated_at),
  paid_at: row => shopTime(row.paid_at),
}

export const orderTable = (db: Db, asked: OrdersAsked) =>
  listTable({ findIds: () => findOrderIds(db, asked), rowsOf: ids => findOrderRows(db, ids), columns: ORDER })

const PREORDER_LINE: Columns<PreorderLine> = {
  id: row => row.id,
  reference_number: row => row.reference_number,
  status: row => (row.cancelled_at ? 'cancelled' : row.status),
  customer: row => row.customer.email,
  event: row => row.event.name,
  store: row => row.store.name,
  booked_at: row => shopTime(row.booked_at),
  product_id: row => row.product_id,
  product: row => row.product,
  quantity: row => row.quantity,
  unit: row => row.unit,
  unit_price: row => moneyCell(row.unit_price),
  line_price: row => moneyCell(row.line_price),
  total_amount: row => moneyCell(row.total_amount),
}

/** One row for each line of each pre-order. */
export const preorderTable = (db: Db, asked: PreordersAsked, language: LanguageCode) =>
  listTable({
    findIds: () => findPreorderIds(db, asked),
    rowsOf: ids => findPreorderLines(db, ids, { now: asked.now, language }),
    columns: PREORDER_LINE,
  })

const USER: Columns<UserRow> = {
  id: row => row.id,
  email: row => row.email,
  phone: row => row.phone,
  is_admin: row => row.is_admin,
  is_verified: row => row.is_verified,
  is_blocked: row => row.is_blocked,
  phone_blocked: row => row.phone_blocked,
  last_login: row => shopTime(row.last_login),
  active_store: row => row.active_store?.name ?? null,
  created_at: row => shopTime(row.created_at),
}

export const userTable = (db: Db, query: UsersQuery) =>
  listTable({ findIds: () => findUserIds(db, query), rowsOf: ids => findUserRows(db, ids), columns: USER })

type FieldChange = WrittenEntry & { change: WrittenEntry['changes'][number] | undefined }

const CHANGE: Columns<FieldChange> = {
  at: row => shopTime(row.at),
  by: row => row.by.email,
  kind: row => row.kind,
  record_id: row => row.record_id,
  action: row => row.action,
  field: row => row.change?.field ?? null,
  from: ({ change }) => (change ? valueCell(change.field, change.from) : null),
  to: ({ change }) => (change ? valueCell(change.field, change.to) : null),
  reason: row => row.reason,
}

/** One row for each field that was changed. */
export const auditTable = (db: Db, query: AuditQuery) =>
  listTable({
    findIds: () => findAuditIds(db, query),
    rowsOf: async ids => (await findEntries(db, ids)).flatMap(fieldsOf),
    columns: CHANGE,
  })

const fieldsOf = (entry: WrittenEntry): FieldChange[] =>
  (entry.changes.length > 0 ? entry.changes : [undefined]).map(change => ({ ...entry, change }))
