import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventTotals, PickList, PreorderRow } from '#contract/preorders/admin-preorders.ts'
import { vatTotals as receiptOf } from '#domain/catalogue/vat.ts'
import { DAY_MS } from '#domain/durations.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sheetHeadings } from '#test/files/unzip.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

const NOW = new Date('2026-12-05T09:00:00Z')
const DAYS = { start_date: '2026-12-01', end_date: '2026-12-04' }

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let fish: number
let bread: number
const events = { over: 0, ahead: 0 }
const stores = { village: 0, farm: 0 }
const made: Record<string, number> = {}

/** An order whose lines cost `cents`, by product. */
async function book(name: string, changes: Partial<Parameters<typeof addOrder>[1]>, cents: Record<number, number>) {
  const user_id = await addShopper(database, {
    email: `${name}@puoti.example`,
    phone: `+35840555${Object.keys(made).length}111`,
  })
  const total_cents = Object.values(cents).reduce((sum, each) => sum + each, 0)
  const id = await addOrder(database, {
    user_id,
    store_id: stores.village,
    order_type: 'preorder',
    preorder_event_id: events.over,
    status: 'preorder_booked',
    booked_at: new Date(NOW.getTime() - DAY_MS * 20 + Object.keys(made).length * 1000),
    products: Object.keys(cents).map(Number),
    ...changes,
    total_cents,
  })
  for (const [product, line] of Object.entries(cents))
    await database.pool.query(
      `update order_line set total_cents = $3, rate_basis_points = $4 where order_id = $1 and product_id = $2`,
      [id, Number(product), line, Number(product) === fish ? 1350 : 2550],
    )
  made[name] = id
  return id
}

beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => NOW, modules: ['preorders', 'administration'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  // Exports of people need a recent sign-in.
  await database.kysely.updateTable('session').set({ created_at: NOW }).execute()
  const type = { product_type: 'preorder', vatClassId } as const
  fish = await addProduct(database, { ...type, names: { en: 'Perch', fi: 'Ahven' }, unit: 'kg' })
  bread = await addProduct(database, { ...type, names: { en: 'Archipelago bread', fi: 'Saaristolaisleipä' } })
  await database.pool.query(
    `update supplier set name = 'Bakery' where id = (select supplier_id from product where id = $1)`,
    [bread],
  )
  stores.village = await addStore(database, { name: 'Kylä' })
  stores.farm = await addStore(database, { name: 'Tila' })
  const caps = new Map([
    [fish, null],
    [bread, 20],
  ])
  const both = [stores.village, stores.farm]
  events.over = await addEvent(database.kysely, { stores: both, caps, ...DAYS })
  events.ahead = await addEvent(database.kysely, {
    stores: both,
    caps,
    start_date: '2026-12-10',
    end_date: '2026-12-12',
  })
  await book('aino', {}, { [fish]: 333, [bread]: 250 })
  await book('bertil', { status: 'preorder_delivered', store_id: stores.farm }, { [fish]: 47 })
  await book('cecilia', { status: 'complete', paid_at: NOW }, { [bread]: 103, [fish]: 1 })
  await book('dagny', { cancelled_at: NOW }, { [fish]: 999 })
  await book('eino', { preorder_event_id: events.ahead }, { [bread]: 999 })
  await book('draft', { status: 'checkout' }, { [fish]: 999 })
})
afterAll(() => office.close())

const getName = (id: number) => Object.keys(made).find(name => made[name] === id) ?? String(id)
async function listed(query: string) {
  const { status, body } = await anna.call(`GET preorders?${query}`)
  expect([query, status]).toEqual([query, 200])
  return (body as { items: PreorderRow[] }).items.map(({ id }) => getName(id))
}

