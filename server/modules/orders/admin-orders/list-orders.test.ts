import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListSums } from '#contract/lists.ts'
import type { OrderRow } from '#contract/orders/admin-orders.ts'
import { DAY_MS } from '#domain/durations.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const NOW = new Date('2026-07-15T09:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)

let database: DatabaseHandle
let server: Shop
let anna: Caller
const stores = { village: 0, farm: 0 }
const people = { anna: 0, bertil: 0 }
const made: Record<string, number> = {}

/** Six orders that differ in everything that the list can filter by; `made` contains their ids. */
async function addOrders() {
  stores.village = await addStore(database, { name: 'Kylä' })
  stores.farm = await addStore(database, { name: 'Tila' })
  people.anna = await addShopper(database, { email: 'anna.virtanen@puoti.example' })
  people.bertil = await addShopper(database, { email: 'bertil@puoti.example' })
  const order = (user_id: number, store_id: number, days: number) => {
    const at = daysAgo(days)
    return { user_id, store_id, created_at: at, updated_at: at }
  }
  const paid = { status: 'complete', paid_at: NOW } as const
  made.ancient = await addOrder(database, { ...order(people.anna, stores.village, 200), total_cents: 900, ...paid })
  made.spring = await addOrder(database, { ...order(people.bertil, stores.farm, 60), total_cents: 800, ...paid })
  made.cancelled = await addOrder(database, {
    ...order(people.anna, stores.farm, 5),
    total_cents: 700,
    cancelled_at: NOW,
  })
  made.error = await addOrder(database, {
    ...order(people.bertil, stores.village, 4),
    total_cents: 600,
    status: 'error',
  })
  made.booked = await addOrder(database, {
    ...order(people.anna, stores.village, 3),
    total_cents: 500,
    status: 'preorder_booked',
    order_type: 'preorder',
  })
  made.newest = await addOrder(database, { ...order(people.anna, stores.farm, 1), total_cents: 750, ...paid })
}

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => NOW, modules: ['orders', 'administration'] })
  anna = await server.caller('admin')
  await addOrders()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const getName = (id: number) => Object.keys(made).find(name => made[name] === id) ?? String(id)
async function listed(query: string) {
  const { status, body } = await anna.call(`GET orders?${query}`)
  expect([query, status]).toEqual([query, 200])
  const { items, total, has_more } = body as { items: OrderRow[]; total: number; has_more: boolean }
  expect(has_more).toBe(false)
  expect(total).toBe(items.length)
  return items.map(({ id }) => getName(id))
}

test('the list starts with the latest change, and covers thirty days unless more is requested', async () => {
  expect(await listed('')).toEqual(['newest', 'booked', 'error', 'cancelled'])
  expect(await listed('days=30')).toEqual(await listed(''))
  expect(await listed('days=90')).toEqual(['newest', 'booked', 'error', 'cancelled', 'spring'])
  expect(await listed('days=all')).toEqual(['newest', 'booked', 'error', 'cancelled', 'spring', 'ancient'])
  expect(await listed('from=2026-05-01&until=2026-07-10')).toEqual(['cancelled', 'spring'])
})

test('days begin and end at midnight in Finland, in the list and in its export', async () => {
  const at = new Date('2025-06-09T21:30:00Z')
  const row = { user_id: people.anna, store_id: stores.farm, created_at: at, updated_at: at, total_cents: 1 }
  made.night = await addOrder(database, row)
  expect(await listed('from=2025-06-10&until=2025-06-10')).toEqual(['night'])
  expect(await listed('until=2025-06-09')).toEqual([])
  expect(await listed('until=2025-06-10&sort=-total_amount')).toEqual(['night'])
  const { text } = await anna.call('GET orders.csv?from=2025-06-10&until=2025-06-10')
  expect(text.split('\r\n').slice(1, -1)).toEqual([expect.stringMatching(`^${made.night};`)])
  await database.kysely.deleteFrom('customer_order').where('id', '=', made.night).execute()
})

