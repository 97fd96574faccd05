import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import type { PreorderEvent } from '#contract/preorders/preorder-events.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let stores: { helsinki: number; stockholm: number; hidden: number; withoutPreorders: number }
let products: { pike: number; perch: number; gone: number; milk: number }
let now = new Date('2026-06-01T09:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => now, modules: ['preorders', 'accounts'] })
  const place = { enable_preorders: true }
  stores = {
    helsinki: await addStore(database, { ...place, name: 'Helsinki' }),
    stockholm: await addStore(database, { ...place, name: 'Ålands stad', time_zone: 'Europe/Stockholm' }),
    hidden: await addStore(database, { ...place, published: false }),
    withoutPreorders: await addStore(database),
  }
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const product = { vatClassId, product_type: 'preorder' } as const
  products = {
    pike: await addProduct(database, { ...product, names: { en: 'Pike' } }),
    perch: await addProduct(database, { ...product, names: { en: 'Perch' } }),
    gone: await addProduct(database, { ...product, enabled: false }),
    milk: await addProduct(database, { vatClassId }),
  }
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const events = async (session: string, language = 'en') =>
  (await server.get(`/api/preorder-events?lang=${language}`, { session })).json<PreorderEvent[]>()
const getRemaining = (session: string, id: number) => server.get(`/api/preorder-events/${id}/remaining`, { session })
const june = { start_date: '2026-06-10', end_date: '2026-06-12' }
const close = (id: number) =>
  database.kysely.updateTable('preorder_event').set({ status: 'closed' }).where('id', '=', id).execute()
const newEvent = (event: Partial<Parameters<typeof addEvent>[1]> = {}) =>
  addEvent(database.kysely, { stores: [stores.helsinki], caps: new Map([[products.pike, 3]]), ...june, ...event })

describe('events that take orders', () => {
  test('have their stores, their deadline, and what is left of their products in order', async () => {
    const all = [stores.helsinki, stores.stockholm, stores.hidden, stores.withoutPreorders]
    const caps = new Map([
      [products.perch, null],
      [products.gone, 5],
      [products.milk, 5],
      [products.pike, 2],
    ])
    const names = { en: '', fi: 'Kalapäivä', sv: 'Fiskdag' }
    const id = await newEvent({ stores: all, caps, names, descriptions: { en: 'Fresh', fi: '', sv: '' } })
    const columns = { booked_thousandths: 500 }
    await database.kysely
      .updateTable('preorder_event_item')
      .set(columns)
      .where('product_id', '=', products.pike)
      .execute()
    const [event, ...others] = await events(await signedInShopper(database))
    expect(others).toEqual([])
    expect(event).toEqual({
      id,
      // A language without a text uses that of the first language that has one, as products do.
      name: 'Kalapäivä',
      description: 'Fresh',
      ...june,
      order_until: '2026-06-09T21:00:00.000Z',
      stores: [
        { id: stores.helsinki, name: 'Helsinki' },
        { id: stores.stockholm, name: 'Ålands stad' },
      ],
      preorder_event_items: [
        { product_id: products.perch, remaining: null, per_shopper: null, own: 0 },
        { product_id: products.pike, remaining: 1.5, per_shopper: null, own: 0 },
      ],
    })
    const elsewhere = await signedInShopper(database, { activeStoreId: stores.stockholm })
    expect((await events(elsewhere, 'sv'))[0]).toMatchObject({
      name: 'Fiskdag',
      order_until: '2026-06-09T22:00:00.000Z',
    })
    await close(id)
  })

  test('are listed, soonest first, while one of their stores takes orders', async () => {
    const session = await signedInShopper(database)
    const later = await newEvent({ start_date: '2026-06-11' })
    const sooner = await newEvent({ stores: [stores.helsinki, stores.stockholm] })
    const drafted = await newEvent({ status: 'draft' })
    const closed = await newEvent({ status: 'closed' })
    const nowhere = [
      await newEvent({ stores: [] }),
      await newEvent({ stores: [stores.hidden, stores.withoutPreorders] }),
    ]
    const until = await newEvent({ order_until: new Date('2026-06-05T12:00:00Z') })
    const idsAt = async (at: string) => {
      now = new Date(at)
      return (await events(session)).map(({ id }) => id)
    }
    expect(await idsAt('2026-06-05T11:59:59Z')).toEqual([sooner, until, later])
    expect(await idsAt('2026-06-05T12:00:00Z')).toEqual([sooner, later])
    // Midnight has come in Helsinki, and not in Stockholm.
    expect(await idsAt('2026-06-09T21:30:00Z')).toEqual([sooner, later])
    expect(await idsAt('2026-06-09T22:00:00Z')).toEqual([later])
    now = new Date('2026-06-01T09:00:00Z')
    for (const id of [later, sooner, drafted, closed, ...nowhere, until]) await close(id)
  })
})

describe('the quantity left', () => {
  test('is returned for open and closed events, and not for drafts and unknown ones', async () => {
    const session = await signedInShopper(database)
    const [open, closed] = [await newEvent(), await newEvent({ status: 'closed', caps: new Map() })]
    expect((await getRemaining(session, open)).json()).toEqual([
      { product_id: products.pike, remaining: 3, per_shopper: null, own: 0 },
    ])
    expect((await getRemaining(session, closed)).json()).toEqual([])
    for (const id of [await newEvent({ status: 'draft' }), 999_999]) {
      expect((await getRemaining(session, id)).json()).toMatchObject({ code: 'notFound' })
    }
    await close(open)
  })

  test('is read from the database at most once a second', async () => {
    const session = await signedInShopper(database)
    const id = await newEvent()
    const report = async () => (await getRemaining(session, id)).body
    // Freezes the clock, however long a busy machine takes for fifty responses.
    vi.useFakeTimers({ toFake: ['performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const book = { booked_thousandths: 1000 }
    const answers = await Promise.all(Array.from({ length: 50 }, report))
    await database.kysely.updateTable('preorder_event_item').set(book).where('event_id', '=', id).execute()
    expect(new Set([...answers, await report()])).toEqual(
      new Set([`[{"product_id":${products.pike},"remaining":3,"per_shopper":null,"own":0}]`]),
    )
    vi.advanceTimersByTime(999)
    expect(await report()).toBe(answers[0])
    vi.advanceTimersByTime(1)
    expect(await report()).toBe(`[{"product_id":${products.pike},"remaining":2,"per_shopper":null,"own":0}]`)
    await close(id)
  })
})

describe('a shopper’s active event', () => {
  const put = async (session: string, changes: object) =>
    server.app.inject({
      method: 'PUT',
      url: '/api/user',
      payload: changes,
      headers: {
        cookie: `${SESSION_COOKIE}=${session}`,
        'x-csrf-token': csrfToken(server.context.secrets, session),
      },
    })

  test('is an open one with its products, and is removed once it is closed', async () => {
    const session = await signedInShopper(database)
    const id = await newEvent({ caps: new Map([products.perch, products.pike].map(each => [each, 1])) })
    const chosen = (await put(session, { activePreorderEventId: id })).json<User>()
    const preorder_event_items = [{ product_id: products.perch }, { product_id: products.pike }]
    expect(chosen).toMatchObject({ activePreorderEventId: id, active_preorder_event: { id, preorder_event_items } })
    const none = { activePreorderEventId: null, active_preorder_event: null }
    expect((await put(session, { activePreorderEventId: null })).json()).toMatchObject(none)
    await put(session, { activePreorderEventId: id })
    await close(id)
    expect((await put(session, {})).json()).toMatchObject(none)
  })

  test('can’t be a draft, a closed or an unknown event', async () => {
    const session = await signedInShopper(database)
    for (const id of [await newEvent({ status: 'draft' }), await newEvent({ status: 'closed' }), 999_999]) {
      const refused = await put(session, { activePreorderEventId: id, language_id: 1003 })
      expect(refused.json()).toMatchObject({ code: 'request.invalid', fields: ['activePreorderEventId'] })
    }
    expect((await put(session, {})).json()).toMatchObject({ language_id: 1001, activePreorderEventId: null })
  })

  test('requires a verified phone', async () => {
    const session = await signedInShopper(database, { isVerified: false })
    expect((await put(session, { activePreorderEventId: null })).json()).toMatchObject({ code: 'session.unverified' })
  })
})
