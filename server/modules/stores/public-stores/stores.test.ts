import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '#contract/stores/stores.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findPublishedStore } from './queries.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
/** Kilometres straight north, in degrees. */
const NORTH_KM = 1 / 111.195

describe('stores', () => {
  let database: DatabaseHandle
  let server: Shop
  let session: string
  let now = new Date()
  let evening: number
  let hidden: number

  beforeAll(async () => {
    database = await testDatabase()
    server = await openShop({ database, now: () => now, modules: ['stores'] })
    session = await signedInShopper(database)
    evening = await addStore(database, {
      name: 'Ääni',
      latitude: 60 + 10 * NORTH_KM,
      longitude: 23,
      lock_provider: 'rotating',
    })
    await addStore(database, { name: 'Zorro', latitude: 60 + 2 * NORTH_KM, longitude: 23, always_open: true })
    await addStore(database, { name: 'aamu', latitude: 60 + 5 * NORTH_KM, longitude: 23, payment_mode: 'terminal' })
    hidden = await addStore(database, { name: 'Hidden', latitude: 60, longitude: 23, published: false })
    const hours = { store_id: evening, opens_at: '18:00', closes_at: '02:00' }
    await database.kysely
      .insertInto('store_hours')
      .values(EVERY_DAY.map(weekday => ({ ...hours, weekday })))
      .execute()
    await database.kysely
      .insertInto('store_hours_exception')
      .values([
        { store_id: evening, date: '2026-12-24', opens_at: null, closes_at: null },
        { store_id: evening, date: '2026-12-25', opens_at: '12:00', closes_at: '24:00' },
      ])
      .execute()
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const list = async () => (await server.get('/api/stores', { session })).json<Store[]>()
  /** The evening store at a time of the winter, when Finland is two hours ahead of UTC. */
  const eveningAt = async (finnishTime: string) => {
    now = new Date(`${finnishTime}:00+02:00`)
    return (await list()).find(store => store.id === evening)!
  }

  test('are listed by name in Finnish order, without unpublished ones', async () => {
    expect((await list()).map(store => store.name)).toEqual(['aamu', 'Zorro', 'Ääni'])
  })

  test('have a lock, a payment mode and opening hours', async () => {
    const [aamu, zorro, aani] = await list()
    expect(aani).toMatchObject({ has_lock: true, test_payment: true, always_open: false, time_zone: 'Europe/Helsinki' })
    expect(zorro).toMatchObject({ always_open: true, is_open: true, opens_at: null, closes_at: null, changes_at: null })
    expect(aamu).toMatchObject({
      has_lock: false,
      test_payment: false,
      is_open: false,
      opens_at: null,
      changes_at: null,
    })
  })

  test.each([
    [
      '2026-12-21T17:59',
      { is_open: false, changes_at: '2026-12-21T16:00:00.000Z', opens_at: '18:00', closes_at: '02:00' },
    ],
    ['2026-12-21T18:00', { is_open: true, changes_at: '2026-12-22T00:00:00.000Z' }],
    ['2026-12-22T01:59', { is_open: true, changes_at: '2026-12-22T00:00:00.000Z' }],
    ['2026-12-22T02:00', { is_open: false, changes_at: '2026-12-22T16:00:00.000Z' }],
    ['2026-12-24T01:00', { is_open: true, changes_at: '2026-12-24T00:00:00.000Z', opens_at: null, closes_at: null }],
    ['2026-12-24T18:30', { is_open: false, changes_at: '2026-12-25T10:00:00.000Z' }],
    [
      '2026-12-25T12:00',
      { is_open: true, changes_at: '2026-12-25T22:00:00.000Z', opens_at: '12:00', closes_at: '24:00' },
    ],
    ['2026-12-26T01:00', { is_open: false, changes_at: '2026-12-26T16:00:00.000Z', opens_at: '18:00' }],
  ])('are open or closed at %s by hours past midnight and exceptions', async (time, expected) => {
    expect(await eveningAt(time)).toMatchObject(expected)
  })

  test('show the end of a closure of more than a few days', async () => {
    const dates = ['2027-02-01', '2027-02-02', '2027-02-03', '2027-02-04', '2027-02-05', '2027-02-06']
    const closed = dates.map(date => ({ store_id: evening, date, opens_at: null, closes_at: null }))
    await database.kysely.insertInto('store_hours_exception').values(closed).execute()
    expect(await eveningAt('2027-02-01T12:00')).toMatchObject({
      is_open: false,
      changes_at: '2027-02-07T16:00:00.000Z',
    })
  })

  test('are not sent again to a client that has them, until one is saved, published or opens', async () => {
    now = new Date('2027-03-01T12:00:00+02:00')
    const first = await server.get('/api/stores', { session })
    const headers = { 'if-none-match': first.headers.etag! }
    const again = async () => (await server.get('/api/stores', { session, headers })).statusCode
    expect(first.headers.etag).toBeTruthy()
    expect(await again()).toBe(304)
    const { kysely } = database
    const saved = { enable_preorders: true, revision: 2 }
    await kysely.updateTable('store').set(saved).where('id', '=', evening).execute()
    expect(await again()).toBe(200)
    await kysely.updateTable('store').set({ enable_preorders: false, revision: 3 }).where('id', '=', evening).execute()
    expect(await again()).toBe(304)
    await kysely.updateTable('store').set({ published: true }).where('id', '=', hidden).execute()
    expect(await again()).toBe(200)
    await kysely.updateTable('store').set({ published: false }).where('id', '=', hidden).execute()
    expect(await again()).toBe(304)
    now = new Date('2027-03-01T18:00:00+02:00')
    expect(await again()).toBe(200)
  })

  test('are the same for all concurrent requests', async () => {
    now = new Date('2027-04-01T12:00:00+03:00')
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.get('/api/stores', { session })))
    expect(new Set(answers.map(answer => answer.headers.etag)).size).toBe(1)
    expect(answers[0]!.json<Store[]>().map(store => store.name)).toEqual(['aamu', 'Zorro', 'Ääni'])
  })

  test('have distances in metres, nearest first', async () => {
    const answer = await server.get('/api/stores/distance?latitude=60&longitude=23.0', { session })
    const distances = answer.json<{ id: number; distance: number }[]>()
    expect(distances.map(each => Math.round(each.distance / 10) * 10)).toEqual([2000, 5000, 10000])
    expect(distances.at(-1)!.id).toBe(evening)
  })

  test('a store without a position is listed, without a distance', async () => {
    const id = await addStore(database, { name: 'Paikaton', latitude: null, longitude: null })
    expect((await list()).find(store => store.id === id)).toMatchObject({ location: null })
    const answer = await server.get('/api/stores/distance?latitude=60&longitude=23', { session })
    expect(answer.json<{ id: number }[]>().map(store => store.id)).not.toContain(id)
    await database.kysely.deleteFrom('store').where('id', '=', id).execute()
  })

  test.each([
    ['', ['latitude', 'longitude']],
    ['latitude=60', ['longitude']],
    ['latitude=91&longitude=23', ['latitude']],
    ['latitude=60&longitude=-180.1', ['longitude']],
    ['latitude=NaN&longitude=23', ['latitude']],
    ['latitude=6e1&longitude=23', ['latitude']],
    ['latitude=&longitude=23', ['latitude']],
    ['latitude=60&latitude=61&longitude=23', ['latitude']],
  ])('refuse the position “%s”', async (query, fields) => {
    const answer = await server.get(`/api/stores/distance?${query}`, { session })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'request.invalid', fields })
  })

  test('are shown only to verified shoppers', async () => {
    const unverified = await signedInShopper(database, { isVerified: false })
    for (const path of ['/api/stores', '/api/stores/distance?latitude=60&longitude=23']) {
      expect((await server.get(path)).statusCode).toBe(401)
      expect((await server.get(path, { session: unverified })).json()).toMatchObject({ code: 'session.unverified' })
    }
  })

  test('are found by id when published', async () => {
    expect(await findPublishedStore(database.kysely, evening)).toMatchObject({ id: evening, name: 'Ääni' })
    expect(await findPublishedStore(database.kysely, hidden)).toBeUndefined()
  })
})
