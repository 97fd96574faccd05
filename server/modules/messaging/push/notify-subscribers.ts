import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { PushType } from '#server/platform/schema/table-types/messaging.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** How long a notification may be delivered after its event; what is older is no news. */
export const NOTIFICATION_LIFETIME_MS = DAY_MS

export type NewNotification = {
  type: PushType
  /** Only devices in this language receive it. */
  languageId: number
  title: string
  body: string
  /** A path of this site, or an address elsewhere; null: the site's front page. */
  url: string | null
  /** The admin's message that it belongs to. */
  messageId?: number
  /** The subject, such as `message 7`: notified once in each language, however often this is called. */
  about?: string
  /** The start of the day within which it may be delivered. */
  now: Date
}

type Audience = Pick<NewNotification, 'type' | 'languageId'>

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
      sql`SELECT 'push', ${id}::bigint, push_device.id, ${notification.now}::timestamptz ${audience(notification)}
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
    FROM language LEFT JOIN push_device ON push_device.language_id = language.id AND ${WANTS[type]}
    GROUP BY language.code`.execute(trx)
  const counts = new Map(rows.map(({ code, count }) => [code, count]))
  return { en: counts.get('en') ?? 0, fi: counts.get('fi') ?? 0, sv: counts.get('sv') ?? 0 }
}

const WANTS = {
  notifications: sql.ref('push_device.wants_notifications'),
  promotions: sql.ref('push_device.wants_promotions'),
} as const satisfies Record<PushType, unknown>

const audience = ({ type, languageId }: Audience) =>
  sql`FROM push_device WHERE ${WANTS[type]} AND push_device.language_id = ${languageId}`

async function insertNotification(trx: Trx, notification: NewNotification): Promise<number | undefined> {
  const { type, languageId, title, body, url, messageId = null, about = null, now } = notification
  const expiresAt = new Date(now.getTime() + NOTIFICATION_LIFETIME_MS)
  const row = await trx
    .insertInto('push_notification')
    .columns(['type', 'language_id', 'title', 'body', 'url', 'message_id', 'about', 'expires_at', 'created_at'])
    .expression(
      sql`SELECT ${type}::text, ${languageId}::integer, ${title}::text, ${body}::text, ${url}::text, ${messageId}::integer,
        ${about}::text, ${expiresAt}::timestamptz, ${now}::timestamptz WHERE EXISTS (SELECT ${audience(notification)})`,
    )
    .onConflict(conflict => conflict.columns(['about', 'language_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}
