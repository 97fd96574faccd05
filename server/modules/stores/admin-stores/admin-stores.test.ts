import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminStore, StoreRow } from '#contract/stores/admin-stores.ts'
import type { GeocodingResult } from '#server/adapters/geocoder/geocoder.ts'
import { openLockSettings } from '#server/modules/stores/doors/lock-settings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { nameSeller } from '#test/rows/seller.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { isKnownZone } from './save-store.ts'

const PUOTI = {
  name: 'Kylän puoti',
  address: 'Kylätie 1, 25660 Mathildedal',
  location: { latitude: 60.1861, longitude: 22.9042 },
  time_zone: 'Europe/Helsinki',
  always_open: false,
  weekly: [
    { weekday: 1, opens_at: '08:00', closes_at: '20:00' },
    { weekday: 5, opens_at: '18:00', closes_at: '02:00' },
  ],
  exceptions: [{ date: '2026-12-24', opens_at: null, closes_at: null }],
  published: false,
  enable_preorders: false,
  sells_age_restricted: false,
  payment_mode: 'test',
  lock: null,
}

let database: DatabaseHandle
let server: Shop
let anna: Caller
let now = new Date('2026-11-23T10:00:00Z')
let geocoding: GeocodingResult = { kind: 'found', places: [] }
beforeAll(async () => {
  database = await testDatabase()
  await nameSeller(database)
  server = await openShop({
    database,
    now: () => now,
    hasOutbox: true,
    modules: ['stores', 'administration'],
    services: { geocoder: { find: async () => geocoding } },
  })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function call(request: string, payload?: object) {
  const { status, body, text } = await anna.call(request, payload)
  // Each test expects a certain one of them.
  return { status, body: body as AdminStore & { code?: string; problems?: object[] }, text }
}
const made = async (changes: object = {}) => (await call('POST stores', { ...PUOTI, offer: 'none', ...changes })).body
/** The part of a store that a save sends. */
const getForm = ({ name, address, location, time_zone, always_open, weekly, exceptions, ...store }: AdminStore) => {
  const { published, enable_preorders, sells_age_restricted, payment_mode, revision } = store
  const plain = { name, address, location, time_zone, always_open, weekly, exceptions, lock: null }
  return { ...plain, published, enable_preorders, sells_age_restricted, payment_mode, revision }
}
const save = (store: AdminStore, changes: object) => call(`PUT stores/${store.id}`, { ...getForm(store), ...changes })
const shelf = (storeId: number) =>
  database.kysely
    .selectFrom('store_stock')
    .select(['product_id', 'offered', 'quantity_thousandths', 'alarm_thousandths'])
    .where('store_id', '=', storeId)
    .orderBy('product_id')
    .execute()

test('an admin creates the first store of an empty shop, and it gets a test terminal', async () => {
  expect((await call('GET stores')).body).toEqual({ items: [], total: 0 })
  expect((await call('GET store-choices')).body).toEqual([])
  const store = await made()
  expect(store).toMatchObject({ ...PUOTI, revision: 1, archived_at: null, has_history: false, offers: 0 })
  expect((await call(`GET stores/${store.id}`)).body).toEqual(store)
  const terminals = database.kysely.selectFrom('terminal').select('provider').where('store_id', '=', store.id)
  expect(await terminals.execute()).toEqual([{ provider: 'test' }])
})

test('a store without a position can get one later', async () => {
  const store = await made({ name: 'Paikaton', location: null })
  expect(store.location).toBeNull()
  const location = { latitude: 60.2, longitude: 22.9 }
  const placed = await save(store, { location })
  expect(placed.body).toMatchObject({ location, revision: 2 })
  const { body } = await save(placed.body, { location: null })
  expect(body).toMatchObject({ location: null, revision: 3 })
  expect((await call(`DELETE stores/${store.id}`)).status).toBe(200)
})

test('a store may have a phone, which a save without it leaves', async () => {
  const store = await made({ name: 'Soittopuoti', phone: '+358 40 123 4567' })
  expect(store.phone).toBe('+358401234567')
  const renamed = await save(store, { name: 'Puhelinpuoti' })
  expect(renamed.body).toMatchObject({ phone: '+358401234567', revision: 2 })
  expect((await call('GET stores.csv?q=puhelinpuoti')).text).toMatch(/;phone\r\n.*\+358401234567"?\r\n$/)
  expect(await save(renamed.body, { phone: '040 123' })).toMatchObject({
    status: 422,
    body: { problems: [{ field: 'phone', problem: 'phone' }] },
  })
  const { body } = await save(renamed.body, { phone: null })
  expect(body).toMatchObject({ phone: null, revision: 3 })
  const items = await listAuditEntries(anna, `store/${store.id}`)
  expect(items[0]?.changes).toEqual([{ field: 'phone', from: '+358401234567', to: null }])
  expect((await call(`DELETE stores/${store.id}`)).status).toBe(200)
})

describe('a new store', () => {
  let milk: number
  let beer: number
  let model: number
  beforeAll(async () => {
    const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400 } })
    milk = await addProduct(database, { vatClassId })
    beer = await addProduct(database, { vatClassId, min_age: 18 })
    await addProduct(database, { vatClassId, enabled: false })
    await addProduct(database, { vatClassId, product_type: 'preorder' })
    model = await addStore(database, { name: 'Malli' })
    const row = {
      store_id: model,
      product_id: beer,
      offered: false,
      quantity_thousandths: 5000,
      alarm_thousandths: 2000,
    }
    await database.kysely.insertInto('store_stock').values(row).execute()
  })

  const empty = { offered: true, quantity_thousandths: 0, alarm_thousandths: null }
  test('offers every enabled product, with a quantity of zero', async () => {
    const store = await made({ offer: 'all' })
    expect(await shelf(store.id)).toEqual([
      { product_id: milk, ...empty },
      { product_id: beer, ...empty },
    ])
    expect(store.offers).toBe(2)
  })

  test('offers the products of another store with its stock alarms, but without its quantities', async () => {
    const store = await made({ offer: { same_as_store_id: model } })
    expect(await shelf(store.id)).toEqual([{ ...empty, product_id: beer, offered: false, alarm_thousandths: 2000 }])
    const nothing = await call('POST stores', { ...PUOTI, name: 'Nowhere', offer: { same_as_store_id: 999_999 } })
    expect(nothing.body.code).toBe('store.notFound')
    expect((await call('GET stores?q=nowhere')).body).toMatchObject({ total: 0 })
  })
})

