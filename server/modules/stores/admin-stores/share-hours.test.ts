import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoreHours } from '#contract/stores/admin-stores.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let shop: ShopWithCaller
let ids: number[]
beforeAll(async () => {
  shop = await openShop({ as: 'admin', modules: ['stores', 'administration'], now: new Date('2026-11-30T10:00:00Z') })
  ids = []
  for (const name of ['Teijo', 'Kirjakkala', 'Mathildedal']) ids.push(await addStore(shop.database, { name }))
})
afterAll(() => shop.close())

const CLOSED = { date: '2026-12-24', opens_at: null, closes_at: null }
const SHORT = { date: '2026-12-31', opens_at: '10:00', closes_at: '15:00' }
const MONDAY = { weekday: 1, opens_at: '08:00', closes_at: '20:00' }

const list = async (by: Caller = shop.me) => (await by.call('GET store-hours')).body as StoreHours[]
async function save(change: object, { by = shop.me, stores = ids, from = undefined as StoreHours[] | undefined } = {}) {
  const seen = from ?? (await list())
  const chosen = seen.filter(({ id }) => stores.includes(id)).map(({ id, revision }) => ({ id, revision }))
  return by.call('PUT store-hours', { stores: chosen, weekly: null, exceptions: [], reason: 'Christmas', ...change })
}
const daysIn = (stores: StoreHours[]) => stores.map(({ exceptions }) => exceptions.map(({ date }) => date))

test('special days are saved in the chosen stores, replace those of their dates, leave all others, and are removed', async () => {
  expect(await save({ exceptions: [SHORT] }, { stores: ids.slice(0, 1) })).toMatchObject({ status: 200 })
  const saved = await save({ exceptions: [CLOSED, { ...SHORT, date: '2027-01-01' }] })
  expect(daysIn(saved.body as StoreHours[]).toSorted((one, other) => one.length - other.length)).toEqual([
    ['2026-12-24', '2027-01-01'],
    ['2026-12-24', '2027-01-01'],
    ['2026-12-24', '2026-12-31', '2027-01-01'],
  ])
  const [entry] = await listAuditEntries(shop.me, `store/${ids[1]}`)
  expect(entry).toMatchObject({
    reason: 'Christmas',
    changes: [
      { field: 'exceptions.2026-12-24', from: null, to: 'closed' },
      { field: 'exceptions.2027-01-01', from: null, to: '10:00–15:00' },
    ],
  })
  // A store that has these hours already is not changed again.
  const [before, again] = [await list(), (await save({ exceptions: [CLOSED] })).body as StoreHours[]]
  expect(again).toEqual(before)
  const ordinary = await save({ ordinary_dates: ['2026-12-24', '2026-12-31'] })
  expect(daysIn(ordinary.body as StoreHours[])).toEqual([['2027-01-01'], ['2027-01-01'], ['2027-01-01']])
})

test('a week is saved in stores with opening hours, not in one that is always open', async () => {
  await shop.database.kysely.updateTable('store').set({ always_open: true }).where('id', '=', ids[2]!).execute()
  const [usual] = (await list()).filter(({ id }) => id === ids[2])
  const saved = (await save({ weekly: [MONDAY] })).body as StoreHours[]
  const weeks = new Map(saved.map(({ id, weekly }) => [id, weekly]))
  expect([weeks.get(ids[0]!), weeks.get(ids[1]!)]).toEqual([[MONDAY], [MONDAY]])
  expect(weeks.get(ids[2]!)).toEqual(usual?.weekly)
})

test('a store that another admin changed meanwhile is a conflict, and no store is changed', async () => {
  const other = await shop.caller('admin')
  const seen = await list()
  await save({ exceptions: [SHORT] }, { by: other, stores: ids.slice(1, 2) })
  const now = await list()
  const refused = await save({ exceptions: [{ ...SHORT, date: '2027-01-06' }] }, { from: seen })
  expect(refused).toMatchObject({ status: 409, body: { code: 'record.changed', current: now } })
  expect(await list()).toEqual(now)
})

test('two admins who save at the same time both succeed or get a conflict, and never wait for each other', async () => {
  const other = await shop.caller('admin')
  const seen = await list()
  const saves = await Promise.all(
    [shop.me, other].map((by, day) =>
      save(
        { exceptions: [{ ...SHORT, date: `2027-02-0${day + 1}` }] },
        { by, from: day === 0 ? seen : seen.toReversed() },
      ),
    ),
  )
  expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
})

test('wrong times and unknown stores are refused, and only admins may change hours', async () => {
  const wrong = { exceptions: [{ ...SHORT, opens_at: '25:00' }] }
  expect(await save(wrong)).toMatchObject({ status: 422, body: { problems: [{ problem: 'time' }] } })
  const unknown = { stores: [{ id: 999_999, revision: 1 }] }
  expect(await save({ ...unknown, exceptions: [CLOSED] })).toMatchObject({ status: 409 })
  for (const right of ['keeper', 'helper', 'bookkeeper'] as const)
    expect(await save({ exceptions: [CLOSED] }, { by: await shop.caller(right) })).toMatchObject({ status: 403 })
})
