import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { StaffedStore } from '#contract/stores/presence.ts'
import type { Store } from '#contract/stores/stores.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { revokeRight } from '#server/platform/rights/change-rights.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { removePresences } from './presence.ts'

// A Monday, at noon in Helsinki.
const NOON = '2026-11-23T10:00:00Z'

let shop: Shop
let anna: Caller
let shopper: Caller
let storeId: number
let otherId: number
beforeAll(async () => {
  shop = await openShop({ now: new Date(NOON), modules: ['stores', 'administration'] })
  const { kysely: db } = shop.database
  storeId = await addStore(shop.database, { name: 'Kylä' })
  otherId = await addStore(shop.database, { name: 'Lahti' })
  await db.updateTable('store').set({ always_open: false }).execute()
  await db
    .insertInto('store_hours')
    .values({ store_id: storeId, weekday: 1, opens_at: '08:00', closes_at: '15:00' })
    .execute()
  anna = await shop.caller('admin')
  shopper = await shop.caller('shopper')
})
afterAll(() => shop.close())

const staffedForShoppers = async () => {
  const { body } = await shopper.call('GET stores')
  return (body as Store[]).find(({ id }) => id === storeId)?.staffed
}
const staffedFor = async (caller: Caller) => (await caller.call('GET presence')).body as StaffedStore[]

/** What a save sends. */
const getForm = ({
  id: _id,
  has_history: _history,
  offers: _offers,
  created_at: _created,
  archived_at: _archived,
  ...form
}: AdminStore) => form

test('an admin enters when somebody is in the store, and shoppers see it', async () => {
  const { body } = await anna.call(`GET stores/${storeId}`)
  const store = getForm(body as AdminStore)
  expect([store.staffed_weekly, store.staffed_exceptions]).toEqual([[], []])
  expect(await staffedForShoppers()).toBeNull()
  const staffed_weekly = [{ weekday: 1, opens_at: '10:00', closes_at: '14:00' }]
  const staffed_exceptions = [{ date: '2026-11-30', opens_at: null, closes_at: null }]
  const saved = await anna.call(`PUT stores/${storeId}`, { ...store, staffed_weekly, staffed_exceptions })
  expect(saved.body).toMatchObject({ staffed_weekly, staffed_exceptions })
  expect(await staffedForShoppers()).toEqual({ from: '2026-11-23T08:00:00.000Z', until: '2026-11-23T12:00:00.000Z' })
  const [entry] = await listAuditEntries(anna, `store/${storeId}`)
  expect(entry?.changes).toEqual([
    { field: 'staffed_exceptions.2026-11-30', from: null, to: 'closed' },
    { field: 'staffed_hours.1', from: null, to: '10:00–14:00' },
  ])
  // A save without them leaves them, and wrong ones are refused.
  const { staffed_weekly: _weekly, staffed_exceptions: _exceptions, ...form } = getForm(saved.body as AdminStore)
  const renamed = await anna.call(`PUT stores/${storeId}`, { ...form, name: 'Kylän puoti' })
  expect(renamed.body).toMatchObject({ name: 'Kylän puoti', staffed_weekly, staffed_exceptions })
  const staffed_late = [{ weekday: 2, opens_at: '24:00', closes_at: '10:00' }]
  const late = { ...form, revision: form.revision + 1, staffed_weekly: staffed_late }
  expect(await anna.call(`PUT stores/${storeId}`, late)).toMatchObject({
    status: 422,
    body: { problems: [{ field: 'staffed.2', problem: 'time' }] },
  })
})

test('a helper says that they are in the store, until closing time', async () => {
  const helper = await shop.caller('helper', [storeId])
  expect(await staffedFor(helper)).toMatchObject([{ id: storeId, present_until: null, others: 0 }])
  const begun = await helper.call(`PUT stores/${storeId}/presence`)
  expect(begun).toMatchObject({ status: 200, body: { until: '2026-11-23T13:00:00.000Z' } })
  expect(await staffedForShoppers()).toEqual({ from: '2026-11-23T08:00:00.000Z', until: '2026-11-23T13:00:00.000Z' })
  expect(await staffedFor(helper)).toMatchObject([{ present_until: '2026-11-23T13:00:00.000Z', others: 0 }])
  expect((await staffedFor(anna)).find(({ id }) => id === storeId)).toMatchObject({ present_until: null, others: 1 })
  expect(await helper.call(`DELETE stores/${storeId}/presence`)).toMatchObject({ status: 200 })
  expect(await staffedForShoppers()).toMatchObject({ until: '2026-11-23T12:00:00.000Z' })
})

test('a helper of another store is nowhere to be found in this one', async () => {
  const stranger = await shop.caller('helper', [otherId])
  expect(await staffedFor(stranger)).toMatchObject([{ id: otherId }])
  for (const call of ['PUT', 'DELETE'])
    expect((await stranger.call(`${call} stores/${storeId}/presence`)).status).toBe(404)
  expect((await shopper.call(`PUT admin/stores/${storeId}/presence`)).status).toBe(403)
  const bookkeeper = await shop.caller('bookkeeper', [storeId])
  expect((await bookkeeper.call(`PUT stores/${storeId}/presence`)).status).toBe(403)
})

test('nobody is staff in a store without a right there', async () => {
  const { kysely: db } = shop.database
  const helper = await shop.caller('helper', [storeId])
  await helper.call(`PUT stores/${storeId}/presence`)
  const count = () => db.selectFrom('store_presence').select('user_id').where('user_id', '=', helper.id).execute()
  expect(await count()).toHaveLength(1)
  await db.transaction().execute(trx => revokeRight(trx, helper.id, { kind: 'helper', storeId }))
  expect(await count()).toEqual([])
})

test('a presence ends by itself, at the latest after four hours, and its row is removed later', async () => {
  const keeper = await shop.caller('keeper', [otherId])
  const begun = await keeper.call(`PUT stores/${otherId}/presence`)
  expect(begun.body).toEqual({ until: '2026-11-23T14:00:00.000Z' })
  shop.turnClock(4 * HOUR_MS)
  expect(await staffedFor(keeper)).toMatchObject([{ present_until: null, staffed: null }])
  shop.turnClock(23 * HOUR_MS)
  const context = Object.assign({}, shop.context, { retention: {} }) as Parameters<typeof removePresences>[0]
  await removePresences(context, 10)
  expect(await shop.database.kysely.selectFrom('store_presence').select('user_id').execute()).toHaveLength(1)
  shop.turnClock(2 * HOUR_MS)
  await removePresences(context, 10)
  expect(await shop.database.kysely.selectFrom('store_presence').select('user_id').execute()).toEqual([])
})
