import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { OPEN_STATES, type AttemptState } from '#domain/payments/attempt-states.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const FINNISH = 1002
const SWEDISH = 1003

let database: DatabaseHandle
let server: Shop
let stores: { one: number; other: number; hidden: number }
let shopper: TestBrowser
let email = ''
let last = 0
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop(identityOptions(database))
  stores = {
    one: await addStore(database, { name: 'One' }),
    other: await addStore(database, { name: 'Other' }),
    hidden: await addStore(database, { name: 'Hidden', published: false }),
  }
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  last += 1
  email = `shopper-${last}@puoti.example`
  shopper = await server.signedIn(email)
  await database.kysely
    .updateTable('app_user')
    .set({ is_verified: true, phone: `+35840${String(last).padStart(7, '0')}` })
    .where('email', '=', email)
    .execute()
})

const row = () =>
  database.kysely.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const put = (changes: unknown) => shopper.call('PUT user', changes)
const visits = async () => {
  const { id } = await row()
  return database.kysely.selectFrom('visit').select(['store_id']).where('user_id', '=', id).orderBy('id').execute()
}

/** An order of the shopper, as the orders module stores it. */
async function addOrder(status: 'checkout' | 'payment_pending'): Promise<number> {
  const { id: user_id } = await row()
  const order = await database.kysely
    .insertInto('customer_order')
    .values({ user_id, store_id: stores.one, status, total_cents: 100, net_cents: 88 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return order.id
}
const orderRow = (id: number) =>
  database.kysely.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function addAttempt(order_id: number, state: AttemptState, db: Db = database.kysely): Promise<void> {
  const { id: user_id } = await row()
  const terminal = await db
    .insertInto('terminal')
    .values({ store_id: stores.one, name: 'terminal', provider: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('payment_attempt')
    .values({
      order_id,
      user_id,
      terminal_id: terminal.id,
      service_id: `service ${order_id}`,
      amount_cents: 100,
      currency: 'EUR',
      state,
      order_status_before: 'checkout',
      deadline_at: server.context.now(),
    })
    .execute()
}

describe('the user’s language', () => {
  test('can be changed', async () => {
    expect(await put({ language_id: SWEDISH })).toMatchObject({ status: 200, body: { language_id: SWEDISH } })
    expect((await row()).language_id).toBe(SWEDISH)
  })

  test('is used for later emails, whatever the language of the page', async () => {
    await put({ language_id: FINNISH })
    const browser = await server.browser().opened()
    await browser.call('POST login?lang=sv', { email })
    expect((await server.lastMail(email, 2)).subject).toMatch(/^\d{6} on kirjautumiskoodisi /)
  })

  test('can be changed before the phone is verified', async () => {
    await database.kysely.updateTable('app_user').set({ is_verified: false }).where('email', '=', email).execute()
    expect((await put({ language_id: FINNISH })).status).toBe(200)
  })

  test.each([0, 1, 1004, -1, 1.5, 2_147_483_648, 9_007_199_254_740_991, '1002', null, [1002]])(
    'cannot be set to %j',
    async language_id => {
      expect(await put({ language_id })).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
      expect((await row()).language_id).toBe(1001)
    },
  )
})

describe('the active store', () => {
  test('is set, returned and logged as a visit', async () => {
    expect(await put({ activeStoreId: stores.one })).toMatchObject({
      status: 200,
      body: { activeStoreId: stores.one, active_store: { id: stores.one, name: 'One' } },
    })
    expect(await visits()).toEqual([{ store_id: stores.one }])
  })

  test('continues the visit to the store for two hours', async () => {
    for (const store of [stores.one, stores.other, stores.one]) await put({ activeStoreId: store })
    expect(await visits()).toHaveLength(2)
    server.turnClock(120 * 60_000 + 1)
    await put({ activeStoreId: stores.one })
    expect(await visits()).toEqual([stores.one, stores.other, stores.one].map(store_id => ({ store_id })))
  })

  test('is logged as one visit when ten concurrent calls set it', async () => {
    await Promise.all(Array.from({ length: 10 }, () => put({ activeStoreId: stores.one })))
    expect(await visits()).toHaveLength(1)
  })

  test('can be unset', async () => {
    await put({ activeStoreId: stores.one })
    expect(await put({ activeStoreId: null })).toMatchObject({
      status: 200,
      body: { activeStoreId: null, active_store: null },
    })
  })

  test('must be an existing, published store', async () => {
    for (const activeStoreId of [stores.hidden, 999_999]) {
      expect(await put({ activeStoreId })).toMatchObject({ status: 422, body: { code: 'store.notFound' } })
    }
    expect((await row()).active_store_id).toBeNull()
  })

  test('needs a verified phone', async () => {
    await database.kysely.updateTable('app_user').set({ is_verified: false }).where('email', '=', email).execute()
    expect(await put({ activeStoreId: stores.one })).toMatchObject({
      status: 403,
      body: { code: 'session.unverified' },
    })
    expect((await row()).active_store_id).toBeNull()
  })

  test('cancels the checkout order when it changes, and records the reason', async () => {
    await put({ activeStoreId: stores.one })
    const orderId = await addOrder('checkout')
    await put({ activeStoreId: stores.one })
    expect((await orderRow(orderId)).cancelled_at).toBeNull()
    await put({ activeStoreId: stores.other })
    expect(await orderRow(orderId)).toMatchObject({ status: 'checkout', cancelled_at: server.context.now() })
    const events = await listOrderEvents(database, orderId)
    expect(events).toMatchObject([
      {
        actor: 'shopper',
        kind: 'store_changed',
        reason: null,
        from_status: 'checkout',
        to_status: 'cancelled',
        user_id: (await row()).id,
      },
    ])
  })

  test.each(OPEN_STATES)('cannot change while a payment is %s, nor can anything else in the same call', async state => {
    await put({ activeStoreId: stores.one })
    await addAttempt(await addOrder('payment_pending'), state)
    expect(await put({ activeStoreId: stores.other, language_id: SWEDISH })).toMatchObject({
      status: 409,
      body: { code: 'store.paymentPending' },
    })
    expect(await row()).toMatchObject({ active_store_id: stores.one, language_id: 1001 })
    // Setting the current store again is not a change.
    expect((await put({ activeStoreId: stores.one })).status).toBe(200)
    await database.kysely.deleteFrom('payment_attempt').execute()
  })

  test('can change after a payment whose outcome is unknown', async () => {
    await put({ activeStoreId: stores.one })
    await addAttempt(await addOrder('payment_pending'), 'UNRESOLVED')
    expect((await put({ activeStoreId: stores.other })).status).toBe(200)
    await database.kysely.deleteFrom('payment_attempt').execute()
  })

  test('waits for a payment that begins concurrently, and then does not change', async () => {
    await put({ activeStoreId: stores.one })
    const orderId = await addOrder('payment_pending')
    const { id } = await row()
    const changing = await database.kysely.transaction().execute(async paying => {
      await paying.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute()
      const change = put({ activeStoreId: stores.other })
      const isWaiting = await Promise.race([change.then(() => false), sleep(100, true)])
      expect(isWaiting).toBe(true)
      await addAttempt(orderId, 'INTENT', paying)
      return { change }
    })
    expect((await changing.change).body).toMatchObject({ code: 'store.paymentPending' })
    await database.kysely.deleteFrom('payment_attempt').execute()
  })
})

describe('updating the user', () => {
  test.each([
    { is_admin: true },
    { isAdmin: true },
    { is_verified: true },
    { email: 'boss@puoti.example' },
    { phone: '+358401234567' },
    { id: 1 },
    { blocked_at: null },
    { access: 'open' },
    { last_login: '2026-01-01T00:00:00Z' },
    { phone_unique_warning: true },
    { active_store: { id: 1001 } },
    { active_store_id: 1001 },
    { activePreorderEventId: 1001 },
  ])('%j is refused, even together with an allowed change, and the row is unchanged', async field => {
    const before = await row()
    for (const changes of [field, { ...field, language_id: SWEDISH }]) {
      expect(await put(changes)).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
    }
    expect(await row()).toEqual(before)
  })

  test('a body with __proto__ is refused', async () => {
    const before = await row()
    const body = '{"__proto__":{"is_admin":true},"language_id":1002}'
    expect((await shopper.call('PUT user', body, { 'content-type': 'application/json' })).status).toBe(400)
    expect(await row()).toEqual(before)
  })

  test('an empty change is accepted and changes nothing', async () => {
    const before = await row()
    expect((await put({})).status).toBe(200)
    expect((await put({ activePreorderEventId: null })).status).toBe(200)
    expect(await row()).toEqual(before)
  })

  test('a change without a session, or with another browser’s token, is refused', async () => {
    const anonymous = await server.browser().opened()
    expect((await anonymous.call('PUT user', { language_id: SWEDISH })).status).toBe(401)
    expect((await shopper.call('PUT user', { language_id: SWEDISH }, { 'x-csrf-token': anonymous.csrf })).status).toBe(
      403,
    )
  })
})
