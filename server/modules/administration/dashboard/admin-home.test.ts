import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminHome, WaitingWork } from '#contract/administration/dashboard.ts'
import type { Shelf } from '#contract/stock/stock.ts'
import { matchShelves } from '#server/modules/catalogue/admin-products/in-store.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let now: Date

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => now, modules: ['stock', 'administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})
// Friday, 14:30 in Finland.
beforeEach(() => {
  now = new Date('2026-11-20T12:30:00Z')
})

async function home(query = ''): Promise<AdminHome> {
  const { status, body } = await anna.call(`GET home${query}`)
  expect(status).toBe(200)
  return body as AdminHome
}
const getHome = (storeId: number) => home(`?store_id=${storeId}`)

const PAYMENT = `WITH sold AS (
    INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, paid_at)
    VALUES ($1, $2, 'complete', $3, 0, $4) RETURNING id, user_id, total_cents)
  INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, deadline_at)
    SELECT id, user_id, $5, 'S' || id, total_cents, 'EUR', 'APPROVED', 'checkout', now() FROM sold
  RETURNING id AS attempt_id, order_id`

type Paid = { attempt_id: number; order_id: number }
async function addTerminal(storeId: number, provider = 'test'): Promise<number> {
  const row = await database.kysely
    .insertInto('terminal')
    .values({ store_id: storeId, name: `${provider} of ${storeId}`, provider })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
async function pay(storeId: number, cents: number, at: string): Promise<Paid> {
  const terminal = await database.kysely.selectFrom('terminal').select('id').where('store_id', '=', storeId).execute()
  const terminalId = terminal[0]?.id ?? (await addTerminal(storeId))
  const { rows } = await database.pool.query<Paid>(PAYMENT, [anna.id, storeId, cents, at, terminalId])
  return rows[0]!
}
async function refund({ attempt_id, order_id }: Paid, cents: number, { at = '', kind = 'refund' }): Promise<void> {
  await database.pool.query(`INSERT INTO refund_account (attempt_id, paid_cents) VALUES ($1, 100000)`, [attempt_id])
  await database.pool.query(
    `INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, requested_by, sent_at,
      outcome_at) VALUES ($1, $2, $3, 'R' || $3::bigint, $4, 'EUR', 'DONE', 'spoiled', $5, $6, $6)`,
    [kind, attempt_id, order_id, cents, kind === 'refund' ? anna.id : null, at],
  )
}
const nothing = { sales: 0, purchases: 0, average: null, refunds: 0, refunded: 0 }

describe('the figures of a store', () => {
  test('cover today and this week, each compared with the same time a week ago', async () => {
    const store = await addStore(database)
    await pay(store, 1000, '2026-11-20T06:10:00Z')
    await pay(store, 551, '2026-11-20T06:50:00Z')
    await pay(store, 2000, '2026-11-16T10:00:00Z') // Monday
    await pay(store, 400, '2026-11-13T06:00:00Z') // Friday a week ago
    await pay(store, 700, '2026-11-13T15:00:00Z') // later that day than it is now
    await pay(store, 900, '2026-11-09T10:00:00Z') // Monday a week ago
    await pay(store, 5000, '2026-11-08T10:00:00Z') // the Sunday before
    const { today, week, hours, sales_by_store } = await getHome(store)
    expect(today.current).toEqual({ ...nothing, sales: 15.51, purchases: 2, average: 7.76 })
    expect(today.previous).toEqual({ ...nothing, sales: 4, purchases: 1, average: 4 })
    expect(week.current).toMatchObject({ sales: 35.51, purchases: 3 })
    expect(week.previous).toMatchObject({ sales: 13, purchases: 2 })
    expect(hours).toEqual([
      { hour: 8, current: { sales: 15.51, purchases: 2 }, previous: { sales: 4, purchases: 1 } },
      { hour: 17, current: { sales: 0, purchases: 0 }, previous: { sales: 7, purchases: 1 } },
    ])
    expect(sales_by_store).toEqual([
      {
        id: store,
        name: 'A store',
        today: { current: { sales: 15.51, purchases: 2 }, previous: { sales: 4, purchases: 1 } },
        week: { current: { sales: 35.51, purchases: 3 }, previous: { sales: 13, purchases: 2 } },
      },
    ])
  })

  test('exclude other stores, and add up to the figures of all stores', async () => {
    const [first, second] = [await addStore(database, { name: 'Here' }), await addStore(database, { name: 'There' })]
    const before = await home()
    await pay(first, 100, '2026-11-20T10:00:00Z')
    await pay(second, 200, '2026-11-20T10:00:00Z')
    expect((await getHome(first)).today.current).toMatchObject({ sales: 1, purchases: 1 })
    expect((await getHome(second)).today.current).toMatchObject({ sales: 2, purchases: 1 })
    const after = await home()
    expect(after.today.current.sales).toBeCloseTo(before.today.current.sales + 3, 5)
    expect(after.sales_by_store.find(({ id }) => id === second)?.today.current).toEqual({ sales: 2, purchases: 1 })
    expect(await anna.call('GET home?store_id=999999')).toMatchObject({ body: { code: 'store.notFound' } })
  })

  test('start the day and the week in the store’s time zone', async () => {
    const zones = ['Europe/Helsinki', 'America/New_York', 'Pacific/Kiritimati']
    now = new Date('2026-11-15T22:30:00Z') // Monday, half past midnight in Helsinki; Sunday in New York
    const found = []
    for (const time_zone of zones) {
      const store = await addStore(database, { time_zone })
      await pay(store, 100, '2026-11-15T22:10:00Z')
      await pay(store, 200, '2026-11-15T21:50:00Z')
      await pay(store, 400, '2026-11-15T09:50:00Z')
      const { today, week, hours } = await getHome(store)
      found.push([today.current.sales, week.current.sales, hours.map(({ hour }) => hour).join()])
    }
    expect(found).toEqual([
      [1, 1, '0'],
      [7, 7, '4,16,17'],
      [3, 3, '11,12'],
    ])
  })

  test('are correct on the day of 25 hours, which repeats an hour', async () => {
    const store = await addStore(database)
    now = new Date('2026-10-25T12:00:00Z')
    await pay(store, 100, '2026-10-25T00:30:00Z') // 3.30, summer time
    await pay(store, 200, '2026-10-25T01:30:00Z') // 3.30 again
    await pay(store, 400, '2026-10-24T21:10:00Z') // ten past midnight
    await pay(store, 800, '2026-10-18T10:55:00Z') // a week ago at 13.55, and it is 14.00 now
    await pay(store, 1600, '2026-10-18T11:05:00Z') // 14.05
    const { today, hours } = await getHome(store)
    expect([today.current.sales, today.previous.sales]).toEqual([7, 8])
    expect(hours.map(({ hour, current: { sales }, previous: before }) => [hour, sales, before.sales])).toEqual([
      [0, 4, 0],
      [3, 3, 0],
      [13, 0, 8],
      [14, 0, 16],
    ])
  })

  test('report refunds separately from sales, and leave out reversals', async () => {
    const store = await addStore(database)
    const old = await pay(store, 3000, '2026-10-01T10:00:00Z')
    await refund(old, 1250, { at: '2026-11-20T09:00:00Z' })
    await refund(await pay(store, 500, '2026-11-13T07:00:00Z'), 500, { at: '2026-11-13T08:00:00Z' })
    await refund(await pay(store, 700, '2026-10-01T07:00:00Z'), 700, { at: '2026-11-20T08:00:00Z', kind: 'reversal' })
    const { today, week } = await getHome(store)
    expect(today.current).toEqual({ ...nothing, refunds: 1, refunded: 12.5 })
    expect(today.previous).toMatchObject({ sales: 5, refunds: 1, refunded: 5 })
    expect(week.current).toMatchObject({ sales: 0, refunds: 1, refunded: 12.5 })
  })
})

describe('the items that need attention', () => {
  test('include products that are short, as the stock list counts them', async () => {
    const store = await addStore(database, { name: 'Short of all' })
    const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
    const shelf = async (quantity: number, more: { alarm?: number; shelfAlarm?: number; offered?: boolean } = {}) => {
      const names = { fi: `Ruis ${quantity}`, en: '' }
      const product_id = await addProduct(database, { vatClassId, names, stock_alarm_thousandths: more.alarm ?? null })
      const row = { quantity_thousandths: quantity * 1000, alarm_thousandths: more.shelfAlarm ?? null }
      await database.kysely
        .insertInto('store_stock')
        .values({ store_id: store, product_id, offered: more.offered ?? true, ...row })
        .execute()
      await matchShelves(database.kysely, [product_id])
    }
    await shelf(-2)
    await shelf(0)
    await shelf(0, { offered: false })
    await shelf(3, { alarm: 3000 })
    await shelf(4, { alarm: 3000, shelfAlarm: 5000 })
    await shelf(5, { alarm: 9000, shelfAlarm: 1000 })
    await shelf(1)
    const { stores_with_shortages, scarce_product_names } = await home(`?store_id=${store}&lang=fi`)
    expect(stores_with_shortages).toEqual([{ id: store, name: 'Short of all', low: 2, out: 1, negative: 1 }])
    expect(scarce_product_names).toEqual(['Ruis -2', 'Ruis 0', 'Ruis 3'])
    for (const level of ['low', 'out', 'negative'] as const) {
      const { body } = await anna.call(`GET stores/${store}/stock?level=${level}&offered=true`)
      expect((body as { items: Shelf[]; total: number }).total).toBe(stores_with_shortages[0]?.[level])
    }
  })

  test('count an order in error once, even when its payment is unresolved', async () => {
    const store = await addStore(database)
    const { order_id, attempt_id } = await pay(store, 100, '2026-11-19T10:00:00Z')
    expect((await getHome(store)).attention).toEqual({ orders: 0, in_error: 0, payments: 0, refunds: 0 })
    await database.pool.query(`UPDATE customer_order SET status = 'error', paid_at = NULL WHERE id = $1`, [order_id])
    await database.pool.query(`UPDATE payment_attempt SET state = 'UNRESOLVED' WHERE id = $1`, [attempt_id])
    expect((await getHome(store)).attention).toEqual({ orders: 1, in_error: 1, payments: 1, refunds: 0 })
  })

  test('include a broken invariant with the time since when it is broken', async () => {
    expect((await home()).invariants).toEqual({ checked_at: null, violations: [] })
    await database.pool.query(`INSERT INTO invariant_check (invariant, violations, sample, checked_at, violated_since)
      VALUES ('I1', 0, '[]', '2026-11-20T12:29:00Z', NULL), ('I5', 2, '[]', '2026-11-20T12:29:00Z', '2026-11-20T12:00:00Z')`)
    expect((await home()).invariants).toEqual({
      checked_at: '2026-11-20T12:29:00.000Z',
      violations: [{ invariant: 'I5', rows: 2, since: '2026-11-20T12:00:00.000Z' }],
    })
    await database.pool.query(`DELETE FROM invariant_check`)
  })

  test('include a delivered pre-order not collected by the last day, which ends in the store’s time zone', async () => {
    const store = await addStore(database)
    const event = { stores: [store], caps: new Map(), start_date: '2026-11-18', end_date: '2026-11-20' }
    const preorder_event_id = await addEvent(database.kysely, event)
    const order = { store_id: store, order_type: 'preorder', preorder_event_id } as const
    for (const standing of [
      { status: 'preorder_booked' },
      { status: 'preorder_delivered' },
      { status: 'preorder_booked', cancelled_at: now },
      { status: 'complete', paid_at: now },
    ] as const)
      await addOrder(database, { ...order, ...standing, user_id: await addShopper(database) })
    now = new Date('2026-11-20T21:59:00Z')
    expect((await getHome(store)).preorders).toEqual({ waiting: 2, overdue: 0, withdrawn: 0 })
    now = new Date('2026-11-20T22:01:00Z')
    expect((await getHome(store)).preorders).toEqual({ waiting: 2, overdue: 1, withdrawn: 0 })
  })

  test('include a withdrawal until it is settled', async () => {
    const [store, user_id] = [await addStore(database), await addShopper(database)]
    const order = { store_id: store, order_type: 'preorder', user_id } as const
    const ids = [
      await addOrder(database, { ...order, status: 'complete', paid_at: now }),
      // The goods are in the store and still have to be removed from it.
      await addOrder(database, { ...order, status: 'preorder_delivered', cancelled_at: now }),
      await addOrder(database, { ...order, status: 'preorder_booked', cancelled_at: now }),
    ]
    const made = ids.map(order_id => ({ order_id, user_id, product_ids: [1001] }))
    await database.kysely.insertInto('preorder_withdrawal').values(made).execute()
    expect((await getHome(store)).preorders.withdrawn).toBe(2)
    const settled = { settled_at: now, settled_by: user_id, settled_reason: 'given back' }
    await database.kysely.updateTable('preorder_withdrawal').set(settled).where('order_id', '=', ids[0]!).execute()
    expect((await getHome(store)).preorders.withdrawn).toBe(1)
  })

  test('include emails and SMS that failed within the last day', async () => {
    await database.pool.query(`INSERT INTO outbox_message (kind, state, reason, sent_at) VALUES
      ('mail', 'failed', 'EENVELOPE', '2026-11-20T12:00:00Z'), ('sms', 'failed', 'x', '2026-11-19T12:40:00Z'),
      ('sms', 'failed', 'x', '2026-11-18T12:00:00Z')`)
    expect((await home()).undelivered).toEqual({ mails: 1, sms: 1, last_at: '2026-11-20T12:00:00.000Z' })
  })

  test('include an unknown code until it is dismissed or a product has it', async () => {
    const [first, second] = [await addStore(database, { name: 'Teijo' }), await addStore(database, { name: 'Kirja' })]
    const report = (store: number, code: string, reports: number) =>
      database.pool.query(
        `INSERT INTO unknown_code_report (store_id, code, user_id, reports, first_at, last_at) VALUES ($1, $2, $3, $4, $5, $5)`,
        [store, code, anna.id, reports, now],
      )
    await report(first, '6430012345678', 2)
    await report(second, '6430012345678', 3)
    await report(first, 'AB12', 1)
    await report(first, '4006381333931', 9)
    const vatClassId = await addVatClass(database, { name: 'goods', rates: { '2020-01-01': 2550 } })
    const productId = await addProduct(database, { vatClassId })
    await database.pool.query(
      `INSERT INTO product_code (code_key, product_id, field) VALUES ('04006381333931', $1, 'ean13')`,
      [productId],
    )
    await database.kysely.insertInto('store_stock').values({ store_id: first, product_id: productId }).execute()
    const last_at = now.toISOString()
    expect((await home()).unknown_codes).toEqual({
      total: 2,
      items: [
        { code: '6430012345678', reports: 5, stores: ['Kirja', 'Teijo'], last_at },
        { code: 'AB12', reports: 1, stores: ['Teijo'], last_at },
      ],
    })
    expect((await getHome(second)).unknown_codes).toMatchObject({ total: 1, items: [{ reports: 3 }] })
    expect(await anna.call('DELETE unknown-codes/6430012345678')).toMatchObject({ status: 200, body: { removed: 2 } })
    expect(await anna.call('DELETE unknown-codes/6430012345678')).toMatchObject({ status: 200, body: { removed: 0 } })
    expect((await home()).unknown_codes.items.map(({ code }) => code)).toEqual(['AB12'])
  })

  test('include the code of a product until it is active and sold in the stores of the reports', async () => {
    const db = database.kysely
    const [first, second] = [await addStore(database, { name: 'Salo' }), await addStore(database, { name: 'Halikko' })]
    const vatClassId = await addVatClass(database, { name: 'honey', rates: { '2020-01-01': 1350 } })
    const names = { en: 'Honey', fi: 'Hunaja', sv: 'Honung' }
    const product_id = await addProduct(database, { vatClassId, enabled: false, names })
    const code = '6430098765432'
    await db
      .insertInto('product_code')
      .values({ code_key: `0${code}`, product_id, field: 'ean13' })
      .execute()
    const report = { code, user_id: anna.id, first_at: now, last_at: now }
    const reports = [first, second].map(store_id => ({ ...report, store_id }))
    await db.insertInto('unknown_code_report').values(reports).execute()
    const codes = async () => (await home()).unknown_codes.items.filter(each => each.code === code)
    const product = { id: product_id, name: 'Honey', enabled: true }
    const item = { code, reports: 2, stores: ['Halikko', 'Salo'], last_at: now.toISOString() }
    expect(await codes()).toEqual([{ ...item, product: { ...product, enabled: false } }])
    const update = (set: { enabled?: boolean; recalled_at?: Date | null }) =>
      db.updateTable('product').set(set).where('id', '=', product_id).execute()
    await update({ enabled: true })
    expect(await codes()).toEqual([{ ...item, product }])
    await db.insertInto('store_stock').values({ store_id: first, product_id }).execute()
    await db.insertInto('store_stock').values({ store_id: second, product_id, offered: false }).execute()
    expect(await codes()).toEqual([{ ...item, reports: 1, stores: ['Halikko'], product }])
    expect((await getHome(first)).unknown_codes).toEqual({ items: [], total: 0 })
    now = new Date('2026-12-20T12:29:00Z')
    expect(await codes()).toHaveLength(1)
    now = new Date('2026-12-20T12:30:00Z')
    expect(await codes()).toEqual([])
    now = new Date('2026-11-20T12:30:00Z')
    const { codes: waiting } = (await anna.call('GET home/waiting')).body as WaitingWork
    await update({ recalled_at: now })
    expect(await codes()).toEqual([])
    expect((await anna.call('GET home/waiting')).body).toMatchObject({ codes: waiting - 1 })
    await update({ recalled_at: null })
    await db.updateTable('store_stock').set({ offered: true }).where('product_id', '=', product_id).execute()
    expect(await codes()).toEqual([])
  })
})

describe('the terminals of a store', () => {
  test('are those that take its payments, each marked while it is busy', async () => {
    const store = await addStore(database, { payment_mode: 'terminal' })
    await addTerminal(store, 'test')
    const real = await addTerminal(store, 'jsonpos')
    expect((await getHome(store)).terminals).toEqual([
      { id: real, name: `jsonpos of ${store}`, store_id: store, store_name: 'A store', is_busy: false },
    ])
    const paid = await pay(store, 100, '2026-11-20T10:00:00Z')
    await database.pool.query(`UPDATE payment_attempt SET state = 'SENT', terminal_id = $2 WHERE id = $1`, [
      paid.attempt_id,
      real,
    ])
    expect((await getHome(store)).terminals).toMatchObject([{ id: real, is_busy: true }])
    await database.pool.query(`UPDATE terminal SET retired_at = now() WHERE id = $1`, [real])
    expect((await getHome(store)).terminals).toEqual([])
  })
})

describe('test payments', () => {
  test('are shown while a shop has no others, and counted separately once a real terminal takes payments', async () => {
    const other = await testDatabase()
    const office = await openShop({ database: other, now: () => now, modules: ['administration'] })
    const berta = await office.caller('admin')
    const [store] = [await addStore(other)]
    const add = async (provider: string) => {
      const row = { store_id: store, name: provider, provider }
      const { id } = await other.kysely.insertInto('terminal').values(row).returning('id').executeTakeFirstOrThrow()
      return id
    }
    const sell = (terminal: number, cents: number) =>
      other.pool.query(PAYMENT, [berta.id, store, cents, '2026-11-20T06:10:00Z', terminal])
    const shown = async () => (await berta.call('GET home')).body as AdminHome
    const testTerminal = await add('test')
    await sell(testTerminal, 1000)
    expect(await shown()).toMatchObject({
      is_test: true,
      excluded_tests: { purchases: 0, sales: 0 },
      today: { current: { sales: 10, purchases: 1 } },
    })
    await sell(await add('jsonpos'), 250)
    expect(await shown()).toMatchObject({
      is_test: false,
      excluded_tests: { purchases: 1, sales: 10 },
      today: { current: { sales: 2.5, purchases: 1 } },
      week: { current: { sales: 2.5, purchases: 1 } },
    })
    await office.close()
    await other.close()
  })
})
