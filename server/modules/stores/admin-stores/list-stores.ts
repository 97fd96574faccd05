import { type SelectQueryBuilder, sql } from 'kysely'
import type { StoreRow } from '#contract/stores/admin-stores.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { openingState } from '#domain/stores/opening-hours.ts'
import { PLAIN_STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { daysAround, withHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { containsWord, inFinnishOrder, splitWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, fieldCells, type ListExport, shortListTable } from '#server/platform/files/list-table.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { STORE_COLUMNS } from './queries.ts'

type StoresQuery = Paging & {
  q?: string | undefined
  status?: StoreRow['status'] | undefined
  payment_mode?: 'test' | 'terminal' | undefined
  enable_preorders?: boolean | undefined
}

type SelectStores = SelectQueryBuilder<Database, 'store', {}>

function withStatus(stores: SelectStores, status: StoresQuery['status']): SelectStores {
  if (status === undefined) return stores
  if (status === 'published') return stores.where('published', '=', true)
  const isArchived = status === 'archived' ? 'is not' : 'is'
  return stores.where('published', '=', false).where('archived_at', isArchived, null)
}

const getStatus = (row: { published: boolean; archived_at: Date | null }): StoreRow['status'] =>
  row.published ? 'published' : row.archived_at === null ? 'hidden' : 'archived'

function selectMatching(db: Db, { q = '', status, payment_mode, enable_preorders }: StoresQuery): SelectStores {
  const searchText = sql<string>`search_form(store.name || ' ' || store.address)`
  const found = splitWords(q).reduce((rows, word) => rows.where(containsWord(searchText, word)), db.selectFrom('store'))
  const inMode = payment_mode ? found.where('payment_mode', '=', payment_mode) : found
  const preordering = enable_preorders === undefined ? inMode : inMode.where('enable_preorders', '=', enable_preorders)
  return withStatus(preordering, status)
}

const storeList = (db: Db, query: StoresQuery) => ({
  matching: selectMatching(db, query),
  select: (rows: SelectStores) => rows.select('store.id'),
  sorts: {
    name: inFinnishOrder(sql`store.name`),
    address: inFinnishOrder(sql`store.address`),
    id: sql`store.id`,
  },
  defaultSort: 'name',
  id: sql`store.id`,
})

const countTerminals = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('terminal')
    .select(['store_id', ({ fn }) => fn.countAll<number>().as('terminals')])
    .where('store_id', '=', anyId(ids))
    .where('retired_at', 'is', null)
    .groupBy('store_id')
    .execute()

async function listRows(db: Db, ids: readonly number[], now: Date): Promise<StoreRow[]> {
  const stores = db.selectFrom('store').where('id', '=', anyId(ids))
  const rows = await withHours(stores, daysAround(now)).execute()
  const terminals = new Map((await countTerminals(db, ids)).map(each => [each.store_id, each.terminals]))
  const shown = rows.map((row): StoreRow => ({
    ...STORE_COLUMNS.toRecord(row),
    id: row.id,
    revision: row.revision,
    status: getStatus(row),
    is_open: openingState({ ...row, alwaysOpen: row.always_open, timeZone: row.time_zone, now }).open,
    terminals: terminals.get(row.id) ?? 0,
    lock: row.lock_provider,
  }))
  return sortByIds(ids, shown, ({ id }) => id)
}

/** A page of the stores whose names or addresses have every word of `q`. */
export async function findStores(db: Db, query: StoresQuery, now: Date) {
  const { items, total } = await findPage(storeList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await listRows(db, ids, now), total }
}

async function findAllStores(db: Db, query: StoresQuery, now: Date) {
  const rows = await findAllRows(storeList(db, query), query.sort)
  const ids = rows.map(({ id }) => id)
  return listRows(db, ids, now)
}

const { name, address, payment_mode, enable_preorders, sells_age_restricted, time_zone, ...others } =
  fieldCells(PLAIN_STORE_FIELDS)
const EXPORT_COLUMNS: Columns<StoreRow> = {
  id: { heading: 'stores.list.id', cell: row => row.id },
  name,
  address,
  status: { heading: 'stores.list.status', cell: row => row.status },
  payment_mode,
  terminals: { heading: 'stores.list.terminals', cell: row => row.terminals },
  enable_preorders,
  sells_age_restricted,
  lock: { heading: 'stores.list.lock', cell: row => row.lock },
  time_zone,
  ...others,
}

/** All matching stores, in the list's order: there are few. */
export const exportStores =
  ({ db, now }: Context): ListExport<'stores'> =>
  async ({ query }, headings) => {
    const at = now()
    return { name: 'stores', rows: shortListTable(EXPORT_COLUMNS, headings, () => findAllStores(db, query, at)) }
  }

/** The stores by name, archived ones last. */
export async function findStoreChoices(db: Db, stores: StoreScope) {
  const rows = await db
    .selectFrom('store')
    .select(['id', 'name', 'published', 'archived_at', 'time_zone'])
    .where(inStores(stores, sql`store.id`))
    .orderBy(sql`archived_at IS NOT NULL`)
    .orderBy(inFinnishOrder(sql`store.name`))
    .orderBy('id')
    .execute()
  return rows.map(row => ({ id: row.id, name: row.name, status: getStatus(row), time_zone: row.time_zone }))
}
