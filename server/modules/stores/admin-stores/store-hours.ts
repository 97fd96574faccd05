import type { StoreInput } from '#contract/stores/admin-stores.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Transaction } from 'kysely'

type Hours = Pick<StoreInput, 'weekly' | 'exceptions'>

const DAYS_KEPT_IN_SIGHT = 7
const LAST_DAY = '9999-12-31'

/** The exceptions that admins see and change; older ones are kept unchanged. */
export const exceptionsInSight = (now: Date) => ({ from: plusDays(shopDate(now), -DAYS_KEPT_IN_SIGHT), to: LAST_DAY })

type Save = { storeId: number; now: Date; before: Hours; hours: Hours }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Writes what differs from before. The caller has locked the store's row. */
export async function saveHours(trx: Transaction<Database>, { storeId, now, before, hours }: Save): Promise<void> {
  if (!isSame(before.weekly, hours.weekly)) {
    await trx.deleteFrom('store_hours').where('store_id', '=', storeId).execute()
    const rows = hours.weekly.map(day => ({ store_id: storeId, ...day }))
    if (rows.length > 0) await trx.insertInto('store_hours').values(rows).execute()
  }
  if (isSame(before.exceptions, hours.exceptions)) return
  const { from } = exceptionsInSight(now)
  await trx.deleteFrom('store_hours_exception').where('store_id', '=', storeId).where('date', '>=', from).execute()
  const rows = hours.exceptions.filter(({ date }) => date >= from).map(day => ({ store_id: storeId, ...day }))
  if (rows.length > 0) await trx.insertInto('store_hours_exception').values(rows).execute()
}

/** In the order in which they are read from the database. */
export const inDayOrder = ({ weekly, exceptions }: Hours): Hours => ({
  weekly: weekly.toSorted((one, other) => one.weekday - other.weekday),
  exceptions: exceptions.toSorted((one, other) => (one.date < other.date ? -1 : 1)),
})
