import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { keypadAccepts } from '#server/adapters/lock/rotating/rotating-lock.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { doorOptions, lockedStore, personAt, listDoorCodes } from '#test/shop/doors.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findKeypadKey } from './lock-settings.ts'

let database: DatabaseHandle
let server: Shop
let other: Shop
let storeId: number
let now = new Date('2026-07-01T09:00:00Z')
const later = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000)
}
beforeAll(async () => {
  database = await testDatabase()
  const options = { now: () => now, lockUrls: { nuki: 'http://127.0.0.1:1' } }
  server = await openShop(doorOptions(database, options))
  other = await openShop(doorOptions(database, options))
  storeId = await lockedStore(database, server)
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.close()
})
beforeEach(() => later(60))

const opens = async (code: string | null | undefined, at = now) => {
  const key = await findKeypadKey(server.context, storeId)
  return keypadAccepts(key?.key ?? Buffer.alloc(0), code ?? '', at)
}
const getVisits = (userId: number) =>
  database.kysely.selectFrom('visit').select(['created_at', 'door_codes']).where('user_id', '=', userId).execute()

test('a verified shopper gets a code that opens the store’s door until it expires', async () => {
  const shopper = await personAt(database, storeId)
  const { status, body, headers } = await shopper.request(server)
  expect(status).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(body.door_code).toMatchObject({ store_id: storeId, state: 'active', fault: null })
  expect(await opens(body.door_code?.code)).toBe(true)
  const ends = new Date(body.door_code?.expires_at ?? '')
  expect(body.door_code?.seconds_left).toBe((ends.getTime() - now.getTime()) / 1000)
  expect(await opens(body.door_code?.code, ends)).toBe(false)
  expect(await shopper.look(other)).toEqual(body.door_code)
})

test('asking again returns the same code, and a code about to expire is replaced', async () => {
  const shopper = await personAt(database, storeId)
  const first = (await shopper.request(server)).body.door_code
  later(5)
  expect((await shopper.request(other)).body.door_code?.code).toBe(first?.code)
  now = new Date(Date.parse(first?.expires_at ?? '') - 30_000)
  const second = (await shopper.request(server)).body.door_code
  expect(second?.code).not.toBe(first?.code)
  expect((await listDoorCodes(database, shopper.id)).map(({ state }) => state)).toEqual(['expired', 'active'])
})

test('shoppers who ask at the same time get different codes, and the visitor log has the number of each', async () => {
  const shoppers = await Promise.all(Array.from({ length: 5 }, () => personAt(database, storeId)))
  const codes: string[] = []
  for (const shopper of shoppers) codes.push((await shopper.request(server)).body.door_code?.code ?? '')
  expect(new Set(codes).size).toBe(5)
  for (const [index, shopper] of shoppers.entries()) {
    expect(await opens(codes[index])).toBe(true)
    expect((await getVisits(shopper.id)).map(({ door_codes }) => door_codes)).toEqual([[codes[index]?.slice(0, 2)]])
  }
})

test('a renewed code differs from the first and belongs to the same visit', async () => {
  const shopper = await personAt(database, storeId)
  const first = (await shopper.request(server)).body.door_code?.code
  const renewed = await shopper.call(server, 'POST door-code', { store_id: storeId, renew: true })
  const second = renewed.body.door_code?.code
  expect(second).not.toBe(first)
  const visits = await getVisits(shopper.id)
  expect(visits.map(({ door_codes }) => door_codes)).toEqual([[first?.slice(0, 2), second?.slice(0, 2)]])
})

test('ten concurrent requests at two servers create one code', async () => {
  const shopper = await personAt(database, storeId)
  const calls = Array.from({ length: 10 }, (_, index) => shopper.request(index % 2 ? server : other))
  const answers = await Promise.all(calls)
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(await listDoorCodes(database, shopper.id)).toHaveLength(1)
  expect(await getVisits(shopper.id)).toHaveLength(1)
})

