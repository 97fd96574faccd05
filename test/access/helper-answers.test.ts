import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOfficeAccess } from '#contract/endpoint.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import type { ReducedLot } from '#contract/stock/reduced-lots.ts'
import { hasStoreRight } from '#domain/accounts/store-rights.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { unzip } from '#test/files/unzip.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'
import { isUnsafe, type Operation, operations } from './operations.ts'

/** In the addresses of all people. */
const MARK = 'merkki'
/** Of goods, of orders to the supplier, of stock and of sales: no other figure has these digits. */
const SECRETS = [MARK, '7.7391', '7,7391', '777.7', '777,7', '54.17', '54,17', '61.91', '61,91', '313.13', '313,13']

/** A stream names topics and nothing else. */
const forHelpers = operations.filter(
  ({ access, stream }) => isOfficeAccess(access) && hasStoreRight(access, 'helper') && !stream,
)
const bodies: Record<string, () => object | undefined> = {
  'approvals.decide': () => ({ is_approved: true }),
  'stock.move': () => ({ key: `a-count-of-${unique++}`, kind: 'count', lines: [{ product_id: milk, quantity: 7 }] }),
  'stock.undoDelivery': () => ({}),
  'stockTakes.start': () => undefined,
  'stockTakes.count': () => ({ key: `a-stock-take-${unique++}`, product_id: milk, mode: 'set', quantity: 3 }),
  'stockTakes.removeCount': () => undefined,
  'stockTakes.changeState': () => ({ state: 'paused' }),
  'stockTakes.post': () => undefined,
  'shelfLabels.markUnprinted': () => ({ ids: [milk] }),
  'reducedLots.mark': () => ({ lots: [{ lot_id: lot, days_left: 0, percent: 50, reduced_price: 1 }] }),
  'reducedLots.unmark': () => ({ lots: [{ lot_id: lot, days_left: 0 }] }),
  'presence.begin': () => undefined,
  'presence.end': () => undefined,
}
const queries: Record<string, () => string> = {
  'views.list': () => '?list=stock',
  'adminProducts.list': () => `?store=${stocked.storeId}`,
  'shelfLabels.pdf': () => `?format=a4-24&store=${stocked.storeId}`,
  'reducedLots.pdf': () => `?format=a4-24&lot_ids=${lot}`,
  'adminPreorders.pickSheetPdf': () => `?event_id=${event}&store_id=${stocked.storeId}`,
  'adminPreorders.pickList': () => `?event_id=${event}&store_id=${stocked.storeId}`,
}
/** These answers contain what a keeper sees and a helper doesn't. */
const KEPT = [
  'suppliers.list',
  'stock.list',
  'stock.deliveries',
  'stockTakes.list',
  'stockTakes.get',
  'purchaseOrders.list',
  'purchaseOrders.get',
  'listExports.stockCsv',
  'listExports.stockXlsx',
  'adminPreorders.pickList',
]

let shop: Shop
let stocked: Stocked
let milk: number
let event: number
let take: number
let order: number
let lot: number
let admin: Caller
let helper: Caller
let keeper: Caller
let unique = 0
beforeAll(async () => {
  shop = await openShop({ variables: { PUOTI_RATE_LIMIT_FACTOR: '1000' } })
  const { kysely: db } = shop.database
  stocked = await stockShop(shop.database)
  const { storeId } = stocked
  milk = stocked.milk
  admin = await shop.caller('admin')
  keeper = await shop.caller('keeper', [storeId])
  helper = await shop.caller('helper', [storeId])
  await addGoods()
  const booked = await bookPreorder(shop.database, stocked, { total_cents: 31_313 })
  event = booked.eventId
  // The helper's own address is in the options of a passkey.
  await db
    .updateTable('app_user')
    .set({ email: sql<string>`phone || ${`@${MARK}.example`}` })
    .where('id', '<>', helper.id)
    .execute()
})
afterAll(() => shop.close())

async function done<T>(calling: ReturnType<Caller['call']>): Promise<T> {
  const { status, body } = await calling
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  // The caller names the contract's type.
  return body as T
}