test('an invalid form returns its problems field by field', async () => {
  const wrong = {
    name: ' ',
    location: { latitude: 91, longitude: 23 },
    time_zone: 'Suomi',
    weekly: [{ weekday: 2, opens_at: '25:00', closes_at: '02:00' }],
    exceptions: [{ date: '2026-12-24', opens_at: '10:00', closes_at: null }],
    lock: { provider: 'nuki', settings: { smartlock_id: '123' } },
  }
  expect((await call('POST stores', { ...PUOTI, ...wrong, offer: 'none' })).body).toMatchObject({
    code: 'form.invalid',
    problems: [
      { field: 'name', problem: 'required' },
      { field: 'latitude', problem: 'latitude' },
      { field: 'time_zone', problem: 'timeZone' },
      { field: 'hours.2', problem: 'time' },
      { field: 'exceptions.2026-12-24', problem: 'time' },
    ],
  })
})

test('a time zone is accepted if it has a name that the database knows', async () => {
  const zones = ['Europe/Helsinki', 'UTC', 'Nowhere/At_all'].map(name => isKnownZone(database.kysely, name))
  expect(await Promise.all(zones)).toEqual([true, true, false])
  for (const time_zone of ['+03:00', '-0500', 'EST5EDT4'])
    expect((await call('POST stores', { ...PUOTI, time_zone, offer: 'none' })).body).toMatchObject({
      problems: [{ field: 'time_zone', problem: 'timeZone' }],
    })
  expect((await made({ name: 'Universal', time_zone: 'UTC' })).time_zone).toBe('UTC')
})

