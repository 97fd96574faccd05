import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminPreorderEvent, PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import type { FoodInformation } from '#domain/catalogue/food-information.ts'
import type { EventProblem } from '#domain/preorders/preorder-event-form.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { sheetHeadings } from '#test/files/unzip.ts'
import { addFoodInformation, addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
let store: number
let otherStore: number
let perch: number
let salmon: number
let milk: number

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['preorders', 'administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
  store = await addStore(database, { name: 'Kylä', enable_preorders: true })
  otherStore = await addStore(database, { name: 'Satama', enable_preorders: true })
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const beforehand = { vatClassId, product_type: 'preorder' } as const
  perch = await addProduct(database, { ...beforehand, names: { en: 'Perch', fi: 'Ahven' } })
  salmon = await addProduct(database, { ...beforehand, names: { en: 'Salmon', fi: 'Lohi' }, unit: 'kg' })
  milk = await addProduct(database, { vatClassId, names: { en: 'Milk' } })
  await addFoodInformation(database, [perch, salmon, milk])
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const form = () => ({
  names: { en: 'Fish day', fi: 'Kalapäivä', sv: '' },
  descriptions: { en: '', fi: 'Tuoretta kalaa', sv: '' },
  start_date: '2026-12-04',
  end_date: '2026-12-05',
  order_until: null as string | null,
  status: 'open',
  store_ids: [store],
  products: [
    { product_id: salmon, cap: 12.5 as number | null },
    { product_id: perch, cap: null },
  ],
})

async function added(changes: Partial<ReturnType<typeof form>> = {}): Promise<AdminPreorderEvent> {
  const { status, body } = await anna.call('POST preorder-events', { ...form(), ...changes })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as AdminPreorderEvent
}
const saved = ({ id, revision }: AdminPreorderEvent, changes: Partial<ReturnType<typeof form>>) =>
  anna.call(`PUT preorder-events/${id}`, { ...form(), revision, ...changes })
const getProblems = ({ body }: { body: unknown }) => (body as { problems: EventProblem[] }).problems
const getRows = async (query: string) => {
  const { items } = (await anna.call(`GET preorder-events${query}`)).body as { items: PreorderEventRow[] }
  return items
}
const getAuditLog = (id: number) => listAuditEntries(anna, `preorder_event/${id}`)

/** Adds a booked order, and its quantity of each product. */
async function booked(eventId: number, { storeId = store, products = [salmon], pieces = 1 } = {}): Promise<number> {
  const shopper = await addShopper(database)
  const order = { preorder_event_id: eventId, order_type: 'preorder', status: 'preorder_booked' } as const
  const id = await addOrder(database, { ...order, user_id: shopper, store_id: storeId, products })
  // `addOrder` itself books one piece of each.
  for (const productId of products) await book(eventId, productId, pieces - 1)
  return id
}
const book = (eventId: number, productId: number, pieces: number) =>
  sql`UPDATE preorder_event_item SET booked_thousandths = booked_thousandths + ${pieces * 1000}::bigint
    WHERE event_id = ${eventId} AND product_id = ${productId}`.execute(database.kysely)

describe('a pre-order event', () => {
  test('is created and read with its stores and its products in order, and has an entry in the audit log', async () => {
    const event = await added({ order_until: '2026-12-02T18:00:00Z' })
    expect(await anna.call(`GET preorder-events/${event.id}?lang=fi`)).toMatchObject({
      body: {
        revision: 1,
        names: { fi: 'Kalapäivä' },
        order_until: '2026-12-02T18:00:00.000Z',
        stores: [{ store_id: store, name: 'Kylä', takes_preorders: true, orders: 0 }],
        products: [
          { product_id: salmon, name: 'Lohi', unit: 'kg', cap: 12.5, booked: 0, remaining: 12.5, orders: 0 },
          { product_id: perch, name: 'Ahven', cap: null, remaining: null },
        ],
        orders: 0,
        value: 0,
      },
    })
    const [entry] = await getAuditLog(event.id)
    expect(entry).toMatchObject({ action: 'created', by: { id: anna.id } })
    expect(entry?.changes).toContainEqual({ field: `products.${perch}`, from: null, to: 'unlimited' })
  })

  test('is changed with its caps, order, stores and dates in the audit log, and an unchanged save has no effect', async () => {
    const event = await added()
    const products = [
      { product_id: perch, cap: 3 },
      { product_id: salmon, cap: 12.5 },
    ]
    const change = { start_date: '2026-12-03', products, store_ids: [store, otherStore] }
    const { status, body } = await saved(event, change)
    expect({ status, body }).toMatchObject({ status: 200, body: { revision: 2, products } })
    const [entry] = await getAuditLog(event.id)
    expect(entry?.changes.map(({ field }) => field)).toEqual([
      'product_order',
      `products.${perch}`,
      'start_date',
      'stores',
    ])
    const again = await saved(body as AdminPreorderEvent, change)
    expect(again).toMatchObject({ status: 200, body: { revision: 2 } })
    expect((await getAuditLog(event.id)).length).toBe(2)
  })

  test('is not overwritten when another admin saved it meanwhile, and the current record is returned', async () => {
    const event = await added()
    await bertil.call(`PUT preorder-events/${event.id}`, { ...form(), revision: 1, end_date: '2026-12-09' })
    const late = await saved(event, { end_date: '2026-12-08' })
    expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', current: { end_date: '2026-12-09' } } })
  })

  test('sells only pre-order products, in published stores that take pre-orders', async () => {
    const hidden = await addStore(database, { published: false, enable_preorders: true })
    const plain = await addStore(database)
    const products = [milk, 999_999].map(product_id => ({ product_id, cap: null }))
    const refused = await anna.call('POST preorder-events', {
      ...form(),
      store_ids: [hidden, plain, 999_999],
      products,
    })
    expect(refused).toMatchObject({ status: 422, body: { code: 'form.invalid' } })
    expect(getProblems(refused)).toEqual([
      { field: `stores.${hidden}`, problem: 'noPreorders' },
      { field: `stores.${plain}`, problem: 'noPreorders' },
      { field: 'stores.999999', problem: 'unknown' },
      { field: `items.${milk}`, problem: 'notPreorder' },
      { field: 'items.999999', problem: 'unknown' },
    ])
  })

  test('keeps a store that is no longer published, and shows that it takes no pre-orders', async () => {
    const closing = await addStore(database, { enable_preorders: true })
    const event = await added({ store_ids: [store, closing] })
    await database.kysely.updateTable('store').set({ published: false }).where('id', '=', closing).execute()
    const { status, body } = await saved(event, { store_ids: [store, closing], end_date: '2026-12-06' })
    expect(status).toBe(200)
    expect((body as AdminPreorderEvent).stores).toContainEqual(
      expect.objectContaining({ store_id: closing, takes_preorders: false }),
    )
  })

  test.each([
    ['open without goods', { products: [] }, 'products required'],
    ['ending before it starts', { end_date: '2026-12-03' }, 'end_date endsBeforeStart'],
    ['without a name', { names: { en: '', fi: ' ', sv: '' } }, 'names required'],
  ])('is not created %s', async (_what, changes, expected) => {
    const refused = await anna.call('POST preorder-events', { ...form(), ...changes })
    expect(refused.status).toBe(422)
    expect(getProblems(refused).map(({ field, problem }) => `${field} ${problem}`)).toEqual([expected])
  })
})

describe('an event with bookings', () => {
  test('has totals of each product, of each store and of the event', async () => {
    const event = await added({ store_ids: [store, otherStore] })
    await booked(event.id, { products: [salmon, perch] })
    await booked(event.id, { pieces: 2.5 })
    const order = { preorder_event_id: event.id, order_type: 'preorder', products: [salmon], store_id: store } as const
    await addOrder(database, { ...order, user_id: await addShopper(database), status: 'checkout' })
    const cancelled = { status: 'preorder_booked', cancelled_at: new Date() } as const
    await addOrder(database, { ...order, user_id: await addShopper(database), ...cancelled })
    const { body } = await anna.call(`GET preorder-events/${event.id}`)
    expect(body).toMatchObject({
      orders: 2,
      value: 3,
      stores: [{ orders: 2 }, { orders: 0 }],
      products: [
        { product_id: salmon, booked: 3.5, remaining: 9, orders: 2 },
        { product_id: perch, booked: 1, remaining: null, orders: 1 },
      ],
    })
    expect((await getRows('')).find(({ id }) => id === event.id)).toMatchObject({
      stores: 2,
      products: 2,
      booked: 4.5,
      orders: 2,
      value: 3,
    })
  })

  test('refuses a cap below the booked quantity, returns that quantity, and keeps the cap', async () => {
    const event = await added()
    await booked(event.id, { pieces: 4.5 })
    const refused = await saved(event, { products: [{ product_id: salmon, cap: 4 }] })
    expect(refused).toMatchObject({ status: 422, body: { code: 'form.invalid' } })
    expect(getProblems(refused)).toEqual([{ field: `items.${salmon}`, problem: 'belowBooked', booked: 4.5 }])
    expect(await anna.call(`GET preorder-events/${event.id}`)).toMatchObject({
      body: { revision: 1, products: [{ cap: 12.5, booked: 4.5 }, {}] },
    })
    expect((await saved(event, { products: [{ product_id: salmon, cap: 4.5 }] })).status).toBe(200)
  })

  test('keeps booked products and the stores of orders, and can’t become a draft', async () => {
    const event = await added({ store_ids: [store, otherStore] })
    await booked(event.id, { storeId: otherStore, pieces: 2 })
    const refused = await saved(event, { status: 'draft', products: [{ product_id: perch, cap: null }] })
    expect(getProblems(refused)).toEqual([
      { field: 'status', problem: 'hasOrders', count: 1 },
      { field: `stores.${otherStore}`, problem: 'hasOrders', count: 1 },
      { field: `items.${salmon}`, problem: 'hasBookings', booked: 2 },
    ])
    const stores = [store, otherStore]
    expect((await saved(event, { status: 'closed', store_ids: stores, start_date: '2026-12-01' })).status).toBe(200)
  })

  test('keeps the booked quantity and a cap above it when it is saved during concurrent bookings', async () => {
    const event = await added({ products: [{ product_id: salmon, cap: 100 }] })
    const salmonAt = (cap: number) => ({ products: [{ product_id: salmon, cap }] })
    // A booking over the cap is refused by the schema, perhaps while a save is in progress.
    const bookings = Promise.allSettled(Array.from({ length: 30 }, () => book(event.id, salmon, 1)))
    let current = event
    const bookedPieces: number[] = []
    for (let cap = 12; cap < 30; cap += 6) {
      const { status, body } = await saved(current, salmonAt(cap))
      if (status === 200) current = body as AdminPreorderEvent
      else bookedPieces.push(...getProblems({ body }).map(({ booked: pieces = 0 }) => pieces))
    }
    const done = (await bookings).filter(({ status }) => status === 'fulfilled').length
    const { body } = await anna.call(`GET preorder-events/${event.id}`)
    const [item] = (body as AdminPreorderEvent).products
    expect(item?.booked).toBe(done)
    expect(item?.cap).toBeGreaterThanOrEqual(done)
    expect(bookedPieces.every(pieces => pieces > 12 && pieces <= 30)).toBe(true)
  })

  test('waits with a lower cap for a booking in progress, and then counts it', async () => {
    const event = await added()
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: hasBooked, resolve: notifyBooked } = Promise.withResolvers<void>()
    const booking = database.kysely.transaction().execute(async trx => {
      await sql`UPDATE preorder_event_item SET booked_thousandths = 7000
        WHERE event_id = ${event.id} AND product_id = ${salmon}`.execute(trx)
      notifyBooked()
      await mayCommit
    })
    await hasBooked
    const lowered = saved(event, { products: [{ product_id: salmon, cap: 5 }] })
    const first = await Promise.race([lowered, sleep(200, 'waits')])
    expect(first).toBe('waits')
    commit()
    await booking
    expect(getProblems(await lowered)).toContainEqual({
      field: `items.${salmon}`,
      problem: 'belowBooked',
      booked: 7,
    })
  })
})

describe('removing an event', () => {
  test('removes a draft without orders and keeps its audit log', async () => {
    const event = await added({ status: 'draft' })
    const shopper = await addShopper(database, { active_preorder_event_id: event.id })
    expect(await anna.call(`DELETE preorder-events/${event.id}`)).toMatchObject({ status: 200 })
    expect((await anna.call(`GET preorder-events/${event.id}`)).status).toBe(404)
    expect((await getAuditLog(event.id)).map(({ action }) => action)).toEqual(['removed', 'created'])
    const user = database.kysely.selectFrom('app_user').select('active_preorder_event_id').where('id', '=', shopper)
    expect(await user.executeTakeFirst()).toEqual({ active_preorder_event_id: null })
  })

  test('refuses an open event, and a draft with an order', async () => {
    const open = await added()
    expect(await anna.call(`DELETE preorder-events/${open.id}`)).toMatchObject({ status: 409 })
    const draft = await added({ status: 'draft' })
    const order = { preorder_event_id: draft.id, order_type: 'preorder', status: 'preorder_booked' } as const
    const changes = { ...order, cancelled_at: new Date(), user_id: await addShopper(database), store_id: store }
    await addOrder(database, changes)
    const refused = await anna.call(`DELETE preorder-events/${draft.id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'record.inUse', orders: 1 } })
    expect((await anna.call(`GET preorder-events/${draft.id}`)).status).toBe(200)
  })
})

describe('the list of events', () => {
  const name = (en: string) => ({ names: { en, fi: '', sv: '' } })

  test('is searched in every language, filtered by status and store, and sorted', async () => {
    const easter = await added({ ...name('Listed Easter'), start_date: '2027-03-26', end_date: '2027-03-27' })
    const advent = await added({ ...name('Listed Advent'), status: 'draft', store_ids: [otherStore] })
    const ids = async (query: string) => (await getRows(query)).map(({ id }) => id)
    expect(await ids('?q=listed')).toEqual([easter.id, advent.id])
    expect(await ids('?q=LISTED&sort=name')).toEqual([advent.id, easter.id])
    expect(await ids('?q=listed&status=draft')).toEqual([advent.id])
    expect(await ids(`?q=listed&store_id=${store}`)).toEqual([easter.id])
    const finnish = await added({ names: { en: '', fi: 'Äyriäispäivä', sv: 'Skaldjursdag' } })
    expect(await ids(`?q=${encodeURIComponent('äyriäis')}`)).toEqual([finnish.id])
    expect((await getRows('?q=skaldjur&lang=en'))[0]?.name).toBe('Äyriäispäivä')
  })

  test('is exported with all its columns', async () => {
    const event = await added({ ...name('Exported'), order_until: '2026-12-02T18:00:00Z' })
    const { status, text } = await anna.call('GET preorder-events.csv?q=exported&lang=en')
    expect(status).toBe(200)
    const [head, row] = text.replace('\uFEFF', '').split(/\r?\n/)
    expect(head?.split(';')).toEqual(
      'id name status start_date end_date order_until stores products booked orders value'.split(' '),
    )
    expect(row).toContain(`${event.id};Exported;open;2026-12-04;2026-12-05;02.12.2026 20:00;1;2;0;0;0`)
    const sheet = await anna.call('GET preorder-events.xlsx?q=exported&lang=fi')
    expect(sheetHeadings(sheet.raw).slice(0, 4)).toEqual(['Numero', 'Nimi', 'Tila', 'Ensimmäinen päivä'])
  })

  test('is available as choices, latest first', async () => {
    const last = await added({ ...name('Last of all'), start_date: '2030-01-01', end_date: '2030-01-01' })
    const { body } = await anna.call('GET preorder-event-choices?lang=en')
    const expected = { id: last.id, name: 'Last of all', start_date: '2030-01-01', status: 'open' }
    expect((body as object[])[0]).toMatchObject(expected)
  })
})

describe('foods without mandatory information', () => {
  const names = { en: 'Pie', fi: 'Piirakka', sv: '' }
  const pie = async (food?: Partial<FoodInformation>) => {
    const vatClassId = await addVatClass(database, { name: `food ${Math.random()}`, rates: { '2020-01-01': 1350 } })
    const id = await addProduct(database, { vatClassId, product_type: 'preorder', names })
    if (food) await addFoodInformation(database, [id], food)
    return id
  }
  const kind = 'unpacked' as const
  const selling = (id: number) => [{ product_id: id, cap: null }]

  test('keep an event from being opened, which says what is missing in the languages of its stores', async () => {
    const swedish = await addStore(database, { name: 'Ö', enable_preorders: true, food_languages: 'fi_sv' })
    const id = await pie({ kind, ingredients: { fi: '**ruis**', sv: '', en: '' } })
    const undecided = await pie()
    const products = [...selling(id), ...selling(undecided)]
    const refused = await anna.call('POST preorder-events', { ...form(), store_ids: [store, swedish], products })
    expect(refused).toMatchObject({ status: 422, body: { code: 'form.invalid' } })
    expect(getProblems(refused)).toEqual([
      {
        field: `items.${id}`,
        problem: 'foodMissing',
        missing: [
          { part: 'name', languages: ['sv'] },
          { part: 'ingredients', languages: ['sv'] },
          { part: 'allergens', languages: ['fi', 'sv'] },
        ],
      },
      { field: `items.${undecided}`, problem: 'foodMissing', missing: [{ part: 'kind', languages: ['fi', 'sv'] }] },
    ])
  })

  test('may be in a draft, which can’t be opened before they have it', async () => {
    const id = await pie()
    const draft = await added({ status: 'draft', products: selling(id) })
    expect(draft.products).toMatchObject([{ food_missing: [{ part: 'kind', languages: ['fi'] }] }])
    expect(getProblems(await saved(draft, { products: selling(id) }))).toMatchObject([{ problem: 'foodMissing' }])
    const allergens = { contains: [], may_contain: [] }
    await addFoodInformation(database, [id], { kind, ingredients: { fi: '**ruis**', sv: '', en: '' }, allergens })
    expect(await saved(draft, { products: selling(id) })).toMatchObject({
      status: 200,
      body: { status: 'open', products: [{ food_missing: [] }] },
    })
  })

  test('that an open event sells already stay, with a warning, and can’t be joined by others', async () => {
    const old = await pie({ kind: 'not_food' })
    const event = await added({ products: selling(old) })
    await database.kysely.deleteFrom('food_information').where('product_id', '=', old).execute()
    const response = await saved(event, { products: selling(old), end_date: '2026-12-06' })
    expect(response).toMatchObject({ status: 200, body: { products: [{ food_missing: [{ part: 'kind' }] }] } })
    const joined = [...selling(old), ...selling(await pie())]
    const refused = await saved(response.body as AdminPreorderEvent, { products: joined })
    expect(getProblems(refused)).toMatchObject([{ field: `items.${joined[1]?.product_id}`, problem: 'foodMissing' }])
  })
})