test('paid orders are found by the day and the hour of their payment, by the clock of their store', async () => {
  await database.kysely
    .updateTable('store')
    .set({ time_zone: 'America/New_York' })
    .where('id', '=', stores.farm)
    .execute()
  const order = { user_id: people.anna, status: 'complete', total_cents: 1 } as const
  const times = { created_at: daysAgo(300), updated_at: daysAgo(300), paid_at: new Date('2025-09-10T22:30:00Z') }
  made.late = await addOrder(database, { ...order, ...times, store_id: stores.village })
  made.afternoon = await addOrder(database, { ...order, ...times, store_id: stores.farm, total_cents: 2 })
  expect(await listed('paid_from=2025-09-11&paid_until=2025-09-11')).toEqual(['late'])
  expect(await listed('paid_from=2025-09-10&paid_until=2025-09-10')).toEqual(['afternoon'])
  const both = 'paid_from=2025-09-10&paid_until=2025-09-11'
  expect(await listed(`${both}&sort=-total_amount`)).toEqual(['afternoon', 'late'])
  expect(await listed(`${both}&paid_hour=18`)).toEqual(['afternoon'])
  expect(await listed(`${both}&paid_hour=1&store_id=${stores.village}`)).toEqual(['late'])
  expect(await listed(`${both}&paid_hour=2`)).toEqual([])
  expect(await listed('paid_until=2025-09-10')).toEqual(['afternoon'])
  await database.kysely.deleteFrom('customer_order').where('id', 'in', [made.late, made.afternoon]).execute()
  await database.kysely.updateTable('store').set({ time_zone: 'Europe/Helsinki' }).execute()
})

test.each([
  ['status=complete', ['newest']],
  ['status=error', ['error']],
  ['status=cancelled', ['cancelled']],
  // A cancelled order keeps its status, but is no longer at checkout.
  ['status=checkout', []],
  ['order_type=preorder', ['booked']],
  ['order_type=standard', ['newest', 'error', 'cancelled']],
])('%s filters the list', async (query, names) => {
  expect(await listed(query)).toEqual(names)
})

test('the list is filtered by store, by shopper, and by both', async () => {
  expect(await listed(`days=all&store_id=${stores.farm}`)).toEqual(['newest', 'cancelled', 'spring'])
  expect(await listed(`days=all&user_id=${people.bertil}`)).toEqual(['error', 'spring'])
  expect(await listed('q=VIRTA')).toEqual(['newest', 'booked', 'cancelled'])
  expect(await listed(`q=${encodeURIComponent('puoti.ex bert')}&days=all`)).toEqual(['error', 'spring'])
  expect(await listed(`q=virtanen&store_id=${stores.village}&days=all`)).toEqual(['booked', 'ancient'])
  expect(await listed('q=nobody')).toEqual([])
})

test('an order of any age is found by its id and by its reference number', async () => {
  const id = made.ancient ?? 0
  const reference = referenceNumber(id)
  expect(await listed(`q=${id}`)).toEqual(['ancient'])
  expect(await listed(`q=${reference}`)).toEqual(['ancient'])
  expect(await listed(`q=${encodeURIComponent(`${reference.slice(0, -3)} ${reference.slice(-3)}`)}`)).toEqual([
    'ancient',
  ])
  expect(await listed(`q=${id}&days=30`)).toEqual([])
  expect(await listed('q=99999999999999999999')).toEqual([])
})

test.each([
  ['sort=total_amount', ['booked', 'error', 'cancelled', 'newest']],
  ['sort=-total_amount', ['newest', 'cancelled', 'error', 'booked']],
  ['sort=-total_amount&days=all', ['ancient', 'spring', 'newest', 'cancelled', 'error', 'booked']],
  ['sort=created_at&days=90', ['spring', 'cancelled', 'error', 'booked', 'newest']],
  ['sort=updated_at', ['cancelled', 'error', 'booked', 'newest']],
])('the list is ordered by %s', async (query, names) => {
  expect(await listed(query)).toEqual(names)
})