describe('a save', () => {
  test('changes the fields it contains, increments the revision and records opening hours in the audit log by day', async () => {
    const store = await made()
    const weekly = [...PUOTI.weekly, { weekday: 3, opens_at: '10:00', closes_at: '24:00' }]
    const changes = { name: 'Uusi nimi', weekly, exceptions: [], reason: 'winter' }
    const { body } = await save(store, changes)
    expect(body).toMatchObject({ name: 'Uusi nimi', revision: 2, exceptions: [] })
    expect(body.weekly.map(({ weekday }) => weekday)).toEqual([1, 3, 5])
    expect((await call(`GET audit/store/${store.id}`)).body).toMatchObject({
      items: [
        {
          reason: 'winter',
          changes: [
            { field: 'exceptions.2026-12-24', from: 'closed', to: null },
            { field: 'hours.3', from: null, to: '10:00–24:00' },
            { field: 'name', from: 'Kylän puoti', to: 'Uusi nimi' },
          ],
        },
        { action: 'created' },
      ],
    })
    expect((await save(body, {})).body.revision).toBe(2)
  })

  test('is refused when it is based on an older revision, and the current record is returned', async () => {
    const store = await made()
    const { body: newer } = await save(store, { name: 'First' })
    const late = await save(store, { name: 'Second' })
    expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', current: newer } })
  })

  test('leaves past exceptions unchanged', async () => {
    const store = await made()
    const old = { store_id: store.id, date: '2025-12-24', opens_at: null, closes_at: null }
    await database.kysely.insertInto('store_hours_exception').values(old).execute()
    const { body } = await save(store, { exceptions: [{ date: '2026-12-31', opens_at: '10:00', closes_at: '15:00' }] })
    expect(body.exceptions.map(({ date }) => date)).toEqual(['2026-12-31'])
    const rows = database.kysely.selectFrom('store_hours_exception').select('date').where('store_id', '=', store.id)
    expect(await rows.orderBy('date').execute()).toEqual([{ date: '2025-12-24' }, { date: '2026-12-31' }])
  })
})

