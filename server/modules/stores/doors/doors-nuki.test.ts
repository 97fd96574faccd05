import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { SECOND_MS, MINUTE_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { type Nuki, NUKI_TOKEN, runNuki } from '#test/locks/run-nuki.ts'
import { doorOptions, lockedStore, personAt, listDoorCodes } from '#test/shop/doors.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { encryptCode } from './lock-requests.ts'

const LOCK = '17000001'

let database: DatabaseHandle
let nuki: Nuki
let server: Shop
let other: Shop
let storeId: number
const digits: string[] = []

// Servers and lock use this machine's clock, moved ahead by the test.
let aheadMs = 0
const now = () => new Date(Date.now() + aheadMs)
const turn = async (ms: number) => {
  aheadMs += ms
  await nuki.pull(LOCK, { clockMs: aheadMs })
}
beforeAll(async () => {
  database = await testDatabase()
  nuki = await runNuki([LOCK])
  const options = { now, lockUrls: { nuki: nuki.url } }
  server = await openShop(doorOptions(database, options))
  other = await openShop(doorOptions(database, options))
  const settings = { smartlock_id: LOCK, api_token: NUKI_TOKEN }
  storeId = await lockedStore(database, server, { provider: 'nuki', settings })
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.close()
  await nuki.close()
})
beforeEach(() =>
  nuki.pull(LOCK, { isOnline: true, hasKeypad: true, swallows: false, slowMs: 0, conflicts: 0, syncMs: 100 }),
)
afterEach(async () => {
  await Promise.all([server.doorWorker.close(), other.doorWorker.close()])
  await turn(MINUTE_MS)
})

const namesAtLock = async () => (await nuki.seen(LOCK)).codes.map(({ name }) => name)
const active = async (person: Awaited<ReturnType<typeof personAt>>) => {
  await person.request(server)
  const code = await person.settled(server, turn)
  expect(code?.state).toBe('active')
  digits.push(code?.code ?? '')
  return code?.code ?? ''
}
/** Runs rounds of both servers, with time between them, until a user has no row left. */
const untilGone = async (userId: number) => {
  for (let rounds = 0; rounds < 200; rounds++) {
    await Promise.all([server.doorWorker.round(), other.doorWorker.round()])
    if ((await listDoorCodes(database, userId)).length === 0) return
    await sleep(20)
    await turn(SECOND_MS)
  }
  expect.fail('the row stayed')
}

test('a code is shown only once the lock has it', async () => {
  await nuki.pull(LOCK, { syncMs: 600 })
  const shopper = await personAt(database, storeId)
  const { door_code: first } = (await shopper.request(server)).body
  expect(first).toMatchObject({ state: 'pending', code: null })
  expect((await nuki.seen(LOCK)).codes.some(({ isAtLock }) => isAtLock)).toBe(false)
  const shown = await shopper.settled(other, turn)
  expect(shown).toMatchObject({ state: 'active', code: expect.stringMatching(/^[1-9]{6}$/) })
  digits.push(shown?.code ?? '')
  expect(await nuki.opens(LOCK, shown?.code ?? '')).toBe(true)
})

test('an expired code opens nothing, and is removed from the lock and then from the database', async () => {
  const shopper = await personAt(database, storeId)
  const code = await active(shopper)
  await turn(16 * MINUTE_MS)
  expect(await nuki.opens(LOCK, code)).toBe(false)
  const [row] = await listDoorCodes(database, shopper.id)
  await untilGone(shopper.id)
  expect(await namesAtLock()).not.toContain(row?.lock_name)
})

test('asking for a code fails at once while the lock is offline, and works again when it is back', async () => {
  await nuki.pull(LOCK, { isOnline: false })
  const shopper = await personAt(database, storeId)
  const { door_code: failed } = (await shopper.request(server)).body
  expect(failed).toMatchObject({ state: 'failed', code: null, fault: 'unreachable' })
  await nuki.pull(LOCK, { isOnline: true })
  await active(shopper)
  expect((await listDoorCodes(database, shopper.id)).map(({ state }) => state)).toEqual(['failed', 'active'])
})

test('renewing a code gives other digits, and the former digits stop opening the door', async () => {
  const shopper = await personAt(database, storeId)
  const first = await active(shopper)
  expect((await shopper.request(other)).body.door_code?.code).toBe(first)
  expect((await shopper.call(other, 'POST door-code', { store_id: storeId, renew: true })).status).toBe(200)
  const second = await shopper.settled(server, turn)
  digits.push(second?.code ?? '')
  expect(second).toMatchObject({ state: 'active', code: expect.not.stringContaining(first) })
  expect(await nuki.opens(LOCK, second?.code ?? '')).toBe(true)
  await expect
    .poll(async () => {
      await server.doorWorker.round()
      return nuki.opens(LOCK, first)
    })
    .toBe(false)
  expect(await nuki.opens(LOCK, second?.code ?? '')).toBe(true)
})

test('a lock without a keypad, and a token that Nuki refuses, are reported as broken', async () => {
  const shopper = await personAt(database, storeId)
  await nuki.pull(LOCK, { hasKeypad: false })
  expect((await shopper.request(server)).body.door_code).toMatchObject({ state: 'failed', fault: 'broken' })
  await nuki.pull(LOCK, { hasKeypad: true })
  await nuki.answer(LOCK, 401, 401)
  expect((await shopper.request(server)).body.door_code).toMatchObject({ state: 'failed', fault: 'broken' })
})

test.runIf(onlyInFullTier('half a minute of asking the lock takes two seconds'))(
  'a code that Nuki accepts but the lock never receives fails half a minute later',
  async () => {
    await nuki.pull(LOCK, { swallows: true })
    const shopper = await personAt(database, storeId)
    await shopper.request(server)
    expect(await shopper.settled(server, turn)).toMatchObject({ state: 'failed', fault: 'unreachable' })
    await untilGone(shopper.id)
  },
)

test('digits that were just taken at the lock are drawn again', async () => {
  await nuki.pull(LOCK, { conflicts: 2 })
  const shopper = await personAt(database, storeId)
  expect(await nuki.opens(LOCK, await active(shopper))).toBe(true)
})

test('ten shoppers get ten codes at once, and ten concurrent requests of one shopper get one code', async () => {
  const shoppers = await Promise.all(Array.from({ length: 10 }, () => personAt(database, storeId)))
  const codes = await Promise.all(shoppers.map(shopper => active(shopper)))
  expect(new Set(codes).size).toBe(10)
  const one = await personAt(database, storeId)
  await Promise.all(Array.from({ length: 10 }, (_, index) => one.request(index % 2 ? server : other)))
  const rows = await listDoorCodes(database, one.id)
  expect(rows).toHaveLength(1)
  expect((await namesAtLock()).filter(name => name === rows[0]?.lock_name)).toHaveLength(1)
})

test.runIf(onlyInFullTier('the door worker asks a lock that is away many times'))(
  'blocking a shopper removes the code from the lock, or as soon as the lock is back',
  async () => {
    const admin = await personAt(database, storeId, { isAdmin: true })
    const shopper = await personAt(database, storeId)
    const code = await active(shopper)
    await nuki.pull(LOCK, { isOnline: false })
    await admin.call(server, `PUT admin/users/${shopper.id}/blocked`, { is_blocked: true })
    await server.doorWorker.round()
    await turn(10 * SECOND_MS)
    await other.doorWorker.round()
    expect(await nuki.opens(LOCK, code)).toBe(true)
    await nuki.pull(LOCK, { isOnline: true })
    await untilGone(shopper.id)
    expect(await nuki.opens(LOCK, code)).toBe(false)
  },
)

test.runIf(onlyInFullTier('the door worker asks a slow lock many times'))(
  'blocking a shopper while the lock is being asked leaves no code at the lock',
  async () => {
    const admin = await personAt(database, storeId, { isAdmin: true })
    const shopper = await personAt(database, storeId)
    await nuki.pull(LOCK, { slowMs: 300, syncMs: 300 })
    const pending = shopper.request(server)
    await expect.poll(async () => (await listDoorCodes(database, shopper.id)).length).toBe(1)
    const [row] = await listDoorCodes(database, shopper.id)
    await admin.call(other, `PUT admin/users/${shopper.id}/blocked`, { is_blocked: true })
    await other.doorWorker.round()
    await pending
    await server.doorWorker.close()
    // The lock is checked at once for what it may have received meanwhile.
    expect((await listDoorCodes(database, shopper.id))[0]?.due_at.getTime()).toBeLessThanOrEqual(now().getTime())
    await nuki.pull(LOCK, { slowMs: 0 })
    await untilGone(shopper.id)
    expect(await namesAtLock()).not.toContain(row?.lock_name)
  },
)

test('another server takes over codes of a server that died before or after asking the lock', async () => {
  const [before, after] = [await personAt(database, storeId), await personAt(database, storeId)]
  await active(after)
  // One row as it was before the lock's answer was saved, and one that was never sent to the lock.
  const { id, ...row } = (await listDoorCodes(database, after.id))[0]!
  await database.kysely.updateTable('door_code').set({ state: 'pending' }).where('id', '=', id).execute()
  const lock_name = 'Puoti never asked'
  const code_encrypted = encryptCode(server.context, lock_name, '345678')
  const lost = { ...row, user_id: before.id, lock_name, code_encrypted, state: 'pending' as const }
  await database.kysely.insertInto('door_code').values(lost).execute()
  await database.kysely.updateTable('door_code').set({ due_at: now() }).execute()
  await turn(MINUTE_MS)
  await other.doorWorker.round()
  expect((await after.look(other))?.state).toBe('active')
  expect(await before.look(other)).toMatchObject({ state: 'failed', fault: 'unreachable' })
  await untilGone(before.id)
})

test('an admin sees the lock’s problem', async () => {
  const admin = await personAt(database, storeId, { isAdmin: true })
  const health = async () => (await admin.call(server, `GET admin/stores/${storeId}/lock-health`)).body
  expect(await health()).toMatchObject({ ok: true, code: 'ready' })
  await nuki.pull(LOCK, { isOnline: false })
  expect(await health()).toMatchObject({ ok: false, code: 'offline' })
  const { body } = await admin.call(server, 'GET admin/locks')
  expect(body).toEqual([{ store_id: storeId, store: 'A store', provider: 'nuki' }])
})

test('no code and no token of these tests is in the database or in the logs in plain text', async () => {
  const logText = [...server.logged, ...other.logged].join('\n')
  const storedText = await databaseText(database)
  expect(logText).toContain('a lock refused a door code')
  expect(digits.length).toBeGreaterThan(10)
  for (const code of digits) {
    const alone = new RegExp(String.raw`(?<![\d.])${code}(?!\d)`)
    expect(logText).not.toMatch(alone)
    expect(storedText).not.toMatch(alone)
  }
  expect(logText + storedText).not.toContain(NUKI_TOKEN)
})
