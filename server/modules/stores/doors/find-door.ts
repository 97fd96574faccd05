import { openingState } from '#domain/stores/opening-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { daysAround, withHours } from '#server/modules/stores/public-stores/queries.ts'

/** The lock of a published store, and whether the store is open now. */
export async function findDoor({ db, now }: Pick<Context, 'db' | 'now'>, storeId: number) {
  const at = now()
  const store = db.selectFrom('store').where('id', '=', storeId).where('published', '=', true)
  const row = await withHours(store, daysAround(at)).executeTakeFirst()
  if (!row || row.lock_provider === null) return undefined
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone, lock_provider: provider } = row
  return { provider, isOpen: openingState({ weekly, exceptions, alwaysOpen, timeZone, now: at }).open }
}
