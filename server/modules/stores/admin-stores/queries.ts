import { sql } from 'kysely'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import { shopDate } from '#domain/shop-date.ts'
import { toPlace } from '#domain/stores/coordinates.ts'
import { PLAIN_STORE_FIELDS } from '#domain/stores/store-fields.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { toLockResponse } from '#server/modules/stores/doors/lock-settings.ts'
import { type StoreWithHours, withHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** Whether a store has records that accounting or shoppers may need: such a store is archived, never removed. */
export async function hasHistory(db: Db, storeId: number): Promise<boolean> {
  // One query after the other: a store that sells has moves, which are found at once.
  const first = (table: 'stock_move' | 'visit' | 'stock_take' | 'customer_order') =>
    db.selectFrom(table).select('store_id').where('store_id', '=', storeId).limit(1).executeTakeFirst()
  for (const table of ['stock_move', 'visit', 'stock_take', 'customer_order'] as const)
    if (await first(table)) return true
  return false
}

/** The number of products that shoppers can buy there, of those that are sold at all. */
const countOffers = (db: Db, storeId: number) =>
  db
    .selectFrom('store_stock')
    .innerJoin('product', 'product.id', 'store_stock.product_id')
    .select(({ fn }) => fn.countAll<number>().as('offers'))
    .where('store_stock.store_id', '=', storeId)
    .where('store_stock.offered', '=', true)
    .where('product.enabled', '=', true)
    .executeTakeFirstOrThrow()

/** Times of day as the API sends them: without the seconds that the database adds. */
const toMinutes = (time: string) => time.slice(0, 5)
const minutesOrNull = (time: string | null) => (time === null ? null : toMinutes(time))

export const STORE_COLUMNS = recordColumns(PLAIN_STORE_FIELDS)

/** The part of a store's row that the form edits. */
export const toStoreForm = (row: StoreWithHours) => ({
  ...STORE_COLUMNS.toRecord(row),
  location: toPlace(row),
  weekly: row.weekly.map(toWeekdayForm),
  exceptions: row.exceptions.map(toExceptionForm),
  staffed_weekly: row.staffedWeekly.map(toWeekdayForm),
  staffed_exceptions: row.staffedExceptions.map(toExceptionForm),
})

const toWeekdayForm = ({ weekday, opensAt, closesAt }: StoreWithHours['weekly'][number]) => ({
  weekday,
  opens_at: toMinutes(opensAt),
  closes_at: toMinutes(closesAt),
})

const toExceptionForm = ({ date, opensAt, closesAt }: StoreWithHours['exceptions'][number]) => ({
  date,
  opens_at: minutesOrNull(opensAt),
  closes_at: minutesOrNull(closesAt),
})

/** A store's row with its hours, as far as admins see them. */
export const findStoreRow = (db: Db, storeId: number, now: Date): Promise<StoreWithHours | undefined> =>
  withHours(db.selectFrom('store').where('id', '=', storeId), exceptionsInSight(now)).executeTakeFirst()

/** The rows of all stores, with their hours as far as admins see them. */
export const listStoreRows = (db: Db, now: Date): Promise<StoreWithHours[]> =>
  withHours(db.selectFrom('store'), exceptionsInSight(now)).execute()

type StoreContext = Pick<Context, 'db' | 'secrets' | 'now'>

export async function findAdminStore(context: StoreContext, storeId: number): Promise<AdminStore | undefined> {
  const { db } = context
  const row = await findStoreRow(db, storeId, context.now())
  if (!row) return undefined
  return {
    ...toStoreForm(row),
    id: row.id,
    revision: row.revision,
    lock: toLockResponse(context, row),
    archived_at: row.archived_at?.toISOString() ?? null,
    has_history: await hasHistory(db, storeId),
    offers: (await countOffers(db, storeId)).offers,
    created_at: row.created_at.toISOString(),
  }
}

/** For a store that is known to exist. */
export async function getAdminStore(context: StoreContext, storeId: number): Promise<AdminStore> {
  const store = await findAdminStore(context, storeId)
  if (!store) throw new Error(`The store ${storeId} is gone`)
  return store
}

type StoreHours = Pick<AdminStore, 'weekly' | 'exceptions' | 'staffed_weekly' | 'staffed_exceptions'>

const DAYS_STILL_SHOWN = 7
const LAST_DAY = '9999-12-31'

/** The exceptions that admins see and change; older ones are kept unchanged. */
const exceptionsInSight = (now: Date) => ({ from: plusDays(shopDate(now), -DAYS_STILL_SHOWN), to: LAST_DAY })

type SaveHoursInput = { storeId: number; now: Date; before: StoreHours; hours: StoreHours }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Writes what differs from before. The caller has locked the store's row. */
export async function saveHours(trx: Trx, { storeId, now, before, hours }: SaveHoursInput): Promise<void> {
  if (!isSame(before.weekly, hours.weekly)) await saveWeek(trx, 'store_hours', { storeId, weekly: hours.weekly })
  if (!isSame(before.staffed_weekly, hours.staffed_weekly))
    await saveWeek(trx, 'store_staffed_hours', { storeId, weekly: hours.staffed_weekly })
  const { from } = exceptionsInSight(now)
  const days = { storeId, from }
  if (!isSame(before.exceptions, hours.exceptions))
    await saveExceptions(trx, 'store_hours_exception', { ...days, exceptions: hours.exceptions })
  if (!isSame(before.staffed_exceptions, hours.staffed_exceptions))
    await saveExceptions(trx, 'store_staffed_hours_exception', { ...days, exceptions: hours.staffed_exceptions })
}

type WeekTable = 'store_hours' | 'store_staffed_hours'

type WeeklyInput = { storeId: number; weekly: StoreHours['weekly'] }

async function saveWeek(trx: Trx, table: WeekTable, { storeId, weekly }: WeeklyInput) {
  await trx.deleteFrom(table).where('store_id', '=', storeId).execute()
  const rows = weekly.map(day => ({ store_id: storeId, ...day }))
  if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
}

type ExceptionsInput = { storeId: number; from: string; exceptions: StoreHours['exceptions'] }

async function saveExceptions(
  trx: Trx,
  table: `${WeekTable}_exception`,
  { storeId, from, exceptions }: ExceptionsInput,
) {
  await trx.deleteFrom(table).where('store_id', '=', storeId).where('date', '>=', from).execute()
  const rows = exceptions.filter(({ date }) => date >= from).map(day => ({ store_id: storeId, ...day }))
  if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
}

/** In the order in which they are read from the database. */
export const inDayOrder = (hours: StoreHours): StoreHours => ({
  weekly: hours.weekly.toSorted(byWeekday),
  exceptions: hours.exceptions.toSorted(byDate),
  staffed_weekly: hours.staffed_weekly.toSorted(byWeekday),
  staffed_exceptions: hours.staffed_exceptions.toSorted(byDate),
})

const byWeekday = (one: StoreHours['weekly'][number], other: StoreHours['weekly'][number]) =>
  one.weekday - other.weekday
const byDate = (one: StoreHours['exceptions'][number], other: StoreHours['exceptions'][number]) =>
  one.date < other.date ? -1 : 1

const TEST_TERMINAL_NAME = 'Test terminal'

/** Adds a virtual terminal, which a store with test payment needs, unless one is in use. */
export const addTestTerminal = (trx: Trx, storeId: number) =>
  sql`
    INSERT INTO terminal (store_id, name, provider)
    SELECT ${storeId}::integer, ${TEST_TERMINAL_NAME}, 'test' WHERE NOT EXISTS (
      SELECT 1 FROM terminal WHERE store_id = ${storeId} AND provider = 'test' AND retired_at IS NULL)`.execute(trx)
