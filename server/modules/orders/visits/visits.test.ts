import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Visit } from '#contract/orders/visits.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let helsinki: number
let azores: number
let userId: number
beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-07-02T10:00:00Z'),
    modules: ['stores', 'orders', 'administration'],
  })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const db = office.database.kysely
  helsinki = await addStore(office.database, { name: 'Ärlan puoti' })
  azores = await addStore(office.database, { name: 'Zetan puoti', time_zone: 'Atlantic/Azores' })
  const user = { email: 'aino@puoti.example', phone: '+358401234567', language_id: 1001 }
  ;({ id: userId } = await db.insertInto('app_user').values(user).returning('id').executeTakeFirstOrThrow())
  const at = (store_id: number, text: string) => {
    const times = { created_at: new Date(text), last_at: new Date(text) }
    return { store_id, user_id: userId, began_by: 'store' as const, ...times }
  }
  const rows = [
    at(helsinki, '2026-06-30T20:59:59Z'),
    at(helsinki, '2026-06-30T21:00:00Z'),
    at(helsinki, '2026-07-01T20:59:59Z'),
    at(helsinki, '2026-07-01T21:00:00Z'),
    // The Azores are at UTC in summer.
    at(azores, '2026-06-30T23:59:59Z'),
    at(azores, '2026-07-01T00:00:00Z'),
    at(azores, '2026-07-01T23:59:59Z'),
    at(azores, '2026-07-02T00:00:00Z'),
  ]
  await db.insertInto('visit').values(rows).execute()
})
afterAll(() => office.close())

const list = async (path: string) => {
  const { status, body } = await office.me.call(`GET visits/${path}`)
  expect(status).toBe(200)
  return body as { items: Visit[]; total: number }
}
const times = ({ items }: { items: Visit[] }) => items.map(({ created_at }) => created_at)

test('a day of visits begins and ends at the store’s own midnight, and is listed newest first', async () => {
  const day = await list('2026-07-01')
  expect(day.total).toBe(4)
  expect(times(day)).toEqual([
    '2026-07-01T23:59:59.000Z',
    '2026-07-01T20:59:59.000Z',
    '2026-07-01T00:00:00.000Z',
    '2026-06-30T21:00:00.000Z',
  ])
  expect(day.items[0]).toMatchObject({
    store: { id: azores, name: 'Zetan puoti', time_zone: 'Atlantic/Azores' },
    user: { id: userId, email: 'aino@puoti.example', phone: '+358401234567' },
  })
})

test('the list has a filter by store, another order, and pages', async () => {
  expect(times(await list(`2026-07-01?store=${helsinki}&sort=at`))).toEqual([
    '2026-06-30T21:00:00.000Z',
    '2026-07-01T20:59:59.000Z',
  ])
  expect((await list('2026-07-01?sort=-store')).items.map(({ store }) => store.name)[0]).toBe('Ärlan puoti')
  const page = await list('2026-07-01?size=3&page=2')
  expect([page.total, page.items.length]).toEqual([4, 1])
  expect(await list('2026-07-09')).toEqual({
    items: [],
    total: 0,
    sums: { paid: 0, purchases: 0 },
    counts: { purchase: { true: 0, false: 0 } },
  })
})

test.each(['2026-02-30', 'today', '20260701', '2026-07-01?colour=red', '2026-07-01?store=x'])(
  'an invalid day or filter is refused: %s',
  async path => {
    expect((await office.me.call(`GET visits/${path}`)).status).toBe(422)
  },
)

test('the export has the same rows in the store’s time zone, and is recorded in the audit log', async () => {
  const { text } = await office.me.call(`GET visits/2026-07-01.csv?store=${helsinki}&sort=at`)
  const [head, ...rows] = text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
  expect(head).toBe('id;at;store_id;store;user_id;email;phone;door_codes;began_by;orders;paid')
  expect(rows.map(row => row.split(';').slice(1, 4))).toEqual([
    ['2026-07-01 00:00:00', String(helsinki), 'Ärlan puoti'],
    ['2026-07-01 23:59:59', String(helsinki), 'Ärlan puoti'],
  ])
  expect(rows[0]).toMatch(/;aino@puoti\.example;\S*\+358401234567/)
  const { raw } = await office.me.call('GET visits/2026-07-01.xlsx')
  expect(raw.subarray(0, 2).toString()).toBe('PK')
  const { changes } = await office.database.kysely
    .selectFrom('audit_entry')
    .select('changes')
    .where('kind', '=', 'export')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(changes).toContainEqual({ field: 'list', from: null, to: 'visits' })
})
