import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { sheetHeadings } from '#test/files/unzip.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let storeId: number
let milk: number
let butter: number
beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-07-02T10:00:00Z'),
    modules: ['stock', 'administration'],
  })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  storeId = await addStore(database)
  milk = await addProduct(database, {
    vatClassId,
    names: { fi: '=Maito' },
    price_cents: 150,
    stock_alarm_thousandths: 2500,
  })
  butter = await addProduct(database, { vatClassId, names: { fi: 'Voi' }, price_cents: 300 })
  const lines = [milk, butter].map(product_id => ({ product_id, quantity: 3 }))
  await anna.call(`POST stores/${storeId}/stock-moves`, { key: 'delivered-1', kind: 'delivery', lines })
  const wasted = { key: 'wasted-001', kind: 'waste', reason: 'broken; -1', lines: [{ product_id: milk, quantity: 1 }] }
  await anna.call(`POST stores/${storeId}/stock-moves`, wasted)
})
afterAll(() => office.close())

const csv = async (path: string) => {
  const { status, text } = await anna.call(`GET ${path}`)
  expect(status).toBe(200)
  return text.replace('\uFEFF', '').split('\r\n').slice(0, -1)
}

test('the supplier export follows the search and has the number of products', async () => {
  await database.kysely
    .insertInto('supplier')
    .values([
      { name: 'Ärlan', email: 'arlan@farm.example', lead_days: 2, order_days: '14', min_order_cents: 15_000 },
      { name: 'Zetan', is_name_public: false },
    ])
    .execute()
  const [head, ...rows] = await csv('suppliers.csv?sort=-name&q=an')
  expect(head).toBe('id;name;email;products;lead_days;order_days;min_order;is_name_public')
  expect(rows.map(row => row.split(';').slice(1))).toEqual([
    ['Ärlan', 'arlan@farm.example', '0', '2', '14', '150,00', '1'],
    ['Zetan', '', '0', '', '', '', '0'],
  ])
})

test('a store’s stock export follows the order and filters of its list, and escapes formulas', async () => {
  const [head, ...rows] = await csv(`stores/${storeId}/stock.csv?lang=fi&sort=-quantity`)
  expect(head).toBe('product_id;name;quantity;unit;level;alarm_limit;offered;supplier;purchase_price;value')
  expect(rows).toEqual([`${butter};Voi;3;kpl;ok;;0;A farm;;`, `${milk};"'=Maito";2;kpl;low;2,5;0;A farm;;`])
  expect((await csv(`stores/${storeId}/stock.csv?level=low`)).length).toBe(2)
  expect((await anna.call('GET stores/999999/stock.csv')).status).toBe(404)
})

test('a ledger export has the quantity after each stock movement, even when filtered by kind', async () => {
  const [head, ...rows] = await csv(`stores/${storeId}/stock/${milk}/moves.csv?kind=waste`)
  expect(head).toBe('id;at;kind;quantity;quantity_after;reason;by;order_id;stock_take_id;delivery_id')
  expect(rows.length).toBe(1)
  expect(rows[0]?.split(';').slice(1, 5)).toEqual(['2026-07-02 13:00:00', 'waste', '-1', '2'])
  expect(rows[0]).toContain('"broken; -1"')
})

test('a stock take export has the counted quantities, the variances and their value', async () => {
  const { id } = (await anna.call(`POST stores/${storeId}/stock-takes`)).body as { id: number }
  const count = { key: 'counted-01', product_id: milk, mode: 'set', quantity: 1 }
  expect((await anna.call(`POST stock-takes/${id}/counts`, count)).status).toBe(200)
  const [head, ...rows] = await csv(`stock-takes/${id}/lines.csv?lang=fi`)
  expect(head).toBe('product_id;name;unit;expected;counted;variance;value;counted_at')
  expect(rows).toEqual([`${milk};"'=Maito";kpl;2;1;-1;-1,50;2026-07-02 13:00:00`, `${butter};Voi;kpl;3;;;;`])
  expect((await anna.call('GET stock-takes/999999/lines.csv')).status).toBe(404)
})

