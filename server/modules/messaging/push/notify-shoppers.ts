import { sql, type RawBuilder } from 'kysely'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { NOTIFICATION_LIFETIME_MS } from './notify-subscribers.ts'

/** An event of a shopper, written in the language of each device. */
type ShopperEvent = {
  userId: number
  /** What it is, such as `refund 1001`: notified once, however often it is written. */
  reference: string
  text: (language: LanguageCode) => { title: string; body: string }
  /** A path of this site. */
  url: string
}

/**
 * Writes notifications for the devices of shoppers that want them, in the transaction of the event; the outbox sends them
 * after the commit. A shopper without such a device costs one statement and no row.
 */
export async function notifyShoppers(trx: Trx, events: readonly ShopperEvent[], { at }: { at: Date }): Promise<void> {
  if (events.length === 0) return
  const rows = events.flatMap(({ userId: user_id, reference, text, url }) =>
    LANGUAGE_CODES.map(code => ({ user_id, reference, url, code, ...text(code) })),
  )
  await sql`
    WITH recipient AS (
      SELECT r.*, language.id AS language_id
      FROM ${jsonRecordset(rows, 'user_id integer, reference text, url text, code text, title text, body text')}
      JOIN language ON language.code = r.code
    ), inserted AS (
      INSERT INTO push_notification (type, language_id, title, body, url, reference, expires_at, created_at)
      SELECT 'notifications', language_id, title, body, url, reference, ${new Date(at.getTime() + NOTIFICATION_LIFETIME_MS)}::timestamptz,
        ${at}::timestamptz
      FROM recipient WHERE EXISTS (
        SELECT FROM push_device WHERE push_device.user_id = recipient.user_id
          AND push_device.language_id = recipient.language_id AND wants_notifications)
      ON CONFLICT (reference, language_id) DO NOTHING
      RETURNING id, reference, language_id
    )
    INSERT INTO outbox_message (kind, notification_id, device_id, urgent, due_at)
    SELECT 'push', inserted.id, device.id, true, ${at}::timestamptz
    FROM inserted
    JOIN recipient ON recipient.reference = inserted.reference AND recipient.language_id = inserted.language_id
    JOIN push_device device ON device.user_id = recipient.user_id AND device.language_id = recipient.language_id
      AND device.wants_notifications
    FOR KEY SHARE OF device`.execute(trx)
}

type GroupNews = {
  /** What it is, such as `recall 1001`: a device is notified of it once, however often this is called. */
  reference: string
  text: (language: LanguageCode) => { title: string; body: string }
  /** A path of this site. */
  url: string
  /** A table with the columns `user_id` and `recall_buyer_id`. */
  members: RawBuilder<unknown>
  at: Date
  expiresAt: Date
}

/**
 * Writes one notification in each language, and a message for each device of the members that wants notifications, in the
 * caller's transaction. Members may be added later, by another call.
 */
export async function notifyGroup(trx: Trx, news: GroupNews): Promise<void> {
  const { reference, text, url, members, at, expiresAt } = news
  const rows = LANGUAGE_CODES.map(code => ({ code, ...text(code) }))
  await sql`
    INSERT INTO push_notification (type, language_id, title, body, url, reference, expires_at, created_at)
    SELECT 'notifications', language.id, r.title, r.body, ${url}, ${reference}, ${expiresAt}::timestamptz, ${at}::timestamptz
    FROM ${jsonRecordset(rows, 'code text, title text, body text')} JOIN language ON language.code = r.code
    ON CONFLICT (reference, language_id) DO NOTHING`.execute(trx)
  await sql`
    INSERT INTO outbox_message (kind, notification_id, device_id, recall_buyer_id, urgent, due_at)
    SELECT 'push', notification.id, device.id, member.recall_buyer_id, true, ${at}::timestamptz
    FROM ${members} member JOIN push_device device ON device.user_id = member.user_id AND device.wants_notifications
    JOIN push_notification notification ON notification.reference = ${reference} AND notification.language_id = device.language_id
    FOR KEY SHARE OF device
    ON CONFLICT (notification_id, device_id) DO NOTHING`.execute(trx)
}
