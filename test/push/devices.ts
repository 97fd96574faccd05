import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addShopper } from '#test/rows/orders.ts'
import type { TestPushService } from './push-service.ts'

const LANGUAGES = { en: 1001, fi: 1002, sv: 1003 }

type Device = {
  userId?: number
  language?: keyof typeof LANGUAGES
  messageType?: 'notifications' | 'promotions'
  id?: string
}

/** A subscribed browser, as a row. */
export async function addBrowser(database: DatabaseHandle, service: TestPushService, device: Device = {}) {
  const { userId = await addShopper(database), language = 'en', messageType = 'notifications', id } = device
  const browser = service.subscribe(id)
  const row = await database.kysely
    .insertInto('push_device')
    .values({
      user_id: userId,
      platform: 'webpush',
      address: browser.endpoint,
      p256dh: browser.keys.p256dh,
      auth: browser.keys.auth,
      content_encoding: 'aes128gcm',
      language_id: LANGUAGES[language],
      wants_notifications: messageType === 'notifications',
      wants_promotions: messageType === 'promotions',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...browser, deviceId: row.id, userId }
}