test('a lock’s token is stored encrypted, is kept by later saves, and is never returned', async () => {
  const nuki = { provider: 'nuki', settings: { smartlock_id: '17123' } }
  const withToken = (api_token: string) => ({ ...nuki, settings: { ...nuki.settings, api_token } })
  const store = await made({ lock: withToken('nuki-t0ken') })
  expect(store.lock).toEqual({ ...nuki, has_secrets: true })
  const getRow = () =>
    database.kysely.selectFrom('store').selectAll().where('id', '=', store.id).executeTakeFirstOrThrow()
  const encrypted = (await getRow()).lock_settings_encrypted
  expect(encrypted).not.toContain('t0ken')
  const { body: renamed } = await save(store, { name: 'Other', lock: { ...nuki, settings: { smartlock_id: '5' } } })
  expect(openLockSettings(server.context, await getRow())).toEqual({ smartlock_id: '5', api_token: 'nuki-t0ken' })
  const trail = await call(`GET audit/store/${store.id}`)
  expect(trail.text).not.toContain('t0ken')
  expect(trail.text).toContain('smartlock_id')
  // Another token shows as another fingerprint, and the first one again as its own.
  let saved = renamed
  for (const api_token of ['another', 'nuki-t0ken']) saved = (await save(saved, { lock: withToken(api_token) })).body
  const items = await listAuditEntries(anna, `store/${store.id}`)
  const prints = items.flatMap(({ changes }) => changes.filter(({ field }) => field === 'lock.fingerprint'))
  const [newest, previous] = [prints.at(-1)?.to, prints.at(-2)?.to]
  expect(newest).toMatch(/^#[\w-]{8}$/)
  expect(prints.map(({ to }) => to)).toEqual([newest, previous, newest])
  expect(previous).not.toBe(newest)
  const { body: builtIn } = await save(saved, { lock: { provider: 'rotating', settings: {} } })
  expect(builtIn.lock).toEqual({ provider: 'rotating', settings: {}, has_secrets: false })
  const unknown = await save(builtIn, { lock: nuki })
  expect(unknown.body.problems).toEqual([{ field: 'lock.api_token', problem: 'secretNeeded' }])
})

test('the list is searched by name and address, filtered, sorted in Finnish, and exported', async () => {
  for (const name of ['Äijälä', 'Aamula', 'Zetala'])
    await made({ name, address: `${name}ntie 7, Listaniemi`, enable_preorders: name === 'Zetala' })
  const names = async (query: string) => {
    const { items } = (await anna.call(`GET stores?${query}`)).body as { items: StoreRow[] }
    return items.map(({ name }) => name)
  }
  expect(await names('q=listaniemi')).toEqual(['Aamula', 'Zetala', 'Äijälä'])
  expect(await names('q=listaniemi+ÄIJ')).toEqual(['Äijälä'])
  expect(await names('q=listaniemi&enable_preorders=true')).toEqual(['Zetala'])
  expect(await names('q=listaniemi&status=hidden&payment_mode=test&sort=-name')).toEqual(['Äijälä', 'Zetala', 'Aamula'])
  expect(await names('q=listaniemi&status=published')).toEqual([])
  expect(await names('q=listaniemi&status=archived')).toEqual([])
  expect((await call('GET stores?published=true')).status).toBe(422)
  const { text } = await call('GET stores.csv?q=listaniemi&sort=-name')
  const [head, ...rows] = text.replace('\uFEFF', '').trim().split('\r\n')
  expect(head).toBe(
    'id;name;address;status;payment_mode;terminals;enable_preorders;sells_age_restricted;lock;time_zone;phone',
  )
  expect(rows.map(row => row.split(';').slice(1, 6))).toEqual(
    ['Äijälä', 'Zetala', 'Aamula'].map(name => [name, `"${name}ntie 7, Listaniemi"`, 'hidden', 'test', '1']),
  )
})

describe('the address search', () => {
  const request = () => {
    now = new Date(now.getTime() + 1000)
    return call('GET address-search?q=Ruukintie+4')
  }

  test('runs on the server, and a failing service is reported by code', async () => {
    const place = { label: 'Ruukintie 4', latitude: 60.2, longitude: 22.9 }
    geocoding = { kind: 'found', places: [place] }
    expect((await request()).body).toEqual([place])
    geocoding = { kind: 'timeout' }
    expect(await request()).toMatchObject({ status: 503, body: { code: 'geocoder.timeout' } })
    geocoding = { kind: 'failed', reason: 'HTTP 500' }
    expect(await request()).toMatchObject({ status: 503, body: { code: 'geocoder.failed' } })
    expect((await call('GET address-search?q=x')).status).toBe(422)
  })

  test('is limited to one request per second for all admins together', async () => {
    geocoding = { kind: 'found', places: [] }
    expect((await request()).status).toBe(200)
    const other = await server.caller('admin')
    expect(await other.call('GET address-search?q=Ruukintie+4')).toMatchObject({
      status: 429,
      body: { code: 'rate.limited' },
    })
    expect((await request()).status).toBe(200)
  })

  test('is offered to the web together with the map tiles and test payment', async () => {
    expect((await call('GET store-setup')).body).toEqual({
      tile_url: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
      tile_attribution: '© OpenStreetMap',
      has_address_search: true,
      has_test_payment: true,
    })
  })
})
