import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { NOTIFICATION_DAYS } from '#domain/operations/retention-periods.ts'
import { before, counted, type RemoveStale } from '#server/platform/retention.ts'

/**
 * Removes deliveries after a month; their numbers are kept with the notification. Those of recalls stay as long as their buyers: a
 * report lists who was reached.
 */
export const pushDeliveries: RemoveStale = async (context, max) => {
  const { rows } = await sql<{ gone: number }>`
    WITH old AS (
      SELECT delivery.id FROM outbox_message delivery
      JOIN push_notification notification ON notification.id = delivery.notification_id
      WHERE notification.created_at < ${before(context, NOTIFICATION_DAYS * DAY_MS)}::timestamptz
        AND delivery.state IN ('delivered', 'failed') AND delivery.recall_buyer_id IS NULL
      LIMIT ${max} FOR UPDATE OF delivery SKIP LOCKED
    ), gone AS (
      DELETE FROM outbox_message USING old WHERE outbox_message.id = old.id
      RETURNING outbox_message.notification_id, outbox_message.state
    ), counted AS (
      SELECT notification_id, count(*) FILTER (WHERE state = 'delivered') AS delivered,
        count(*) FILTER (WHERE state = 'failed') AS failed
      FROM gone GROUP BY notification_id
    ), kept AS (
      UPDATE push_notification SET delivered_count = delivered_count + counted.delivered,
        failed_count = failed_count + counted.failed
      FROM counted WHERE push_notification.id = counted.notification_id
    )
    SELECT count(*) AS gone FROM gone`.execute(context.db)
  return rows[0]?.gone ?? 0
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
          .where('stale.created_at', '<', before(context, NOTIFICATION_DAYS * DAY_MS))
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('outbox_message').whereRef('notification_id', '=', 'stale.id'))),
          )
          .limit(max),
      )
      .execute(),
  )