test('the list contains booked orders, newest first, and is filtered by event, store, supplier, status and pick-up', async () => {
  expect(await listed('')).toEqual(['eino', 'cecilia', 'bertil', 'aino'])
  expect(await listed(`event_id=${events.over}`)).toEqual(['cecilia', 'bertil', 'aino'])
  expect(await listed(`store_id=${stores.farm}`)).toEqual(['bertil'])
  const { rows } = await database.pool.query('select supplier_id from product where id = $1', [bread])
  expect(await listed(`supplier_id=${rows[0].supplier_id}`)).toEqual(['eino', 'cecilia', 'aino'])
  expect(await listed('status=cancelled')).toEqual(['dagny'])
  expect(await listed('status=preorder_delivered')).toEqual(['bertil'])
  expect(await listed('pick_up=waiting')).toEqual(['eino', 'bertil', 'aino'])
  // Aino's goods were never delivered, so they can't be overdue.
  expect(await listed('pick_up=overdue')).toEqual(['bertil'])
  expect(await listed('pick_up=paid')).toEqual(['cecilia'])
  expect(await listed('sort=total_amount')).toEqual(['bertil', 'cecilia', 'aino', 'eino'])
  expect((await anna.call('GET preorders?pickup=paid')).status).toBe(422)
})

test('a row contains the first products with quantity, unit, unit price and line price, and the number of lines', async () => {
  const getLines = async (query: string, name: string) => {
    const { body } = await anna.call(`GET preorders?${query}`)
    const row = (body as { items: PreorderRow[] }).items.find(({ id }) => id === made[name])
    return { items: row?.items, first_lines: row?.first_lines }
  }
  const perch = { name: 'Ahven', quantity: 1, unit: 'kg', unit_price: 1, line_price: 3.33 }
  const loaf = { name: 'Saaristolaisleipä', quantity: 1, unit: 'kpl', unit_price: 1, line_price: 2.5 }
  expect(await getLines('lang=fi', 'aino')).toEqual({ items: 2, first_lines: [perch, loaf] })
  expect(await getLines('lang=en', 'bertil')).toEqual({
    items: 1,
    first_lines: [{ ...perch, name: 'Perch', line_price: 0.47 }],
  })

  const wood = await addProduct(database, { vatClassId, names: { fi: 'Halot' } })
  await book('feodor', { cancelled_at: NOW }, { [fish]: 1, [bread]: 1, [wood]: 1 })
  expect(await getLines('lang=fi&status=cancelled', 'feodor')).toEqual({
    items: 3,
    first_lines: [perch, loaf].map(line => ({ ...line, line_price: 0.01 })),
  })
})

test('an order with a withdrawal is listed until the withdrawal is settled', async () => {
  expect(await listed('pick_up=withdrawn')).toEqual([])
  const by = (id: number) => [id, `SELECT user_id FROM customer_order WHERE id = ${id}`]
  for (const [id, user] of [by(made.cecilia!), by(made.bertil!)])
    await database.pool.query(
      `INSERT INTO preorder_withdrawal (order_id, user_id, product_ids) VALUES (${id}, (${user}), '{${bread}}')`,
    )
  expect(await listed('pick_up=withdrawn')).toEqual(['cecilia', 'bertil'])
  await database.pool.query(`UPDATE preorder_withdrawal SET settled_at = now() WHERE order_id = ${made.bertil}`)
  expect(await listed('pick_up=withdrawn')).toEqual(['cecilia'])
  await database.pool.query('DELETE FROM preorder_withdrawal')
})

test('orders are found by the shopper’s email and phone, by id and by reference number', async () => {
  expect(await listed('q=bertil')).toEqual(['bertil'])
  expect(await listed(`q=${made.aino}`)).toEqual(['aino'])
  expect(await listed(`q=${encodeURIComponent(referenceNumber(made.cecilia!))}`)).toEqual(['cecilia'])
  expect(await listed('q=0405551111')).toEqual(['bertil'])
  expect(await listed(`q=${encodeURIComponent('+358 40 5550 111')}`)).toEqual(['aino'])
})

