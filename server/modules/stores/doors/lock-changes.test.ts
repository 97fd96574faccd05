import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { renewKeypadKey } from './lock-settings.ts'

const STORE = {
  name: 'Kylän puoti',
  address: 'Kylätie 1, 25660 Mathildedal',
  location: { latitude: 60.1861, longitude: 22.9042 },
  time_zone: 'Europe/Helsinki',
  always_open: true,
  weekly: [],
  exceptions: [],
  published: false,
  enable_preorders: false,
  sells_age_restricted: false,
  payment_mode: 'test',
}

let database: DatabaseHandle
let server: Shop
let anna: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, modules: ['stores'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

test('all admins are mailed about another lock, its new settings, and a new key of the keypad', async () => {
  const swede = await signedInShopper(database, { isAdmin: true, languageId: 1003 })
  const received = () => server.mails.filter(({ to }) => to === `${swede.toLowerCase()}@puoti.example`)
  const mailed = async (count: number) => {
    await expect.poll(() => received().length).toBe(count)
    return received().at(-1)?.text
  }
  const made = await anna.call('POST stores', { ...STORE, lock: null, offer: 'none' })
  let store = made.body as AdminStore
  const save = async (change: object) => {
    const saved = await anna.call(`PUT stores/${store.id}`, { ...STORE, revision: store.revision, ...change })
    expect(saved.status).toBe(200)
    store = saved.body as AdminStore
  }
  const nuki = (smartlock_id: string, api_token: string) => ({
    provider: 'nuki',
    settings: { smartlock_id, api_token },
  })
  await save({ lock: nuki('17', 't0ken') })
  expect(await mailed(1)).toContain('Nuki')
  await save({ lock: nuki('18', 't0ken') })
  expect(await mailed(2)).toContain('17 → 18')
  await save({ lock: nuki('18', 'an0ther') })
  expect(await mailed(3)).toContain('API-nyckel: ny')
  await save({ name: 'Bruksbutiken', lock: nuki('18', 'an0ther') })
  await save({ lock: { provider: 'rotating', settings: {} } })
  expect(await mailed(4)).toContain('Nuki-lås → Kod som byts automatiskt')
  const author = { userId: anna.id, at: new Date() }
  const renewed = await renewKeypadKey(server.context, store.id, author)
  expect(await mailed(5)).toContain('ny nyckel')
  await save({ lock: null })
  expect(await mailed(6)).toContain('Kod som byts automatiskt → –')
  const texts = received().map(({ text }) => text)
  expect(texts.join()).not.toMatch(/t0ken|an0ther/)
  expect(texts.join()).not.toContain('key' in renewed ? renewed.key : 'none')
})

test('a new store’s lock is mailed too', async () => {
  const before = server.mails.length
  await anna.call('POST stores', { ...STORE, lock: { provider: 'rotating', settings: {} }, offer: 'none' })
  await expect.poll(() => server.mails.length).toBeGreaterThan(before)
})
