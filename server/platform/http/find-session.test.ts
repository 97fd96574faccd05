import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { sessionFinder } from './find-session.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const clock = { now: new Date('2026-03-02T10:00:00Z') }
const openFinder = async (options?: { max: number }) => {
  const { context } = await openShop({ database, now: () => clock.now, modules: [] })
  return sessionFinder(context, options)
}
const getUser = (token: string) =>
  database.kysely
    .selectFrom('session')
    .select(['user_id', 'expires_at'])
    .where('token_sha256', '=', sha256(token))
    .executeTakeFirstOrThrow()
const setAdmin = async (token: string, is_admin: boolean) => {
  const { user_id } = await getUser(token)
  await database.kysely.updateTable('app_user').set({ is_admin }).where('id', '=', user_id).execute()
}

test('a lookup of the row sees a change at once, and one that accepts a recent answer within a second', async () => {
  const { find } = await openFinder()
  const token = await signedInShopper(database)
  await find(token, { recent: true })
  await setAdmin(token, true)
  expect((await find(token, { recent: true }))?.isAdmin).toBe(false)
  await sleep(1_050)
  expect((await find(token, { recent: true }))?.isAdmin).toBe(true)
  await setAdmin(token, false)
  expect((await find(token, { recent: false }))?.isAdmin).toBe(false)
})

test('forgetting a session makes the next lookup read its changes', async () => {
  const { find, forget } = await openFinder()
  const token = await signedInShopper(database)
  await find(token, { recent: true })
  await setAdmin(token, true)
  forget(token)
  expect((await find(token, { recent: true }))?.isAdmin).toBe(true)
})

test('a row read before the session was forgotten is not cached after it', async () => {
  const { find, forget } = await openFinder()
  const token = await signedInShopper(database)
  const reading = find(token, { recent: true })
  forget(token)
  await reading
  await setAdmin(token, true)
  expect((await find(token, { recent: true }))?.isAdmin).toBe(true)
})

test('cookies that never were sessions use no memory and evict no cached session', async () => {
  const { find, forget, size, remembers } = await openFinder()
  const token = await signedInShopper(database)
  await find(token, { recent: true })
  for (let number = 0; number < 12_000; number++) {
    forget(`${number}`.padStart(43, 'x'))
    forget('x'.repeat(15_000) + number)
  }
  for (let number = 0; number < 50; number++) await find(randomToken(), { recent: true })
  expect(size()).toBe(1)
  expect(remembers(token)).toBe(true)
})

test('a full cache evicts only the sessions that were used least recently', async () => {
  const { find, size, remembers } = await openFinder({ max: 3 })
  const tokens: string[] = []
  for (let number = 0; number < 5; number++) tokens.push(await signedInShopper(database))
  for (const token of [...tokens, tokens[2]!]) await find(token, { recent: false })
  expect(size()).toBe(3)
  expect(tokens.map(remembers)).toEqual([false, false, true, true, true])
  await find(tokens[0]!, { recent: false })
  expect([2, 3].map(number => remembers(tokens[number]!))).toEqual([true, false])
})

test('a blocked user and text that is not a token find no session', async () => {
  const { find } = await openFinder()
  const token = await signedInShopper(database)
  const { user_id } = await getUser(token)
  await database.kysely.updateTable('app_user').set({ blocked_at: clock.now }).where('id', '=', user_id).execute()
  expect(await find(token, { recent: false })).toBeUndefined()
  for (const text of ['', 'x', 'x'.repeat(10_000), `${token}x`, "' OR 1=1 --"]) {
    expect(await find(text, { recent: false })).toBeUndefined()
  }
})

test('a session slides: it expires 180 days after its last use', async () => {
  const { find } = await openFinder()
  const token = await signedInShopper(database)
  await database.kysely
    .updateTable('session')
    .set({ last_seen_at: clock.now, expires_at: new Date(clock.now.getTime() + 180 * DAY_MS) })
    .where('token_sha256', '=', sha256(token))
    .execute()
  clock.now = new Date(clock.now.getTime() + 100 * DAY_MS)
  expect(await find(token, { recent: false })).toBeDefined()
  const { expires_at } = await getUser(token)
  expect(expires_at).toEqual(new Date(clock.now.getTime() + 180 * DAY_MS))
  clock.now = new Date(clock.now.getTime() + 179 * DAY_MS)
  expect(await find(token, { recent: false })).toBeDefined()
  clock.now = new Date(clock.now.getTime() + 181 * DAY_MS)
  expect(await find(token, { recent: false })).toBeUndefined()
})

test('a session ends a year after it began, however often it is used', async () => {
  const { find } = await openFinder()
  const token = await signedInShopper(database)
  const began = clock.now
  await database.kysely
    .updateTable('session')
    .set({ created_at: began, last_seen_at: began, expires_at: new Date(began.getTime() + 180 * DAY_MS) })
    .where('token_sha256', '=', sha256(token))
    .execute()
  for (const day of [150, 300, 364]) {
    clock.now = new Date(began.getTime() + day * DAY_MS)
    expect(await find(token, { recent: false })).toBeDefined()
  }
  expect((await getUser(token)).expires_at).toEqual(new Date(began.getTime() + 365 * DAY_MS))
  clock.now = new Date(began.getTime() + 365 * DAY_MS + 1)
  expect(await find(token, { recent: false })).toBeUndefined()
})
