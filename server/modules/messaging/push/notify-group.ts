import { type RawBuilder, sql, type Transaction } from 'kysely'
import { LANGUAGE_CODES, type LanguageCode } from '#contract/values.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type GroupNews = {
  /** What it is, such as `recall 1001`: a device is notified of it once, however often this is called. */
  about: string
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
export async function notifyGroup(trx: Transaction<Database>, news: GroupNews): Promise<void> {
  const { about, text, url, members, at, expiresAt } = news
  const rows = LANGUAGE_CODES.map(code => ({ code, ...text(code) }))
  await sql`
    INSERT INTO push_notification (type, language_id, title, body, url, about, expires_at, created_at)
    SELECT 'notifications', language.id, r.title, r.body, ${url}, ${about}, ${expiresAt}::timestamptz, ${at}::timestamptz
    FROM ${recordset(rows, 'code text, title text, body text')} JOIN language ON language.code = r.code
    ON CONFLICT (about, language_id) DO NOTHING`.execute(trx)
  await sql`
    INSERT INTO outbox_message (kind, notification_id, device_id, recall_buyer_id, urgent, due_at)
    SELECT 'push', notification.id, device.id, member.recall_buyer_id, true, ${at}::timestamptz
    FROM ${members} member JOIN push_device device ON device.user_id = member.user_id AND device.wants_notifications
    JOIN push_notification notification ON notification.about = ${about} AND notification.language_id = device.language_id
    FOR KEY SHARE OF device
    ON CONFLICT (notification_id, device_id) DO NOTHING`.execute(trx)
}
