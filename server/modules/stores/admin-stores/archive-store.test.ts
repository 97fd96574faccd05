import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper, listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let shop: Shop
let anna: Caller
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['stores', 'accounts'] })
  // Its terminal decides only when a test makes it.
  shop = await openShop({ database, thinkMs: 3_600_000 })
  anna = await server.caller('admin')
})
beforeEach(async () => {
  stocked = await stockShop(database)
})
afterAll(async () => {
  await shop.close()
  await server.close()
  await database.close()
})

type StoreAnswer = AdminStore & { code?: string }
async function call(request: string, payload?: object) {
  const { status, body } = await anna.call(request, payload)
  return { status, body: body as StoreAnswer }
}
const read = async (id = stocked.storeId) => (await call(`GET stores/${id}`)).body
const archive = async (archived: boolean, id = stocked.storeId) =>
  call(`PUT stores/${id}/archived`, { archived, revision: (await read(id)).revision })
const hide = async () => {
  const { id: _id, archived_at: _at, has_history: _has, offers: _offers, created_at: _created, ...form } = await read()
  return call(`PUT stores/${stocked.storeId}`, { ...form, published: false })
}
const seen = async (session: string) => {
  const list = (await server.get('/api/stores', { session })).json<{ id: number }[]>()
  const far = (await server.get('/api/stores/distance?latitude=60&longitude=23', { session })).json<{ id: number }[]>()
  return [list, far].map(stores => stores.some(({ id }) => id === stocked.storeId))
}

async function paying() {
  const { session, order } = await atCheckout(shop, stocked)
  const answer = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  const attempt = () => findAttempt(database, order.id)
  while ((await attempt())?.state !== 'SENT' && (await attempt())?.sent_at == null) await new Promise(setImmediate)
  const approve = async () => {
    const { service_id } = (await attempt()) ?? { service_id: '' }
    await shop.ledger.decide(service_id, { state: 'approved' })
    return (await answer).json<{ string_code: string }>()
  }
  return { session, order, approve }
}

const orderRow = (id: number) =>
  database.kysely
    .selectFrom('customer_order')
    .select(['status', 'cancelled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function chooseAgain(session: string) {
  const answer = await server.app.inject({
    method: 'PUT',
    url: '/api/user',
    headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(server.context.secrets, session) },
    payload: { activeStoreId: stocked.storeId },
  })
  return answer.json<{ code?: string }>().code
}

describe.each([
  ['archived', () => archive(true)],
  ['no longer published', hide],
])('a store that is %s', (_how, act) => {
  test('is hidden from shoppers and no longer their store, and its orders at checkout are cancelled', async () => {
    const { session, order } = await atCheckout(shop, stocked)
    expect(await seen(session)).toEqual([true, true])
    expect((await act()).status).toBe(200)
    expect(await seen(session)).toEqual([false, false])
    expect(await orderRow(order.id)).toMatchObject({ status: 'checkout', cancelled_at: expect.any(Date) })
    expect(await listOrderEvents(database, order.id)).toMatchObject([{ actor: 'admin', kind: 'store_hidden' }])
    const again = await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
    expect(again.json()).toMatchObject({ code: 'store.required' })
    expect(await chooseAgain(session)).toBe('store.notFound')
  })

  test('stays visible while a payment is open there, and can be hidden once it is settled', async () => {
    const { session, order, approve } = await paying()
    expect(await act()).toMatchObject({ status: 409, body: { code: 'store.paymentsOpen' } })
    expect(await seen(session)).toEqual([true, true])
    expect(await approve()).toMatchObject({ string_code: 'SUCCESS' })
    expect((await act()).status).toBe(200)
    expect(await orderRow(order.id)).toEqual({ status: 'complete', cancelled_at: null })
  })
})

test('a store with open pre-orders can’t be archived until they are paid', async () => {
  const columns = { user_id: await addShopper(database), store_id: stocked.storeId, order_type: 'preorder' as const }
  const orderId = await addOrder(database, { ...columns, status: 'preorder_delivered', products: [stocked.eventFish] })
  expect(await archive(true)).toMatchObject({ status: 409, body: { code: 'store.preordersWaiting' } })
  expect(await read()).toMatchObject({ archived_at: null, revision: 1 })
  await database.kysely
    .updateTable('customer_order')
    .set({ status: 'complete', paid_at: new Date() })
    .where('id', '=', orderId)
    .execute()
  expect((await archive(true)).body).toMatchObject({ archived_at: expect.any(String) })
})

test('an archived store is restored unpublished, and can’t be published while it is archived', async () => {
  const { body: archived } = await archive(true)
  expect(archived).toMatchObject({ published: false, archived_at: expect.any(String), revision: 2 })
  const { id: _id, archived_at: _at, has_history: _has, offers: _offers, created_at: _created, ...form } = archived
  const published = await call(`PUT stores/${stocked.storeId}`, { ...form, published: true })
  expect(published).toMatchObject({ status: 409, body: { code: 'store.archived' } })
  expect((await archive(false)).body).toMatchObject({ published: false, archived_at: null, revision: 3 })
  const late = await call(`PUT stores/${stocked.storeId}/archived`, { archived: true, revision: 2 })
  expect(late).toMatchObject({ status: 409, body: { code: 'record.changed' } })
})

test('archiving a store while twenty shoppers choose it and order leaves no shopper and no open order in it', async () => {
  const shoppers = await Promise.all(Array.from({ length: 20 }, () => stocked.shopper()))
  const shopping = shoppers.map(async (session, index) => {
    if (index % 2 === 0) await chooseAgain(session)
    const orderItems = [{ product_id: stocked.milk, quantity: 1 }]
    return (await shop.call(session, 'POST order', { orderItems })).statusCode
  })
  const archiving = archive(true)
  const statuses = await Promise.all(shopping)
  expect((await archiving).status).toBe(200)
  expect(statuses.every(status => status === 200 || status === 422)).toBe(true)
  const inside = database.kysely.selectFrom('app_user').select('id').where('active_store_id', '=', stocked.storeId)
  expect(await inside.execute()).toEqual([])
  const open = database.kysely.selectFrom('customer_order').select('id').where('store_id', '=', stocked.storeId)
  expect(await open.where('cancelled_at', 'is', null).execute()).toEqual([])
})

test('a store without history is removed with everything in it; one with history is not', async () => {
  const id = await addStore(database, { name: 'Mistake' })
  await database.kysely.insertInto('terminal').values({ store_id: id, name: 'x', provider: 'jsonpos' }).execute()
  await database.kysely.insertInto('store_stock').values({ store_id: id, product_id: stocked.milk }).execute()
  expect(await call(`DELETE stores/${id}`)).toMatchObject({ status: 200 })
  expect((await call(`GET stores/${id}`)).status).toBe(404)
  await atCheckout(shop, stocked)
  expect((await read()).has_history).toBe(true)
  expect(await call(`DELETE stores/${stocked.storeId}`)).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
})

test('a retired terminal accepts no new payment', async () => {
  await database.kysely
    .updateTable('terminal')
    .set({ retired_at: new Date() })
    .where('store_id', '=', stocked.storeId)
    .execute()
  const { session, order } = await atCheckout(shop, stocked)
  const answer = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  expect(answer.json()).toMatchObject({ code: 'order.terminalMissing' })
})
