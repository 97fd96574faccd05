import { sql, type Kysely } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import type { DeliveryState, PushPlatform, PushType } from '#server/platform/schema/table-types/messaging.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** Longer than a message can take, including all that waits before it: a live server has finished it by then. */
const LEASE_SECONDS = 30

/** A delivery that this server must send: `sending` is committed. */
export type Claimed = {
  id: number
  tries: number
  notification_id: number
  type: PushType
  title: string
  body: string
  url: string | null
  expires_at: Date
  language: LanguageCode
  /** Null: the subscription ended meanwhile, or no longer includes such messages. */
  device_id: number | null
  platform: PushPlatform
  address: string
  p256dh: string | null
  auth: string | null
}

/** Claims at most `most` due deliveries, urgent ones first; skips those that another server is claiming. */
export async function claimDeliveries(db: Kysely<Database>, { most, now }: { most: number; now: Date }) {
  const { rows } = await sql<Claimed>`
    WITH due AS (
      SELECT id FROM push_delivery WHERE state = 'waiting' AND due_at <= ${now}::timestamptz
      ORDER BY urgent DESC, due_at, id LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE push_delivery SET state = 'sending', tries = tries + 1, reason = NULL, sent_at = ${now}::timestamptz,
        lease_until = clock_timestamp() + make_interval(secs => ${LEASE_SECONDS}::double precision)
      FROM due WHERE push_delivery.id = due.id
      RETURNING push_delivery.id, push_delivery.tries, push_delivery.urgent, push_delivery.notification_id, push_delivery.device_id
    )
    SELECT claimed.id, claimed.tries, claimed.notification_id, notification.type, notification.title,
      notification.body, notification.url, notification.expires_at, language.code AS language,
      device.id AS device_id, device.platform, device.address, device.p256dh, device.auth
    FROM claimed
    JOIN push_notification notification ON notification.id = claimed.notification_id
    JOIN language ON language.id = notification.language_id
    LEFT JOIN push_device device ON device.id = claimed.device_id
      AND CASE notification.type WHEN 'promotions' THEN device.wants_promotions ELSE device.wants_notifications END
    ORDER BY claimed.urgent DESC, claimed.id`.execute(db)
  return rows
}

export type Ending = {
  id: number
  state: Exclude<DeliveryState, 'sending'>
  reason: string | null
  due_at: Date | null
}

/** Writes the outcomes of deliveries. A delivery whose lease expired stays failed, whatever outcome arrives later. */
export async function writeEndings(db: Kysely<Database>, endings: readonly Ending[]): Promise<void> {
  await sql`
    UPDATE push_delivery SET state = r.state, reason = r.reason, lease_until = NULL,
      due_at = coalesce(r.due_at, push_delivery.due_at)
    FROM ${recordset(endings, 'id bigint, state text, reason text, due_at timestamptz')}
    WHERE push_delivery.id = r.id AND push_delivery.state = 'sending'`.execute(db)
}

/**
 * Fails the deliveries of a server that died while sending: they may have arrived, so they are not sent again. Returns how many.
 */
export async function failLapsed(db: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    UPDATE push_delivery SET state = 'failed', reason = 'unknown: the server ended', lease_until = NULL
    WHERE id IN (
      SELECT id FROM push_delivery WHERE state = 'sending' AND lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
    )`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/**
 * Removes devices that no longer exist. One that was subscribed again with the same address meanwhile subscribes again by itself.
 */
export const removeDevices = (db: Kysely<Database>, ids: readonly number[]) =>
  db.deleteFrom('push_device').where('id', '=', anyOf(ids)).execute()