test('each page contains a part of the list and the total count', async () => {
  const page = async (number: number) =>
    (await anna.call(`GET orders?days=all&size=4&page=${number}`)).body as { items: OrderRow[]; total: number }
  const [first, second, third] = [await page(1), await page(2), await page(3)]
  expect([first.total, second.total, third.total]).toEqual([6, 6, 6])
  const names = [first, second, third].map(({ items }) => items.map(({ id }) => getName(id)))
  expect(names).toEqual([['newest', 'booked', 'error', 'cancelled'], ['spring', 'ancient'], []])
})

test('a row contains the order’s shopper, store, status, amounts and times', async () => {
  const { items } = (await anna.call(`GET orders?q=${made.newest}`)).body as { items: OrderRow[] }
  expect(items[0]).toEqual({
    id: made.newest,
    reference_number: referenceNumber(made.newest ?? 0),
    customer: { id: people.anna, email: 'anna.virtanen@puoti.example' },
    store: { id: stores.farm, name: 'Tila' },
    status: 'complete',
    cancelled_at: null,
    order_type: 'standard',
    total_amount: 7.5,
    refunded_amount: 0,
    items: 0,
    created_at: daysAgo(1).toISOString(),
    updated_at: daysAgo(1).toISOString(),
    paid_at: NOW.toISOString(),
  })
})

test('a row of an unpaid order says why its last payment failed, and one of a paid order whether it was a test', async () => {
  const db = database.kysely
  const terminal = { store_id: stores.farm, name: 'till', provider: 'test' } as const
  const { id: terminal_id } = await db.insertInto('terminal').values(terminal).returning('id').executeTakeFirstOrThrow()
  const at = daysAgo(400)
  const columns = { user_id: people.anna, store_id: stores.farm, created_at: at, updated_at: at, total_cents: 500 }
  const order_id = await addOrder(database, { ...columns, cancelled_at: at })
  const attempt = (row: Partial<Insertable<Database['payment_attempt']>>) =>
    db
      .insertInto('payment_attempt')
      .values({
        order_id,
        user_id: people.anna,
        terminal_id,
        service_id: `S${randomUUID()}`,
        amount_cents: 500,
        currency: 'EUR',
        state: 'DECLINED',
        order_status_before: 'checkout',
        deadline_at: at,
        ...row,
      })
      .execute()
  const rows = async () => ((await anna.call(`GET orders?q=${order_id}`)).body as { items: OrderRow[] }).items
  const failure = async () => (await rows()).map(({ payment_failure }) => payment_failure)
  const isTest = async () => (await rows()).map(({ is_test }) => is_test)
  const sums = async () => ((await anna.call(`GET orders?q=${order_id}`)).body as { sums?: ListSums }).sums
  expect(await failure()).toEqual([undefined])
  await attempt({ string_code: 'DECLINED' })
  expect(await failure()).toEqual(['DECLINED'])
  await attempt({ state: 'ABORTED', string_code: 'TIMEOUT' })
  expect(await failure()).toEqual(['TIMEOUT'])
  await attempt({ state: 'NOT_PROCESSED', source: 'admin' })
  expect(await failure()).toEqual([undefined])
  await attempt({ state: 'CANCELLED', string_code: 'USER_CANCELLED' })
  expect(await failure()).toEqual(['USER_CANCELLED'])
  await db
    .updateTable('customer_order')
    .set({ paid_at: at, cancelled_at: null, status: 'complete' })
    .where('id', '=', order_id)
    .execute()
  expect(await failure()).toEqual([undefined])
  expect(await isTest()).toEqual([undefined])
  await attempt({ state: 'APPROVED', string_code: 'SUCCESS' })
  expect(await isTest()).toEqual([true])
  expect(await sums()).toEqual({ paid: 0, refunded: 0 })
  await db.updateTable('terminal').set({ provider: 'jsonpos' }).where('id', '=', terminal_id).execute()
  expect(await isTest()).toEqual([undefined])
  expect(await sums()).toEqual({ paid: 5, refunded: 0 })
  const paid = db.selectFrom('payment_attempt').where('order_id', '=', order_id).where('state', '=', 'APPROVED')
  const { id: attempt_id } = await paid.select('id').executeTakeFirstOrThrow()
  await db.insertInto('refund_account').values({ attempt_id, paid_cents: 500, refunded_cents: 120 }).execute()
  expect(await sums()).toEqual({ paid: 5, refunded: 1.2 })
  await db.deleteFrom('refund_account').where('attempt_id', '=', attempt_id).execute()
  await db.deleteFrom('payment_attempt').where('order_id', '=', order_id).execute()
  await db.deleteFrom('order_event').where('order_id', '=', order_id).execute()
  await db.deleteFrom('customer_order').where('id', '=', order_id).execute()
})

