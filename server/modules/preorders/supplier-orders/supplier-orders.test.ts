import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SupplierOrder } from '#contract/preorders/supplier-orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { eventually } from '#test/eventually.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let store: number
let fish: number
let bread: number
const suppliers = { boat: 0, bakery: 0 }

beforeAll(async () => {
  office = await openShop({ as: 'admin', hasOutbox: true, modules: ['preorders'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  const supplier = async (name: string, email: string | null) =>
    (await database.kysely.insertInto('supplier').values({ name, email }).returning('id').executeTakeFirstOrThrow()).id
  suppliers.boat = await supplier('The boat', 'boat@puoti.example')
  suppliers.bakery = await supplier('Bakery', null)
  const type = { product_type: 'preorder', vatClassId } as const
  fish = await addProduct(database, {
    ...type,
    supplier_id: suppliers.boat,
    names: { en: 'Perch' },
    ean13: '6401234567897',
    unit: 'kg',
  })
  bread = await addProduct(database, { ...type, supplier_id: suppliers.bakery, names: { en: 'Bread' } })
  store = await addStore(database, { name: 'Kylä' })
  await database.pool.query(
    `update operator set name = 'Puoti Ltd', email = 'orders@puoti.example', phone = '+358470000100'`,
  )
})
afterAll(() => office.close())

const event = () =>
  addEvent(database.kysely, {
    stores: [store],
    caps: new Map([
      [fish, null],
      [bread, null],
    ]),
    start_date: '2026-12-01',
    end_date: '2026-12-04',
  })
const book = async (preorder_event_id: number, products: number[]) =>
  addOrder(database, {
    user_id: await addShopper(database),
    store_id: store,
    order_type: 'preorder',
    status: 'preorder_booked',
    preorder_event_id,
    products,
  })
const find = async (eventId: number, supplierId: number) => {
  const { body } = await anna.call(`GET supplier-orders?event_id=${eventId}`)
  return (body as SupplierOrder[]).find(({ supplier }) => supplier.id === supplierId)!
}
const send = (eventId: number, { supplier, lines, last }: SupplierOrder) =>
  anna.call('POST supplier-orders?lang=en', {
    event_id: eventId,
    supplier_id: supplier.id,
    last_id: last?.id ?? null,
    quantities: lines.map(({ product_id, quantity }) => ({ product_id, quantity })),
  })
const getMail = (subject: string) =>
  eventually(() => Promise.resolve(office.mails.find(mail => mail.subject === subject)))

test('a supplier gets the booked quantities of its products as previewed, with replies to the operator', async () => {
  const eventId = await event()
  await book(eventId, [fish, bread])
  await book(eventId, [fish])
  const order = await find(eventId, suppliers.boat)
  expect(order.lines).toEqual([
    {
      product_id: fish,
      name: 'Perch',
      unit: 'kg',
      code: '6401234567897',
      quantity: 2,
      by_store: [{ store_id: store, quantity: 2 }],
      before: null,
    },
  ])
  const preview = await anna.call(`GET supplier-orders/preview?event_id=${eventId}&supplier_id=${suppliers.boat}`)
  expect(preview.body).toMatchObject({
    to: 'boat@puoti.example',
    reply_to: 'orders@puoti.example',
    subject: 'Order: Fish day',
  })
  const sent = await send(eventId, order)
  expect([sent.status, (sent.body as SupplierOrder).last?.sent_to]).toEqual([200, 'boat@puoti.example'])
  const mail = await getMail('Order: Fish day')
  expect(mail).toMatchObject({ to: 'boat@puoti.example', replyTo: 'orders@puoti.example' })
  expect(mail.text).toBe((preview.body as { text: string }).text)
  expect(mail.text).toContain('Perch, 6401234567897: 2\u00a0kg\n  Kylä: 2\u00a0kg')
  expect(mail.text).toContain('01.12.2026–04.12.2026')
  expect(mail.text).toContain('+358\u00a047\u00a0000\u00a00100')
  expect(mail.text).not.toContain('Bread')
  const trail = await database.kysely
    .selectFrom('audit_entry')
    .select(['user_id', 'action'])
    .where('kind', '=', 'supplierOrder')
    .where('record_id', '=', (sent.body as SupplierOrder).last?.id ?? 0)
    .execute()
  expect(trail).toEqual([{ user_id: anna.id, action: 'created' }])
})

test('a second order contains the changes since the last one, and the products no longer wanted', async () => {
  const eventId = await event()
  await database.pool.query(
    `update preorder_event set names = '{"en": "Crayfish", "fi": "", "sv": ""}' where id = $1`,
    [eventId],
  )
  const first = await book(eventId, [fish])
  await send(eventId, await find(eventId, suppliers.boat))
  expect(await find(eventId, suppliers.boat)).toMatchObject({ is_changed: false })
  await database.pool.query('update customer_order set cancelled_at = now() where id = $1', [first])
  const order = await find(eventId, suppliers.boat)
  expect(order).toMatchObject({ is_changed: true, lines: [{ product_id: fish, quantity: 0, before: 1 }] })
  expect((await send(eventId, order)).status).toBe(200)
  const { text } = await getMail('Changed order: Crayfish')
  expect(text).toContain('Perch, 6401234567897: nothing (was 1\u00a0kg)')
  expect(text).toContain('This order replaces the one sent on')
})

test('an outdated order is not sent, and only one of several concurrent requests sends it', async () => {
  const eventId = await event()
  await book(eventId, [fish])
  const seen = await find(eventId, suppliers.boat)
  await book(eventId, [fish])
  const refused = await send(eventId, seen)
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      code: 'record.changed',
      current: expect.objectContaining({ lines: [expect.objectContaining({ quantity: 2 })] }),
    }),
  ])
  const now = await find(eventId, suppliers.boat)
  const answers = await Promise.all([send(eventId, now), send(eventId, now), send(eventId, now)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
})

test('the letter is in the supplier’s language, whoever sends it', async () => {
  const eventId = await event()
  await database.pool.query(
    `update preorder_event set names = '{"en": "Pike", "fi": "Hauki", "sv": ""}' where id = $1`,
    [eventId],
  )
  await database.kysely.updateTable('supplier').set({ language: 'fi' }).where('id', '=', suppliers.boat).execute()
  await book(eventId, [fish])
  const preview = await anna.call(
    `GET supplier-orders/preview?event_id=${eventId}&supplier_id=${suppliers.boat}&lang=en`,
  )
  expect(preview.body).toMatchObject({ subject: 'Tilaus: Hauki' })
  expect((await send(eventId, await find(eventId, suppliers.boat))).status).toBe(200)
  const { text } = await getMail('Tilaus: Hauki')
  expect(text).toContain('Tilaamme seuraavat tuotteet')
  await database.kysely.updateTable('supplier').set({ language: null }).where('id', '=', suppliers.boat).execute()
})

test('an order to a supplier without an email address is refused', async () => {
  const eventId = await event()
  await book(eventId, [bread])
  const order = await find(eventId, suppliers.bakery)
  expect(order.supplier.email).toBeNull()
  const { status, body } = await send(eventId, order)
  expect([status, (body as { code: string }).code]).toEqual([409, 'supplier.withoutEmail'])
  expect((await anna.call('GET supplier-orders?event_id=999999')).status).toBe(404)
})