test('the eleventh request within a minute is refused at every server until the next minute', async () => {
  const shopper = await personAt(database, storeId)
  for (let count = 0; count < 10; count++) expect((await shopper.request(count % 2 ? server : other)).status).toBe(200)
  const refused = await shopper.request(server)
  expect([refused.status, refused.body.code]).toEqual([429, 'rate.limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  later(1)
  expect((await shopper.request(server)).status).toBe(200)
})

test('requests are one visit while less than two hours pass between them', async () => {
  const shopper = await personAt(database, storeId)
  for (const minutes of [0, 60, 119]) {
    later(minutes)
    await shopper.request(server)
  }
  expect(await getVisits(shopper.id)).toHaveLength(1)
  later(121)
  await shopper.request(server)
  expect(await getVisits(shopper.id)).toHaveLength(2)
})

test('a shopper sees only their own code, and needs a session, a verified phone and the right store', async () => {
  const shopper = await personAt(database, storeId)
  await shopper.request(server)
  const neighbour = await personAt(database, storeId)
  expect(await neighbour.look(server)).toBeNull()
  const unverified = await personAt(database, storeId, { isVerified: false })
  expect((await unverified.request(server)).body.code).toBe('session.unverified')
  const elsewhere = await personAt(database, await addStore(database))
  expect((await elsewhere.request(server, storeId)).body.code).toBe('door.otherStore')
  expect((await elsewhere.request(server, 999_999)).body.code).toBe('door.otherStore')
  expect((await elsewhere.request(server)).body.code).toBe('door.none')
  const anonymous = await server.app.inject({ url: '/api/door-code' })
  expect(anonymous.statusCode).toBe(401)
  for (const { id } of [neighbour, unverified, elsewhere]) {
    expect(await listDoorCodes(database, id)).toEqual([])
    expect(await getVisits(id)).toEqual([])
  }
})

test('a closed store opens only for admins', async () => {
  const closed = await addStore(database, { lock_provider: 'rotating' })
  const shopper = await personAt(database, closed)
  expect((await shopper.request(server)).body.code).toBe('door.closed')
  const admin = await personAt(database, closed, { isAdmin: true })
  expect((await admin.request(server)).body.door_code?.state).toBe('active')
})

test('archiving a store revokes its codes', async () => {
  const leaving = await lockedStore(database, server)
  const shopper = await personAt(database, leaving)
  await shopper.request(server)
  const admin = await personAt(database, storeId, { isAdmin: true })
  const archived = await admin.call(server, `PUT admin/stores/${leaving}/archived`, { archived: true, revision: 1 })
  expect(archived.status).toBe(200)
  expect(
    (await listDoorCodes(database, shopper.id)).map(({ state, code_encrypted }) => [state, code_encrypted]),
  ).toEqual([['revoked', null]])
  expect(await shopper.look(server)).toBeNull()
  expect((await shopper.request(server)).body.code).toBe('door.otherStore')
})

test('blocking a shopper or a phone number revokes the code at once', async () => {
  const admin = await personAt(database, storeId, { isAdmin: true })
  const [blocked, withBlockedPhone] = [await personAt(database, storeId), await personAt(database, storeId)]
  for (const shopper of [blocked, withBlockedPhone]) await shopper.request(server)
  await admin.call(server, `PUT admin/users/${blocked.id}/blocked`, { is_blocked: true })
  const { phone } = await database.kysely
    .selectFrom('app_user')
    .select('phone')
    .where('id', '=', withBlockedPhone.id)
    .executeTakeFirstOrThrow()
  await admin.call(server, `PUT admin/users/${withBlockedPhone.id}/phone-blocked`, { is_blocked: true, phone })
  for (const { id } of [blocked, withBlockedPhone])
    expect((await listDoorCodes(database, id)).map(({ state, code_encrypted }) => [state, code_encrypted])).toEqual([
      ['revoked', null],
    ])
  expect((await blocked.request(server)).status).toBe(401)
  expect((await withBlockedPhone.request(server)).body.code).toBe('session.unverified')
})

test('a shopper who asks while being blocked has no valid code afterwards, whichever comes first', async () => {
  const admin = await personAt(database, storeId, { isAdmin: true })
  for (let race = 0; race < 20; race++) {
    const shopper = await personAt(database, storeId)
    await Promise.all([
      shopper.request(race % 2 ? server : other),
      admin.call(server, `PUT admin/users/${shopper.id}/blocked`, { is_blocked: true }),
    ])
    expect(
      (await listDoorCodes(database, shopper.id)).filter(({ state }) => state === 'active' || state === 'pending'),
    ).toEqual([])
  }
})

test('an expired code is deleted', async () => {
  const shopper = await personAt(database, storeId)
  await shopper.request(server)
  later(16)
  expect(await shopper.look(server)).toBeNull()
  await Promise.all([server.doorWorker.round(), other.doorWorker.round()])
  await server.doorWorker.round()
  expect(await listDoorCodes(database, shopper.id)).toEqual([])
})

test('a new key for the keypad makes the next codes, and is not in the database in plain text', async () => {
  const shopper = await personAt(database, storeId)
  const before = (await shopper.request(server)).body.door_code
  const admin = await personAt(database, storeId, { isAdmin: true })
  expect((await admin.call(server, `GET admin/stores/${storeId}/lock-health`)).body).toMatchObject({
    ok: false,
    code: 'noKeypad',
  })
  const { body } = await admin.call(server, `POST admin/stores/${storeId}/keypad-key`)
  const { key, uri } = body as unknown as { key: string; uri: string }
  expect(key).toMatch(/^[A-Z2-7]{52}$/)
  expect(uri).toContain(`secret=${key}&algorithm=SHA256&digits=6&period=300`)
  expect(await shopper.look(server)).toBeNull()
  expect(await opens(before?.code)).toBe(false)
  expect(await opens((await shopper.request(server)).body.door_code?.code)).toBe(true)
  expect(await databaseText(database)).not.toContain(key)
  expect((await admin.call(server, `GET admin/stores/${storeId}/lock-health`)).body).toMatchObject({ ok: true })
  const bare = await addStore(database)
  expect((await admin.call(server, `POST admin/stores/${bare}/keypad-key`)).body.code).toBe('door.none')
})

test('no code is in the database or in the logs in plain text', async () => {
  const shopper = await personAt(database, storeId)
  const { door_code } = (await shopper.request(server)).body
  const code = door_code?.code ?? 'none'
  await shopper.request(server, 999_999)
  await shopper.call(server, 'POST door-code', { store_id: code, code })
  later(16)
  await server.doorWorker.round()
  expect(code).toMatch(/^\d{8}$/)
  // Six digits may be within a longer number, or a second’s fraction, by chance.
  const digits = new RegExp(String.raw`(?<![\d.])${code}(?!\d)`)
  expect(await databaseText(database)).not.toMatch(digits)
  expect([...server.logged, ...other.logged].join('\n')).not.toMatch(digits)
  expect(`"code":"${code}"`).toMatch(digits)
})