test('the audit log export has a row for each field, across several batches', async () => {
  await inTransaction(database.kysely, async trx => {
    for (let record = 1; record <= 501; record++)
      await recordChange(trx, {
        kind: 'supplier',
        id: record,
        before: { name: 'A', tags: ['x'] },
        after: { name: `B${record}`, tags: [] },
        author: { userId: anna.id, at: new Date(Date.UTC(2026, 0, 1, 10, 0, record)), reason: 'told' },
      })
  })
  const [head, ...rows] = await csv('audit.csv?kind=supplier&sort=at')
  expect(head).toBe('at;by;kind;record_id;action;field;from;to;reason')
  expect(rows.length).toBe(1002)
  expect(rows[1000]?.split(';').slice(2)).toEqual(['supplier', '501', 'changed', 'name', 'A', 'B501', 'told'])
  expect(rows[0]).toMatch(/^2026-01-01 12:00:01;/)
  expect(await csv('audit.csv?kind=supplier&until=2025-12-31')).toEqual([head])
})

test('the audit log export formats prices with cents', async () => {
  await inTransaction(database.kysely, trx =>
    recordChange(trx, {
      kind: 'product',
      id: milk,
      before: { price: 2.1, sort_order: 2 },
      after: { price: 27, sort_order: 1 },
      author: { userId: anna.id, at: new Date('2026-02-01T10:00:00Z') },
    }),
  )
  const [, ...rows] = await csv('audit.csv?kind=product&sort=at')
  expect(rows.map(row => row.split(';').slice(5, 8))).toEqual([
    ['price', '2,10', '27,00'],
    ['sort_order', '2', '1'],
  ])
})

test('each spreadsheet has headings for people in their language, and each text file the names for programs', async () => {
  const { id: takeId } = await database.kysely.selectFrom('stock_take').select('id').executeTakeFirstOrThrow()
  const paths = Object.values(contract.listExports)
    .filter(({ download }) => download === 'csv')
    .map(({ path }) => path.replace('admin/', '').replace('.csv', ''))
    .map(path => path.replace('stock-takes/:id', `stock-takes/${takeId}`).replace(':date', '2026-07-02'))
    .map(path => path.replace(':id', String(storeId)).replace(':product_id', String(milk)))
  expect(paths.length).toBe(10)
  for (const path of paths) {
    const [names = ''] = await csv(`${path}.csv?lang=fi`)
    expect(names).toMatch(/^[a-z_]+(?:;[a-z_]+)+$/)
    const headings = new Map<string, string[]>()
    for (const lang of ['en', 'fi', 'sv'])
      headings.set(lang, sheetHeadings((await anna.call(`GET ${path}.xlsx?lang=${lang}`)).raw))
    for (const columnHeadings of headings.values()) {
      expect([path, new Set(columnHeadings).size]).toEqual([path, names.split(';').length])
      expect(columnHeadings.filter(heading => !/^[A-ZÄÖÅ\u00C0][^_]*$/.test(heading))).toEqual([])
    }
    expect([path, headings.get('en')]).not.toEqual([path, headings.get('fi')])
    expect([path, headings.get('fi')]).not.toEqual([path, headings.get('sv')])
  }
  expect(sheetHeadings((await anna.call('GET visits/2026-07-02.xlsx?lang=fi')).raw)).toEqual([
    'Numero',
    'Aika',
    'Kaupan numero',
    'Kauppa',
    'Käyttäjän numero',
    'Sähköposti',
    'Puhelin',
    'Ovikoodit',
    'Alkoi',
    'Tilaukset',
    'Maksettu, €',
  ])
})

test('each list is also exported as a spreadsheet, and an unknown filter is refused', async () => {
  const paths = ['suppliers', `stores/${storeId}/stock`, `stores/${storeId}/stock/${milk}/moves`, 'audit']
  for (const path of paths) {
    const { status, raw } = await anna.call(`GET ${path}.xlsx`)
    expect([path, status, raw.subarray(0, 2).toString()]).toEqual([path, 200, 'PK'])
    expect((await anna.call(`GET ${path}.csv?colour=red`)).status).toBe(422)
  }
})

test('an export of users, orders or the audit log is audited, without the search text', async () => {
  const getReported = async () =>
    (await database.kysely.selectFrom('audit_entry').selectAll().where('kind', '=', 'export').orderBy('id').execute())
      .slice(-3)
      .map(({ user_id, action, changes }) => ({ user_id, action, changes }))
  for (const path of ['users.csv?q=somebody', 'orders.xlsx', 'audit.csv?kind=export', 'suppliers.csv'])
    expect((await anna.call(`GET ${path}`)).status).toBe(200)
  const by = { user_id: anna.id, action: 'created' }
  const list = (name: string) => ({ field: 'list', from: null, to: name })
  expect(await getReported()).toEqual([
    { ...by, changes: [list('users'), { field: 'query.q', from: null, to: '…' }] },
    { ...by, changes: [list('orders')] },
    { ...by, changes: [list('audit'), { field: 'query.kind', from: null, to: 'export' }] },
  ])
})