/** Purchase prices, an order, a delivery, a stock take, and a view that names an address. */
async function addGoods(): Promise<void> {
  const { storeId } = stocked
  const supplier = await shop.database.kysely
    .updateTable('supplier')
    .set({ email: `tukku@${MARK}.example`, min_order_cents: 77_777 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await done(
    admin.call(`POST products/${milk}/purchase-prices`, {
      supplier_id: supplier.id,
      valid_from: '2026-01-01',
      price: 7.7391,
    }),
  )
  const lines = [{ product_id: milk, quantity: 8 }]
  const draft = { store_id: storeId, supplier_id: supplier.id, note: '', lines }
  const created = await done<PurchaseOrderDetail>(admin.call('POST purchase-orders', draft))
  order = created.id
  const sent = { revision: created.revision, state: 'sent', by_email: true }
  await done(admin.call(`PUT purchase-orders/${order}/state`, sent))
  const received = { supplier_id: supplier.id, purchase_order_id: order, lines: [{ product_id: milk, quantity: 7 }] }
  await done(helper.call(`POST stores/${storeId}/stock-moves`, { key: 'a-delivery', kind: 'delivery', ...received }))
  await addReducedLot()
  take = (await done<{ id: number }>(keeper.call(`POST stores/${storeId}/stock-takes`))).id
  const view = { list: 'users', name: `of ${MARK}`, query: `q=${MARK}`, shared: true }
  for (const list of ['users', 'orders']) await done(admin.call('POST views', { ...view, list }))
}

/** Milk with a code that ends today, at half its price. */
async function addReducedLot(): Promise<void> {
  const { storeId } = stocked
  const rule = { product_id: null, group_id: null, steps: [{ days_left: 0, percent: 50 }] }
  await done(admin.call(`PUT stores/${storeId}/markdown-rules`, { revision: 0, rules: [rule] }))
  await shop.database.kysely.updateTable('product').set({ ean13: '6409000000005' }).where('id', '=', milk).execute()
  const lots = [{ best_before: isoDate(new Date(), 'Europe/Helsinki'), quantity: 1 }]
  const lines = [{ product_id: milk, quantity: 1, lots }]
  await done(helper.call(`POST stores/${storeId}/stock-moves`, { key: 'a-dated-one', kind: 'delivery', lines }))
  const listed = await done<{ items: ReducedLot[] }>(helper.call(`GET stores/${storeId}/reduced-lots`))
  lot = listed.items[0]?.id ?? 0
}

/** The whole response as text: files are unpacked. */
async function read(declared: Operation, caller: Caller) {
  const id = declared.name.startsWith('stockTakes') || declared.name.includes('TakeLines') ? take : order
  const place = declared.stores && 'record' in declared.stores ? id : event
  const path = declared.path
    .replace(':product_id', String(milk))
    .replace(':code', '6400000000001')
    .replace('stores/:id', `stores/${stocked.storeId}`)
    .replace(':id', String(place))
    .replace('admin/', '')
  const answer = await caller.call(
    `${declared.method} ${path}${queries[declared.name]?.() ?? ''}`,
    bodies[declared.name]?.(),
  )
  if (declared.download === 'pdf') return { ...answer, text: readPdf(answer.raw).texts.join(' ') }
  return { ...answer, text: declared.download === 'xlsx' ? [...unzip(answer.raw).values()].join() : answer.text }
}

const secretsIn = (text: string) => SECRETS.filter(secret => text.includes(secret))

describe.each(forHelpers.toSorted((a, b) => Number(isUnsafe(a)) - Number(isUnsafe(b))))('$name', declared => {
  test('tells a helper no purchase price, sum, term of a supplier, or address', async () => {
    const { status, text } = await read(declared, helper)
    if (!isUnsafe(declared)) expect(status).toBe(200)
    expect(secretsIn(text)).toEqual([])
  })
})

test.each(KEPT)('%s tells them to a keeper', async name => {
  const declared = forHelpers.find(each => each.name === name)!
  expect(secretsIn((await read(declared, keeper)).text).length).toBeGreaterThan(0)
})

test('a delivery that a helper received has the prices of its order', async () => {
  const { text } = await keeper.call(`GET stores/${stocked.storeId}/deliveries`)
  expect(secretsIn(text)).toEqual(expect.arrayContaining(['7.7391', '54.17']))
})

test('a helper can’t enter what goods cost', async () => {
  const lines = [{ product_id: milk, quantity: 1, price: 0.01 }]
  const answer = await helper.call(`POST stores/${stocked.storeId}/stock-moves`, {
    key: 'a-price-of-a-helper',
    kind: 'delivery',
    lines,
  })
  expect(answer).toMatchObject({ status: 403, body: { code: 'session.adminRequired' } })
})

test('a keeper of another store is only a helper here', async () => {
  const other = await addStore(shop.database, { name: 'Toinen' })
  const both = await shop.caller('helper', [stocked.storeId])
  const right = { user_id: both.id, kind: 'keeper' as const, store_id: other }
  await shop.database.kysely.insertInto('user_right').values(right).execute()
  for (const name of KEPT.filter(each => each !== 'suppliers.list')) {
    const declared = forHelpers.find(each => each.name === name)!
    expect([name, secretsIn((await read(declared, both)).text)]).toEqual([name, []])
  }
})

test('a shared view is for those who may read its list', async () => {
  const [views, others] = [await helper.call('GET views?list=orders'), await keeper.call('GET views?list=orders')]
  expect([views.body, (others.body as object[]).length]).toEqual([[], 1])
  expect((await keeper.call('GET views?list=users')).body).toEqual([])
  expect(((await admin.call('GET views?list=users')).body as object[]).length).toBe(1)
})
