import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/**
 * Adds an app in Finnish and one in Swedish that subscribe to a shopper's notifications: tests read the messages from the tables.
 */
export async function subscribeApps({ kysely: db }: DatabaseHandle, userId: number): Promise<void> {
  const columns = { user_id: userId, platform: 'apns', wants_notifications: true, wants_promotions: false } as const
  await db
    .insertInto('push_device')
    .values([
      { ...columns, address: `token-of-${userId}-in-finnish`, language_id: 1002 },
      { ...columns, address: `token-of-${userId}-in-swedish`, language_id: 1003 },
    ])
    .execute()
}

/** The messages to a shopper's devices, by language, with their links. */
export async function getNotifications({ kysely: db }: DatabaseHandle, userId: number) {
  return db
    .selectFrom('outbox_message')
    .innerJoin('push_notification', 'push_notification.id', 'outbox_message.notification_id')
    .innerJoin('push_device', 'push_device.id', 'outbox_message.device_id')
    .innerJoin('language', 'language.id', 'push_device.language_id')
    .select(['language.code', 'push_notification.title', 'push_notification.body', 'push_notification.url'])
    .where('push_device.user_id', '=', userId)
    .orderBy('push_notification.id')
    .orderBy('language.code')
    .execute()
}