test('the list counts what each status would show, also those that its filter leaves out', async () => {
  const { body } = await anna.call('GET orders?days=all&status=complete')
  expect(body).toMatchObject({
    total: 3,
    counts: { status: { complete: 3, cancelled: 1, error: 1, preorder_booked: 1 } },
  })
  expect((await anna.call(`GET orders?days=all&store_id=${stores.village}`)).body).toMatchObject({
    counts: { status: { complete: 1, error: 1, preorder_booked: 1 } },
  })
})

test('orders are found by a product of their lines', async () => {
  const vatClassId = await addVatClass(database, { name: 'goods', rates: { '2020-01-01': 2550 } })
  const [milk, bread] = [await addProduct(database, { vatClassId }), await addProduct(database, { vatClassId })]
  const order = {
    user_id: people.anna,
    store_id: stores.village,
    created_at: daysAgo(350),
    updated_at: daysAgo(350),
    status: 'complete',
    paid_at: daysAgo(350),
  } as const
  made.both = await addOrder(database, { ...order, products: [milk, bread] })
  made.bread = await addOrder(database, { ...order, products: [bread] })
  expect(await listed(`days=all&product_id=${milk}`)).toEqual(['both'])
  expect((await listed(`days=all&product_id=${bread}`)).toSorted()).toEqual(['both', 'bread'])
  for (const id of [made.both, made.bread]) {
    await database.kysely.deleteFrom('order_event').where('order_id', '=', id).execute()
    await database.kysely.deleteFrom('order_line').where('order_id', '=', id).execute()
    await database.kysely.deleteFrom('customer_order').where('id', '=', id).execute()
  }
})

test('the export has the filter and the order of the list', async () => {
  const { status, text } = await anna.call('GET orders.csv?days=90&sort=-total_amount')
  expect(status).toBe(200)
  const [head, ...rows] = text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
  expect(head).toBe(
    'id;reference_number;store;customer;order_type;status;total_amount;refunded_amount;items;created_at;updated_at;paid_at',
  )
  expect(rows.map(row => row.split(';').slice(2, 7).join(' '))).toEqual([
    'Tila bertil@puoti.example standard complete 8,00',
    'Tila anna.virtanen@puoti.example standard complete 7,50',
    'Tila anna.virtanen@puoti.example standard cancelled 7,00',
    'Kylä bertil@puoti.example standard error 6,00',
    'Kylä anna.virtanen@puoti.example preorder preorder_booked 5,00',
  ])
  expect((await anna.call('GET orders.xlsx')).raw.subarray(0, 2).toString()).toBe('PK')
})

test.each(['days=7', 'status=paid', 'colour=red', 'sort=email', 'from=2026-02-30', 'paid_hour=24'])(
  'an invalid query such as %s is refused',
  async query => {
    expect((await anna.call(`GET orders?${query}`)).status).toBe(422)
  },
)
