import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { OperatorSettings } from '#contract/administration/settings.ts'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { publishTerms } from '#test/rows/seller.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const PUOTI = {
  name: 'Kylän puoti',
  address: 'Kylätie 1, 25660 Mathildedal',
  location: { latitude: 60.1861, longitude: 22.9042 },
  time_zone: 'Europe/Helsinki',
  always_open: true,
  weekly: [],
  exceptions: [],
  enable_preorders: false,
  sells_age_restricted: false,
  payment_mode: 'test',
  lock: null,
}

let database: DatabaseHandle
let server: Shop
let anna: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['stores', 'administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function saveOperator(change: Partial<OperatorSettings>) {
  const { country: _country, ...now } = (await anna.call('GET settings/operator')).body as OperatorSettings
  return anna.call('PUT settings/operator', { ...now, name: 'Puoti Oy', email: 'puoti@example.fi', ...change })
}
const missingAtHome = async () => ((await anna.call('GET home')).body as AdminHome).seller_missing
const refused = (missing: string[]) => ({ status: 409, body: { code: 'store.sellerMissing', missing } })

test('a store is published only once the seller’s details and the terms exist, and the refusal lists what is missing', async () => {
  const create = (published: boolean) => anna.call('POST stores', { ...PUOTI, published, offer: 'none' })
  const everything = ['name', 'business_id', 'address', 'terms']
  expect(await create(true)).toMatchObject(refused(everything))
  const made = await create(false)
  expect(made.status).toBe(200)
  const { id, revision } = made.body as AdminStore
  const publish = (published: boolean, seen: number) =>
    anna.call(`PUT stores/${id}`, { ...PUOTI, published, revision: seen })
  expect(await publish(true, revision)).toMatchObject(refused(everything))
  await saveOperator({ business_id: '1234567-1' })
  expect(await publish(true, revision)).toMatchObject(refused(['address', 'terms']))
  await saveOperator({ business_id: '1234567-1', address: 'Kylätie 1' })
  await publishTerms(database)
  expect(await publish(true, revision)).toMatchObject({ status: 200, body: { published: true } })
  expect(await missingAtHome()).toEqual([])
})

test('the seller’s address on receipts can’t be emptied while a store is published', async () => {
  expect(await saveOperator({ address: ' ' })).toMatchObject({
    status: 422,
    body: { code: 'form.invalid', problems: [{ field: 'address', problem: 'required' }] },
  })
  expect((await saveOperator({ address: 'Kylätie 2' })).status).toBe(200)
  await database.kysely.updateTable('store').set({ published: false }).execute()
  expect((await saveOperator({ address: '' })).status).toBe(200)
})

test('a store published before this rule can still be saved, and the dashboard shows what is missing', async () => {
  const stocked = await stockShop(database)
  expect(await missingAtHome()).toEqual(['address'])
  const store = (await anna.call(`GET stores/${stocked.storeId}`)).body as AdminStore
  const saved = await anna.call(`PUT stores/${stocked.storeId}`, {
    ...PUOTI,
    published: true,
    revision: store.revision,
  })
  expect(saved.status).toBe(200)
})

test('orders require terms of purchase in a store published under this rule, but not in an older store', async () => {
  const other = await testDatabase()
  const [old, fresh] = [await stockShop(other), await stockShop(other)]
  const shop = await openShop({ database: other })
  await other.pool.query('UPDATE store SET needs_terms = true WHERE id = $1', [fresh.storeId])
  const order = async (stocked: typeof old) =>
    shop.call(await stocked.shopper(), 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
  expect((await order(old)).statusCode).toBe(200)
  const refusal = await order(fresh)
  expect([refusal.statusCode, refusal.json<{ code: string }>().code]).toEqual([409, 'order.termsMissing'])
  await publishTerms(other)
  expect((await order(fresh)).statusCode).toBe(200)
  await shop.close()
  await other.close()
})

test('an order can’t be paid when its store requires terms of purchase and there are none', async () => {
  const other = await testDatabase()
  const stocked = await stockShop(other)
  const shop = await openShop({ database: other })
  const session = await stocked.shopper()
  await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
  await other.pool.query('UPDATE store SET needs_terms = true')
  const pay = await shop.call(session, 'POST order/pay')
  expect([pay.statusCode, pay.json<{ code: string }>().code]).toEqual([409, 'order.termsMissing'])
  expect((await shop.call(session, 'GET order')).json<{ status: string }>().status).toBe('checkout')
  await shop.close()
  await other.close()
})
