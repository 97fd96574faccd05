import { sql } from 'kysely'
import type { StaffedStore } from '#contract/stores/presence.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { DAY_MS } from '#domain/durations.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { presenceEnd, staffedTime } from '#domain/stores/staffed-time.ts'
import { daysAround, staffedHoursIn, toSpan, withHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import { isStaffIn } from '#server/platform/rights/rights-of-user.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** The stores in which a person may be, with who is there. */
export async function listStaffedStores({ db, now }: Context, stores: StoreScope, userId: number) {
  const at = now()
  const found = db
    .selectFrom('store')
    .where('archived_at', 'is', null)
    .where(inStores(stores, sql`store.id`))
  const rows = await withHours(found, daysAround(at)).execute()
  return rows
    .map((row): StaffedStore => {
      const present = row.presences.filter(({ endsAt }) => Date.parse(endsAt) > at.getTime())
      const presence = present.find(each => each.userId === userId)
      return {
        id: row.id,
        name: row.name,
        time_zone: row.time_zone,
        sells_age_restricted: row.sells_age_restricted,
        present_until: presence ? new Date(presence.endsAt).toISOString() : null,
        others: present.length - (presence ? 1 : 0),
        staffed: toSpan(staffedTime(staffedHoursIn(row), at)),
      }
    })
    .toSorted((one, other) => byFinnishName(one, other) || one.id - other.id)
}

type StaffPresence = { storeId: number; userId: number }

/** Begins again for who is there already. A right that ends at this moment also ends it. */
export const beginPresence = ({ db, now }: Context, presence: StaffPresence) =>
  inRefusableTransaction(db, async trx => {
    const person = () => trx.selectFrom('app_user').select('id').where('id', '=', presence.userId)
    // Whoever changes rights locks the person's row.
    await person().forShare().execute()
    const isStaff = await person().where(isStaffIn(presence.storeId)).executeTakeFirst()
    return isStaff ? savePresence(trx, { ...presence, at: now() }) : refuse('session.adminRequired')
  })

async function savePresence(db: Trx, { storeId, userId, at }: StaffPresence & { at: Date }) {
  const store = db.selectFrom('store').where('id', '=', storeId).where('archived_at', 'is', null)
  const row = await withHours(store, daysAround(at)).executeTakeFirst()
  if (!row) return refuse('notFound')
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone } = row
  const until = presenceEnd({ weekly, exceptions, alwaysOpen, timeZone }, at)
  const times = { began_at: at, ends_at: until }
  await db
    .insertInto('store_presence')
    .values({ store_id: storeId, user_id: userId, ...times })
    .onConflict(conflict => conflict.columns(['store_id', 'user_id']).doUpdateSet(times))
    .execute()
  return { until: until.toISOString() }
}

export async function endPresence({ db }: Context, { storeId, userId }: StaffPresence) {
  const store = db.selectFrom('store').select('id').where('id', '=', storeId)
  if (!(await store.executeTakeFirst())) return refuse('notFound')
  await db.deleteFrom('store_presence').where('store_id', '=', storeId).where('user_id', '=', userId).execute()
  return {}
}

/** Presences that are over. */
export const removePresences: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('store_presence')
      .where(({ eb, refTuple, selectFrom }) =>
        eb(
          refTuple('store_id', 'user_id'),
          'in',
          selectFrom('store_presence')
            .select(['store_id', 'user_id'])
            .where('ends_at', '<', timeAgo(context, DAY_MS))
            .limit(max)
            .$asTuple('store_id', 'user_id'),
        ),
      )
      .execute(),
  )
