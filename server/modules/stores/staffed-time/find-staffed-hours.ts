import { isWithin, type StaffedHours, staffedTime } from '#domain/stores/staffed-time.ts'
import { daysAround, staffedHoursIn, withHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The staffed hours of a store, and who has checked in; undefined if there is no such store. */
export async function findStaffedHours(db: Db, storeId: number, now: Date) {
  const row = await withHours(db.selectFrom('store').where('id', '=', storeId), daysAround(now)).executeTakeFirst()
  if (!row) return undefined
  const hours = staffedHoursIn(row)
  return {
    hours,
    revision: row.revision,
    timeZone: row.time_zone,
    sellsAgeRestricted: row.sells_age_restricted,
    /** The planned hours of now, without check-ins. */
    planned: currentStaffedTime({ ...hours, presences: [] }, now),
    isStaffed: currentStaffedTime(hours, now) !== undefined,
    presentIds: row.presences.filter(({ endsAt }) => Date.parse(endsAt) > now.getTime()).map(({ userId }) => userId),
  }
}
export type StoreStaff = NonNullable<Awaited<ReturnType<typeof findStaffedHours>>>

function currentStaffedTime(hours: StaffedHours, now: Date) {
  const time = staffedTime(hours, now)
  return isWithin(time, now) ? time : undefined
}
