import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { arrived, codeIn, done, lastMessage, openWorld, quiet, type WholeWorld } from '#test/shop/world.ts'

/** Other people's data stays, and is not disclosed, when a person removes their account or requests their data. */
let database: DatabaseHandle
let world: WholeWorld
beforeAll(async () => {
  database = await testDatabase()
  world = await openWorld(database)
}, 60_000)
afterAll(async () => {
  await world.app.close()
  await database.close()
})

const newcomer = (name: string, phone: string) => arrived(world, `${name}@puoti.example`, phone)
type Newcomer = Awaited<ReturnType<typeof newcomer>>

async function remove({ browser, email }: Newcomer): Promise<void> {
  await quiet(database)
  const mails = database.kysely.selectFrom('development_mail').select('id').where('recipient', '=', email)
  const before = (await mails.execute()).length
  await done(browser.call('POST removal/code'))
  const code = codeIn((await lastMessage(database, email, { atLeast: before + 1 })).text)
  await done(browser.call('POST removal', { code, cancel_preorders: [] }))
}

const getDevice = async (userId: number) => {
  const { rows } = await database.pool.query<{ id: number }>(
    `INSERT INTO push_device (user_id, platform, address, language_id, wants_notifications, wants_promotions)
      VALUES ($1, 'apns', $2, 1001, true, true) RETURNING id`,
    [userId, `token of ${userId}`],
  )
  return rows[0]?.id
}

test('a pending message keeps its deliveries to others and its count after a recipient is removed', async () => {
  const [aino, bror] = [await newcomer('aino', '+358457001801'), await newcomer('bror', '+358457001802')]
  const devices = [await getDevice(aino.id), await getDevice(bror.id)]
  await database.pool.query(
    `WITH notification AS (INSERT INTO push_notification (type, language_id, title, body, message_id, reference, expires_at)
        VALUES ('promotions', 1001, 'Bread', 'Fresh', 7, 'message 7', now() + interval '1 day') RETURNING id)
      INSERT INTO outbox_message (kind, notification_id, device_id, due_at) SELECT 'push', notification.id, device, now() + interval '1 hour'
      FROM notification, unnest($1::integer[]) device`,
    [devices],
  )
  await remove(aino)
  const { rows } = await database.pool.query<{ device_id: number | null; state: string }>(
    `SELECT device_id, state FROM outbox_message WHERE kind = 'push' ORDER BY device_id NULLS LAST`,
  )
  expect(rows).toEqual([
    { device_id: devices[1], state: 'waiting' },
    { device_id: null, state: 'waiting' },
  ])
})

test('an unverified number discloses nothing about its owner, whose block survives the account’s removal', async () => {
  const [owner, other] = [await newcomer('owner', '+358457001803'), await newcomer('other', '+358457001804')]
  await database.kysely
    .updateTable('app_user')
    .set({ phone: '+358457001803', is_verified: false })
    .where('id', '=', other.id)
    .execute()
  const block = { phone: '+358457001803', user_id: owner.id }
  await database.kysely.insertInto('blocked_phone').values(block).execute()
  const data = (await other.browser.call('GET privacy/my-data')).body
  expect(data).toMatchObject({ blocked_phones: [], sms_cooldowns: [{ kind: 'user' }] })
  await remove(other)
  const blocked = await database.kysely.selectFrom('blocked_phone').select(['phone', 'user_id']).execute()
  expect(blocked).toEqual([block])
})
