import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { recordChange, type RecordChange } from './record-change.ts'

type Trail = { items: AuditEntry[]; total: number; code?: string; fields?: string[] }

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type ChangeInput = Partial<RecordChange> & { by?: Caller; at?: string; reason?: string }
const report = ({ by = anna, at = '2026-03-02T10:00:00Z', reason, ...change }: ChangeInput) =>
  inTransaction(database.kysely, trx =>
    recordChange(trx, {
      kind: 'supplier',
      id: 5001,
      before: null,
      after: { name: 'Farm' },
      author: { userId: by.id, at: new Date(at), reason },
      ...change,
    }),
  )
const trail = async (query: string) => (await anna.call(`GET audit${query}`)).body as Trail

test('a change is recorded field by field, with its user, time and reason', async () => {
  const before = { name: 'Farm', names: { fi: 'Tila', en: 'Farm' } }
  const after = { name: 'Farm', names: { fi: 'Maatila', en: 'Farm' } }
  expect(await report({ id: 6001, before, after, by: bertil, reason: 'misspelt' })).toBe(true)
  const { items, total } = await trail('/supplier/6001')
  expect(total).toBe(1)
  expect(items[0]).toMatchObject({
    kind: 'supplier',
    record_id: 6001,
    action: 'changed',
    by: { id: bertil.id, email: expect.stringContaining('@') },
    at: '2026-03-02T10:00:00.000Z',
    reason: 'misspelt',
    changes: [{ field: 'names.fi', from: 'Tila', to: 'Maatila' }],
  })
})

test('a save that changes nothing adds no audit entry', async () => {
  expect(await report({ id: 6002, before: { name: 'Farm' }, after: { name: 'Farm' } })).toBe(false)
  expect((await trail('/supplier/6002')).total).toBe(0)
})

test('the creation and the removal of a record are recorded as such', async () => {
  await report({ id: 6003 })
  await report({ id: 6003, before: { name: 'Farm' }, after: null })
  expect((await trail('/supplier/6003?sort=at')).items.map(({ action }) => action)).toEqual(['created', 'removed'])
})

test('the audit log refuses a secret', async () => {
  await expect(report({ id: 6004, after: { settings: { api_key: 'k' } } })).rejects.toThrow(/settings.api_key/)
  expect((await trail('/supplier/6004')).total).toBe(0)
})

test('a rolled-back transaction leaves no audit entry', async () => {
  const undone = inTransaction(database.kysely, async trx => {
    await recordChange(trx, {
      kind: 'supplier',
      id: 6005,
      before: null,
      after: { name: 'Farm' },
      author: { userId: anna.id, at: new Date() },
    })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect((await trail('/supplier/6005')).total).toBe(0)
})

test('the audit log is filtered by kind, user and Finnish day, and paged', async () => {
  // 22:00 UTC is midnight in Helsinki in winter.
  for (const at of ['2027-01-09T21:59:59Z', '2027-01-09T22:00:00Z', '2027-01-10T21:59:59Z', '2027-01-10T22:00:00Z'])
    await report({ kind: 'product', id: 7001, by: bertil, at })
  await report({ kind: 'product', id: 7001, by: anna, at: '2027-01-10T12:00:00Z' })
  expect((await trail('?kind=product&from=2027-01-10&until=2027-01-10')).total).toBe(3)
  expect((await trail(`?kind=product&from=2027-01-10&until=2027-01-10&by=${bertil.id}`)).total).toBe(2)
  expect((await trail('?kind=supplier&from=2027-01-10&until=2027-01-10')).total).toBe(0)
  const pages = await Promise.all([1, 2, 3].map(page => trail(`?kind=product&size=2&page=${page}`)))
  const seen = pages.flatMap(({ items }) => items.map(({ id }) => id))
  expect(pages.map(({ items, total }) => [items.length, total])).toEqual([
    [2, 5],
    [2, 5],
    [1, 5],
  ])
  expect(new Set(seen).size).toBe(5)
})

test.each([
  '?sort=by',
  '?sort=-at,id',
  '?size=201',
  '?page=0',
  '?from=2027-02-30',
  '?from=0000-01-01',
  '?until=9999-12-31',
  '?kind=cat',
  '?who=1',
  '/cat/1',
])('an undeclared query is refused: %s', async query => {
  expect((await anna.call(`GET audit${query}`)).status).toBe(422)
})

test('an entry names its record in the requested language, and the ids in its changes', async () => {
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2026-01-01': 1350 } })
  const id = await addProduct(database, { vatClassId, names: { en: 'Salmon', fi: 'Lohi' } })
  const store = await addStore(database, { name: 'Teijo' })
  const before = { vat_class_id: null, stores: { [store]: { offered: false } } }
  const after = { vat_class_id: vatClassId, stores: { [store]: { offered: true } } }
  await report({ kind: 'product', id, before, after })
  const [entry] = (await trail(`/product/${id}?lang=fi`)).items
  expect(entry).toMatchObject({
    name: 'Lohi',
    names: { [`vatClass.${vatClassId}`]: 'food', [`store.${store}`]: 'Teijo' },
  })
  expect((await trail(`/product/${id}?lang=en`)).items[0]?.name).toBe('Salmon')
  const markdowns = { [`product ${id}`]: '2: 30 %', 'group 9999999': '0: 50 %', all: '1: 10 %' }
  await report({ kind: 'store', id: store, before: { markdowns: {} }, after: { markdowns } })
  expect((await trail(`/store/${store}?lang=fi`)).items[0]?.names).toEqual({ [`product.${id}`]: 'Lohi' })
  await report({ kind: 'product', id: 9_999_999 })
  expect((await trail('/product/9999999')).items[0]).toMatchObject({ name: null, names: {} })
})

test('the audit log can be requested in a language', async () => {
  expect((await anna.call('GET audit?lang=fi')).status).toBe(200)
})

test('is searched by the name in any language or number of the record, by the author and by the reason', async () => {
  const names = { fi: 'Kuismakeitto', sv: 'Johannessoppa', en: 'Wort soup' }
  const product = await addProduct(database, {
    names,
    vatClassId: await addVatClass(database, { name: 'soups', rates: { '2026-01-01': 1350 } }),
  })
  await report({ kind: 'product', id: product, after: { price: 2 }, by: bertil, reason: 'verkkokaupan hinta' })
  await report({ kind: 'supplier', id: 7_654_321, by: anna })
  const records = async (q: string) => (await trail(`?q=${encodeURIComponent(q)}`)).items.map(({ record_id: id }) => id)
  for (const q of ['kuismakeitto', 'JOHANNESSOPPA', 'soup wort', 'verkkokaupan', `soup ${product}`])
    expect(await records(q), q).toEqual([product])
  expect(await records('7654321')).toEqual([7_654_321])
  expect(await records('kuismakeitto 7654321')).toEqual([])
  const { items } = await trail('?q=7654321')
  expect(await records(items[0]!.by.email)).toContain(7_654_321)
  expect(await records(items[0]!.by.email)).not.toContain(product)
  await database.pool.query(
    `INSERT INTO audit_entry (kind, record_id, action, user_id, changes, created_at)
      SELECT 'order', n, 'changed', $1, '[]', '2026-03-03T10:00:00Z' FROM generate_series(1, 20000) n`,
    [anna.id],
  )
  // Only the newest entries, of all or of the chosen days, are searched.
  expect(await records('kuismakeitto')).toEqual([])
  expect((await trail('?q=kuismakeitto&until=2026-03-02')).items).toMatchObject([{ record_id: product }])
  // A word of SQL patterns is a word.
  expect(await records('%')).toEqual([])
})
