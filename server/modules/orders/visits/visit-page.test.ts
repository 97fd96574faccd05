import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import type { Visit, VisitDetails } from '#contract/orders/visits.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder } from '#test/rows/orders.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

const DAY = '2026-07-02'
let office: ShopWithCaller
let storeId: number
let shopper: Caller
beforeEach(async () => {
  office = await openShop({
    as: 'admin',
    now: new Date(`${DAY}T07:00:00Z`),
    hasOutbox: true,
    modules: ['stores', 'orders', 'accounts', 'administration'],
  })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  storeId = await addStore(office.database, { name: 'Rantapuoti' })
  shopper = await office.caller('shopper')
  await office.database.kysely
    .updateTable('app_user')
    .set({ active_store_id: storeId })
    .where('id', '=', shopper.id)
    .execute()
})
afterEach(() => office.close())

const start = async () => expect((await shopper.call('POST visit')).status).toBe(200)
const list = async (query = '') => {
  const { status, body } = await office.me.call(`GET visits/${DAY}?sort=at${query}`)
  expect(status).toBe(200)
  return (body as { items: Visit[] }).items
}
const getVisit = async (id: number) => (await office.me.call(`GET visit/${id}`)).body as VisitDetails
const getOnly = async () => {
  const [visit, ...others] = await list()
  if (!visit || others.length > 0) throw new Error('not one visit')
  return visit
}
const buy = (at: Date, paid: boolean, total_cents = 450) =>
  addOrder(office.database, {
    user_id: shopper.id,
    store_id: storeId,
    total_cents,
    created_at: at,
    updated_at: at,
    ...(paid ? { status: 'complete' as const, paid_at: at } : {}),
  })

test('Start shopping begins a visit for a shopper with a remembered store, which lasts while it is pressed within two hours', async () => {
  await start()
  office.turnClock(HOUR_MS)
  await Promise.all(Array.from({ length: 5 }, start))
  office.turnClock(2 * HOUR_MS)
  await start()
  expect(await getOnly()).toMatchObject({
    began_by: 'start',
    store: { id: storeId },
    user: { id: shopper.id },
    orders: [],
  })
  office.turnClock(2 * HOUR_MS + MINUTE_MS)
  await start()
  expect(await list()).toHaveLength(2)
})

test('a shopper without a store begins no visit', async () => {
  await office.database.kysely.updateTable('app_user').set({ active_store_id: null }).execute()
  await start()
  expect(await list()).toEqual([])
})

test('orders belong to the visit in which they were placed or paid, and the filter finds visits without a purchase', async () => {
  await start()
  const unpaid = await buy(office.context.now(), false)
  office.turnClock(3 * HOUR_MS)
  await start()
  const paid = await buy(office.context.now(), true)
  const [first, second] = await list()
  expect(first?.orders).toMatchObject([{ id: unpaid, is_paid: false, total_amount: 4.5 }])
  expect(second?.orders).toMatchObject([{ id: paid, is_paid: true }])
  expect((await list('&purchase=false')).map(({ id }) => id)).toEqual([first?.id])
  expect((await list('&purchase=true')).map(({ id }) => id)).toEqual([second?.id])
})

test('a visit has what happened in order of time, and a user’s page has the visits', async () => {
  await start()
  const visit = await getOnly()
  office.turnClock(5 * MINUTE_MS)
  const order = await buy(office.context.now(), true)
  const { moments } = await getVisit(visit.id)
  expect(moments.map(({ kind }) => kind)).toEqual(['began', 'checkout'])
  expect(moments[1]).toMatchObject({ order_id: order, total_amount: 4.5 })
  const { visits } = (await office.me.call(`GET users/${shopper.id}`)).body as AdminUser
  expect(visits).toMatchObject({ total: 1, latest: [{ id: visit.id, has_purchase: true, store: { id: storeId } }] })
  expect((await office.me.call('GET visit/999999')).status).toBe(404)
  expect((await shopper.call(`GET visit/${visit.id}`)).status).toBe(404)
})

test('the question is sent once, in the shopper’s language, with a link to the basket; what was paid then is on the visit', async () => {
  await office.database.kysely.updateTable('app_user').set({ language_id: 1002 }).where('id', '=', shopper.id).execute()
  await start()
  const { id, user } = await getOnly()
  await buy(office.context.now(), false)
  office.turnClock(3 * HOUR_MS)
  const answers = await Promise.all([1, 2, 3].map(() => office.me.call(`POST visit/${id}/message`)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const mail = await office.lastMail(user.email)
  expect(mail.subject).toBe('Jäikö jotain maksamatta?')
  expect(mail.text).toContain('Rantapuoti')
  expect(mail.text).toMatch(/^\S+\/basket$/m)
  expect(office.mails.filter(({ to }) => to === user.email)).toHaveLength(1)
  expect((await getVisit(id)).question).toMatchObject({ paid_afterwards: null })
  office.turnClock(MINUTE_MS)
  const paid = await buy(office.context.now(), true, 700)
  expect((await getVisit(id)).question).toMatchObject({ paid_afterwards: { id: paid, total_amount: 7 } })
})
