import { sql } from 'kysely'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { TestPushService } from './push-service.ts'

/** Adds this many shoppers with a browser each, which subscribes to promotions in English. */
export async function subscribeMany(
  { kysely }: Pick<DatabaseHandle, 'kysely'>,
  service: TestPushService,
  count: number,
): Promise<void> {
  const browsers = Array.from({ length: count }, () => service.subscribe())
  const rows = browsers.map(({ id, endpoint, keys }) => ({ email: `${id}@puoti.example`, endpoint, ...keys }))
  await sql`
    WITH given AS (
      SELECT * FROM ${jsonRecordset(rows, 'email text, endpoint text, p256dh text, auth text')}
    ), shopper AS (
      INSERT INTO app_user (email, language_id) SELECT email, 1001 FROM given RETURNING id, email
    )
    INSERT INTO push_device (user_id, platform, address, p256dh, auth, content_encoding, language_id,
      wants_notifications, wants_promotions)
    SELECT shopper.id, 'webpush', endpoint, p256dh, auth, 'aes128gcm', 1001, false, true
    FROM given JOIN shopper ON shopper.email = given.email`.execute(kysely)
}
