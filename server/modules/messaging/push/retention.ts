import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { NOTIFICATION_DAYS } from '#domain/operations/retention-periods.ts'
import { timeAgo, counted, type RemoveStale } from '#server/platform/retention.ts'

/**
 * Removes deliveries after a month; their numbers are kept with the notification. Those of recalls stay as long as their buyers: a
 * report lists who was reached.
 */
export const pushDeliveries: RemoveStale = async (context, max) => {
  const { rows } = await sql<{ removed: number }>`
    WITH stale AS (
      SELECT delivery.id FROM outbox_message delivery
      JOIN push_notification notification ON notification.id = delivery.notification_id
      WHERE notification.created_at < ${timeAgo(context, NOTIFICATION_DAYS * DAY_MS)}::timestamptz
        AND delivery.state IN ('delivered', 'failed') AND delivery.recall_buyer_id IS NULL
      LIMIT ${max} FOR UPDATE OF delivery SKIP LOCKED
    ), removed AS (
      DELETE FROM outbox_message USING stale WHERE outbox_message.id = stale.id
      RETURNING outbox_message.notification_id, outbox_message.state
    ), outcome AS (
      SELECT notification_id, count(*) FILTER (WHERE state = 'delivered') AS delivered,
        count(*) FILTER (WHERE state = 'failed') AS failed
      FROM removed GROUP BY notification_id
    ), updated AS (
      UPDATE push_notification SET delivered_count = delivered_count + outcome.delivered,
        failed_count = failed_count + outcome.failed
      FROM outcome WHERE push_notification.id = outcome.notification_id
    )
    SELECT count(*) AS removed FROM removed`.execute(context.db)
  return rows[0]?.removed ?? 0
}

/** Messages keep their history; notifications to single shoppers do not. */
export const pushNotifications: RemoveStale = async (context, max) =>
  counted(
    await context.db
      .deleteFrom('push_notification')
      .where('id', 'in', eb =>
        eb
          .selectFrom('push_notification as stale')
          .select('stale.id')
          .where('stale.message_id', 'is', null)
          .where('stale.created_at', '<', timeAgo(context, NOTIFICATION_DAYS * DAY_MS))
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('outbox_message').whereRef('notification_id', '=', 'stale.id'))),
          )
          .limit(max),
      )
      .execute(),
  )
