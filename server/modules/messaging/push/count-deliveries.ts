import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** The outcomes of notifications: `waiting` includes those being sent. */
export type DeliveryCounts = { waiting: number; delivered: number; failed: number }

const NONE: DeliveryCounts = { waiting: 0, delivered: 0, failed: 0 }

/** The outcomes of the notifications of these messages, by message; includes deliveries that were cleaned up. */
export async function countDeliveries(
  db: Kysely<Database>,
  messageIds: readonly number[],
): Promise<Map<number, DeliveryCounts>> {
  const counts = new Map(messageIds.map(id => [id, { ...NONE }]))
  if (messageIds.length === 0) return counts
  const gone = await db
    .selectFrom('push_notification')
    .select(['message_id', 'delivered_count', 'failed_count'])
    .where('message_id', 'in', messageIds)
    .execute()
  const kept = await db
    .selectFrom('push_delivery')
    .innerJoin('push_notification', 'push_notification.id', 'push_delivery.notification_id')
    .select(({ fn }) => ['message_id', 'state', fn.countAll<number>().as('count')])
    .where('message_id', 'in', messageIds)
    .groupBy(['message_id', 'state'])
    .execute()
  const add = (id: number | null, name: keyof DeliveryCounts, count: number) => {
    const of = counts.get(id ?? 0)
    if (of) of[name] += count
  }
  for (const row of gone) {
    add(row.message_id, 'delivered', row.delivered_count)
    add(row.message_id, 'failed', row.failed_count)
  }
  for (const { message_id, state, count } of kept) add(message_id, state === 'sending' ? 'waiting' : state, count)
  return counts
}
