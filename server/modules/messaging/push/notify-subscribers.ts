import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { PushType } from '#server/platform/schema/table-types/messaging.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** How long a notification may be delivered after its event; what is older is no news. */
export const NOTIFICATION_LIFETIME_MS = DAY_MS

export type NewNotification = {
  type: PushType
  /** Only devices in this language receive it. */
  languageId: number
  /** Only users who have chosen one of these stores; null or absent: all. */
  storeIds?: readonly number[] | null
  title: string
  body: string
  /** A path of this site, or an address elsewhere; null: the site's front page. */
  url: string | null
  /** The admin's message that it belongs to. */
  messageId?: number
  /** The subject, such as `message 7`: notified once in each language, however often this is called. */
  reference?: string
  /** The start of the day within which it may be delivered. */
  now: Date
}

type NotificationAudience = Pick<NewNotification, 'type' | 'languageId' | 'storeIds'>

/**
 * Writes a notification and a message for each device that wants it, in the caller's transaction; the outbox sends them after the
 * commit. Skips a device that ends meanwhile. Returns undefined and writes nothing when there is no such device, or the
 * subject was notified before.
 */
export async function notifySubscribers(
  trx: Trx,
  notification: NewNotification,
): Promise<{ id: number; devices: number } | undefined> {
  const id = await insertNotification(trx, notification)
  if (id === undefined) return undefined
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('outbox_message')
    .columns(['kind', 'notification_id', 'device_id', 'due_at'])
    .expression(
      sql`SELECT 'push', ${id}::bigint, push_device.id, ${notification.now}::timestamptz ${selectAudience(notification)}
        FOR KEY SHARE OF push_device`,
    )
    .executeTakeFirstOrThrow()
  return { id, devices: Number(numInsertedOrUpdatedRows) }
}

/** Counts the current recipients of a notification in each language. */
export async function countAudiences(
  trx: Pick<Trx, 'getExecutor'>,
  type: PushType,
): Promise<Record<LanguageCode, number>> {
  const { rows } = await sql<{ code: LanguageCode; count: number }>`
    SELECT language.code, count(push_device.id) AS count
    FROM language LEFT JOIN push_device ON push_device.language_id = language.id AND ${WANTS_COLUMNS[type]}
    GROUP BY language.code`.execute(trx)
  const counts = new Map(rows.map(({ code, count }) => [code, count]))
  return { en: counts.get('en') ?? 0, fi: counts.get('fi') ?? 0, sv: counts.get('sv') ?? 0 }
}

/** The part of them whose users have chosen a store, by store. */
export async function countAudiencesByStore(trx: Pick<Trx, 'getExecutor'>, type: PushType) {
  const { rows } = await sql<{ id: number; code: LanguageCode; count: number }>`
    SELECT app_user.active_store_id AS id, language.code, count(*) AS count
    FROM push_device JOIN language ON language.id = push_device.language_id
    JOIN app_user ON app_user.id = push_device.user_id
    WHERE ${WANTS_COLUMNS[type]} AND app_user.active_store_id IS NOT NULL GROUP BY 1, 2`.execute(trx)
  return [...Map.groupBy(rows, ({ id }) => id)].map(([id, counts]) => {
    const count = (code: LanguageCode) => counts.find(each => each.code === code)?.count ?? 0
    return { id, devices: { en: count('en'), fi: count('fi'), sv: count('sv') } }
  })
}

const WANTS_COLUMNS = {
  notifications: sql.ref('push_device.wants_notifications'),
  promotions: sql.ref('push_device.wants_promotions'),
} as const satisfies Record<PushType, unknown>

const selectAudience = ({ type, languageId, storeIds }: NotificationAudience) =>
  sql`FROM push_device WHERE ${WANTS_COLUMNS[type]} AND push_device.language_id = ${languageId} ${storeIds ? inChosenStores(storeIds) : sql``}`

const inChosenStores = (storeIds: readonly number[]) =>
  sql`AND EXISTS (SELECT FROM app_user WHERE app_user.id = push_device.user_id AND app_user.active_store_id = ${anyId(storeIds)})`

async function insertNotification(trx: Trx, notification: NewNotification): Promise<number | undefined> {
  const { type, languageId, title, body, url, messageId = null, reference = null, now } = notification
  const expiresAt = new Date(now.getTime() + NOTIFICATION_LIFETIME_MS)
  const row = await trx
    .insertInto('push_notification')
    .columns(['type', 'language_id', 'title', 'body', 'url', 'message_id', 'reference', 'expires_at', 'created_at'])
    .expression(
      sql`SELECT ${type}::text, ${languageId}::integer, ${title}::text, ${body}::text, ${url}::text, ${messageId}::integer,
        ${reference}::text, ${expiresAt}::timestamptz, ${now}::timestamptz WHERE EXISTS (SELECT ${selectAudience(notification)})`,
    )
    .onConflict(conflict => conflict.columns(['reference', 'language_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
