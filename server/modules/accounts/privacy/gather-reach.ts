import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'

type Db = Kysely<Database>

/** The person's devices, the notifications sent to them, and the door codes. */
export const gatherReach = async ({ db }: Pick<Context, 'db'>, userId: number) => ({
  devices: await findDevices(db, userId),
  notifications: await findNotifications(db, userId),
  door_codes: await findDoorCodes(db, userId),
})

async function findDevices(db: Db, userId: number) {
  const rows = await db
    .selectFrom('push_device')
    .innerJoin('language', 'language.id', 'push_device.language_id')
    .select(['push_device.platform', 'language.code as language', 'push_device.wants_notifications'])
    .select(['push_device.wants_promotions', 'push_device.created_at', 'push_device.updated_at'])
    .where('push_device.user_id', '=', userId)
    .orderBy('push_device.id')
    .execute()
  return rows.map(row => ({
    ...row,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
}

async function findNotifications(db: Db, userId: number) {
  const rows = await db
    .selectFrom('push_delivery')
    .innerJoin('push_device', 'push_device.id', 'push_delivery.device_id')
    .innerJoin('push_notification as told', 'told.id', 'push_delivery.notification_id')
    .select(['told.type', 'told.title', 'told.body', 'told.url', 'told.created_at'])
    .select(['push_delivery.state', 'push_delivery.sent_at'])
    .where('push_device.user_id', '=', userId)
    .orderBy('push_delivery.id')
    .execute()
  return rows.map(({ created_at, ...row }) => ({
    ...row,
    at: created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
  }))
}

async function findDoorCodes(db: Db, userId: number) {
  const rows = await db
    .selectFrom('door_code')
    .innerJoin('store', 'store.id', 'door_code.store_id')
    .select(['store.id as store_id', 'store.name as store_name', 'door_code.state'])
    .select(['door_code.created_at', 'door_code.expires_at'])
    .where('door_code.user_id', '=', userId)
    .orderBy('door_code.id')
    .execute()
  return rows.map(({ store_id, store_name, ...row }) => ({
    store: { id: store_id, name: store_name },
    state: row.state,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  }))
}