test('a delivered order is overdue once the last pick-up day is over in the store’s time zone', async () => {
  await database.pool.query(`update store set time_zone = 'Pacific/Honolulu' where id = $1`, [stores.farm])
  // There the 4th lasts until 10:00 UTC on the 5th.
  expect(await listed('pick_up=overdue')).toEqual([])
  await database.pool.query(`update store set time_zone = 'Europe/Helsinki' where id = $1`, [stores.farm])
})

const getTotals = async (query: string) => (await anna.call(`GET preorders/totals?${query}`)).body as EventTotals

test('the totals equal the orders, by supplier, product and store', async () => {
  const shown = await getTotals(`event_id=${events.over}`)
  expect(shown.orders).toBe(3)
  expect(shown.suppliers.map(({ name, products }) => [name, products.map(each => [each.name, each.quantity])])).toEqual(
    [
      ['A farm', [['Perch', 3]]],
      ['Bakery', [['Archipelago bread', 2]]],
    ],
  )
  const [farm] = shown.suppliers
  expect(farm?.products[0]?.by_store).toEqual([
    { store_id: stores.village, quantity: 2 },
    { store_id: stores.farm, quantity: 1 },
  ])
  const { rows } = await database.pool.query<{ order_id: number; cents: number; rate: number }>(
    `select order_id, line.total_cents as cents, rate_basis_points as rate from order_line line
     join customer_order mine on mine.id = order_id
     where preorder_event_id = $1 and cancelled_at is null and status <> 'checkout'`,
    [events.over],
  )
  const receipts = [...Map.groupBy(rows, ({ order_id }) => order_id).values()].map(lines =>
    receiptOf(lines.map(({ cents, rate }) => ({ totalCents: cents, rateBasisPoints: rate }))),
  )
  const sum = (pick: (receipt: (typeof receipts)[number]) => number) =>
    receipts.reduce((cents, receipt) => cents + pick(receipt), 0) / 100
  expect([shown.gross, shown.net, shown.tax]).toEqual([
    sum(r => r.grossCents),
    sum(r => r.netCents),
    sum(r => r.vatCents),
  ])
  expect(shown.vat_by_rate.map(({ vat }) => vat)).toEqual([13.5, 25.5])
  const farmTotals = await getTotals(`event_id=${events.over}&store_id=${stores.farm}`)
  expect([farmTotals.orders, farmTotals.gross, farmTotals.stores.length]).toEqual([1, 0.47, 1])
})

test('the pick list contains each shopper’s goods at a store, and their totals', async () => {
  const { body } = await anna.call(`GET preorders/pick-list?event_id=${events.over}&store_id=${stores.village}&lang=fi`)
  const { orders, products } = body as PickList
  expect(orders.map(({ email, status, items }) => [email, status, items.map(({ name }) => name)])).toEqual([
    ['aino@puoti.example', 'preorder_booked', ['Ahven', 'Saaristolaisleipä']],
    ['cecilia@puoti.example', 'complete', ['Ahven', 'Saaristolaisleipä']],
  ])
  expect(products.map(({ name, quantity }) => [name, quantity])).toEqual([
    ['Ahven', 2],
    ['Saaristolaisleipä', 2],
  ])
  expect((await anna.call(`GET preorders/pick-list?event_id=${events.over}&store_id=999999`)).status).toBe(404)
})

test('those who only help in the store get the pick list without shoppers and sums', async () => {
  const path = `GET preorders/pick-list?event_id=${events.over}&store_id=${stores.village}&lang=fi`
  const helper = await office.caller('helper', [stores.village])
  const { status, body, text } = await helper.call(path)
  const { orders } = body as PickList
  expect([status, text.includes('@')]).toEqual([200, false])
  expect(orders.map(({ email, total_amount, items }) => [email, total_amount, items.length])).toEqual([
    [null, null, 2],
    [null, null, 2],
  ])
  const ids = orders.map(({ id }) => id)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  // A keeper of another store only helps here.
  const rights = { kind: 'keeper', store_id: stores.farm, user_id: helper.id } as const
  await database.kysely.insertInto('user_right').values(rights).execute()
  expect((await helper.call(path)).text).not.toContain('@')
  expect((await helper.call(path.replace(/store_id=\d+/, `store_id=${stores.farm}`))).text).toContain('@')
})

