import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { MADE_BY_PEOPLE } from '#domain/operations/duty/alert-causes.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { alertText } from './alert-text.ts'

/** The call that a link belongs to, in the language of the person who was called. */
export type LinkedCall = {
  alertId: number
  userId: number
  language: LanguageCode
  place: string | null
  title: string
  remedy: string
  openedAt: Date
  timeZone: string
  isAcknowledged: boolean
  isOver: boolean
}

/** Undefined for a link that was never made, or whose call was cleaned away. */
export async function findLinkedCall(db: Db, token: string): Promise<LinkedCall | undefined> {
  const row = await db
    .selectFrom('alert_call')
    .innerJoin('alert', 'alert.id', 'alert_call.alert_id')
    .innerJoin('app_user', 'app_user.id', 'alert_call.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .leftJoin('store', 'store.id', 'alert.store_id')
    .select(['alert.id', 'cause', 'facts', 'acknowledged_at', 'cleared_at', 'user_id', 'language.code as language'])
    .select(['store.name as place', 'store.time_zone'])
    .select(sql<Date>`opened_at`.as('opened_at'))
    .where('token_sha256', '=', sha256(token))
    .executeTakeFirst()
  if (!row) return undefined
  const { id, cause, facts, user_id: userId, language, place, opened_at: openedAt } = row
  const timeZone = row.time_zone ?? SHOP_TIME_ZONE
  return {
    alertId: id,
    userId,
    language,
    place,
    ...alertText({ cause, facts, store: place, timeZone }, language),
    openedAt,
    timeZone,
    isAcknowledged: row.acknowledged_at !== null,
    isOver: row.cleared_at !== null,
  }
}

/**
 * Ends the calls of an alert; one that a person made is then over, too. Returns whether it was still open: the second press changes nothing.
 */
export async function acknowledgeAlert(
  db: Db,
  { alertId, userId, at }: { alertId: number; userId: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert')
    .set({
      acknowledged_at: at,
      acknowledged_by: userId,
      cleared_at: sql<Date | null>`CASE WHEN cause = ANY(${[...MADE_BY_PEOPLE]}) THEN ${at}::timestamptz ELSE cleared_at END`,
    })
    .where('id', '=', alertId)
    .where('acknowledged_at', 'is', null)
    .where('cleared_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}