test('totals and pick list have a PDF and a spreadsheet, and exports of the pick list are in the audit log', async () => {
  for (const path of ['totals', 'pick-list']) {
    const query = `event_id=${events.over}&store_id=${stores.village}&lang=fi`
    const pdf = await anna.call(`GET preorders/${path}.pdf?${query}`)
    expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
    // A4, in points.
    expect(pdf.raw.toString('latin1')).toContain('/MediaBox [0 0 595.28 841.89]')
    if (process.env.KEEP_PAPERS) writeFileSync(`${process.env.KEEP_PAPERS}/${path}.pdf`, pdf.raw)
    const xlsx = await anna.call(`GET preorders/${path}.xlsx?${query}`)
    expect(xlsx.status).toBe(200)
    expect(sheetHeadings(xlsx.raw)).toContain('Tuotteen numero')
  }
  const trail = database.kysely.selectFrom('audit_entry').select('changes').where('kind', '=', 'export')
  const lists = (await trail.execute()).flatMap(({ changes }) => changes.filter(({ field }) => field === 'list'))
  expect(lists.map(({ to }) => to)).toEqual(['pickList', 'pickList'])
})

test('the export of the list has a row for each line', async () => {
  const { text } = await anna.call(`GET preorders.csv?event_id=${events.over}&store_id=${stores.village}&q=aino`)
  const [head, ...rows] = text.trim().split('\r\n')
  expect(head).toBe(
    'id;reference_number;status;customer;event;store;booked_at;product_id;product;quantity;unit;unit_price;line_price;total_amount',
  )
  const number = `${made.aino};${referenceNumber(made.aino!)};preorder_booked;aino@puoti.example;Fish day;Kylä`
  expect(rows).toEqual([
    `${number};2026-11-15 11:00:00;${fish};Perch;1;kg;1,00;3,33;5,83`,
    `${number};2026-11-15 11:00:00;${bread};Archipelago bread;1;kpl;1,00;2,50;5,83`,
  ])
})

test('a helper ticks off what has been put aside, and only in the named store', async () => {
  const path = `GET preorders/pick-list?event_id=${events.over}&store_id=${stores.village}&lang=fi`
  const picked = async () => {
    const { orders } = (await anna.call(path)).body as PickList
    return orders.flatMap(({ id, items }) => items.filter(item => item.picked).map(item => [id, item.id]))
  }
  const { orders } = (await anna.call(path)).body as PickList
  const [order] = orders
  const item = { order_id: order!.id, product_id: order!.items[0]!.id }
  const mark = (store_id: number, items: object[], isPicked = true) =>
    helper.call('PUT preorders/picked', { event_id: events.over, store_id, items, picked: isPicked })
  const helper = await office.caller('helper', [stores.village, stores.farm])
  expect(await picked()).toEqual([])
  expect((await mark(stores.village, [item])).status).toBe(200)
  expect((await mark(stores.village, [item, item])).status).toBe(200)
  expect(await picked()).toEqual([[item.order_id, item.product_id]])
  // Of another store, and one of two that the order doesn't have.
  expect((await mark(stores.farm, [item], false)).status).toBe(404)
  expect((await mark(stores.village, [item, { ...item, product_id: 999_999 }], false)).status).toBe(404)
  expect(await picked()).toHaveLength(1)
  expect((await mark(stores.village, [item], false)).status).toBe(200)
  expect(await picked()).toEqual([])
})
