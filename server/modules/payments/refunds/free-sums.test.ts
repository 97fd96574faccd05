import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import type { OrderRefunds, Refund } from '#contract/payments/refunds.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { readCells } from '#test/files/read-cells.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder, findInvalidSums } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let admin: Caller
let keeper: Caller

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
  admin = await shop.caller('admin')
})
beforeEach(async () => {
  keeper = await shop.caller('keeper', [stocked.storeId])
  await database.pool.query(`UPDATE setting SET value = '{}' WHERE name = 'free_sum_limits'`)
})
afterAll(async () => {
  expect(await findInvalidSums(database)).toEqual([])
  expect(await brokenInvariants(database)).toEqual({})
  await shop.close()
  await database.close()
})

/** Two milks of 1.45 at 13.5 % and a soap of 2.99 at 25.5 %: 5.89 €; as many times. */
async function buy(times = 1) {
  const items = [
    { product_id: stocked.milk, quantity: 2 * times },
    { product_id: stocked.soap, quantity: times },
  ]
  const { session, order } = await paidOrder(shop, items, { stocked })
  return { session, id: order.id }
}
const getRefunds = async (by: Caller, id: number) => (await by.call(`GET orders/${id}/refunds`)).body as OrderRefunds
async function request(by: Caller, id: number, input: object) {
  const { refunded_amount } = await getRefunds(by, id)
  const body = { refunded_amount, reason: 'a torn bag', return_stock: false, ...input }
  return by.call(`POST orders/${id}/refunds`, body)
}
async function refund(by: Caller, id: number, input: object): Promise<Refund> {
  const answer = await request(by, id, input)
  expect(answer).toMatchObject({ status: 202 })
  return eventually(async () => {
    const made = (await getRefunds(by, id)).refunds.find(each => each.id === (answer.body as Refund).id)
    return made?.state === 'DONE' && made
  })
}

test('an admin refunds a free sum, which is shared over the VAT rates and has its own line on the receipt', async () => {
  const { session, id } = await buy()
  expect(await getRefunds(admin, id)).toMatchObject({ free_sum_limit: null })
  const made = await refund(admin, id, { free_sum: 1 })
  expect(made).toMatchObject({ amount: 1, is_free_sum: true, return_stock: false, reason: 'a torn bag' })
  expect(made.lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
    [0, 0.49],
    [0, 0.51],
  ])
  expect(made.vat_by_rate).toEqual([
    { vat: 13.5, gross: 0.49, net: 0.43, tax: 0.06 },
    { vat: 25.5, gross: 0.51, net: 0.41, tax: 0.1 },
  ])
  const receipt = (await shop.call(session, `GET purchases/${id}`)).json<Receipt>()
  expect(receipt.amount_after_refunds).toBe(4.89)
  expect(receipt.refunds[0]?.lines).toMatchObject([
    { kind: 'free_sum', name: '', quantity: 0, amount: -0.49, vat: 13.5 },
    { kind: 'free_sum', name: '', quantity: 0, amount: -0.51, vat: 25.5 },
  ])
  const moved = database.kysely.selectFrom('stock_move').select('id').where('kind', '=', 'return')
  expect(await moved.execute()).toEqual([])
  const [entry] = await listAuditEntries(admin, `order/${id}`)
  expect(entry).toMatchObject({ reason: 'a torn bag', changes: [{ field: 'free_sum', from: null, to: 1 }] })
})

test('free sums and lines together return the order and its VAT to the cent, and no more', async () => {
  const { id } = await buy()
  const [milk, soap] = (await getRefunds(admin, id)).lines
  const parts = [
    await refund(admin, id, { free_sum: 0.9 }),
    await refund(admin, id, { lines: [{ order_line_id: milk!.order_line_id, quantity: 1 }] }),
    await refund(admin, id, { free_sum: 0.35 }),
    await refund(admin, id, { lines: [{ order_line_id: soap!.order_line_id }], return_stock: true }),
  ]
  // Half of what the free sum left of the milk.
  expect(parts[1]?.amount).toBe(1.23)
  const left = 589 - parts.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0)
  expect(await request(admin, id, { free_sum: (left + 1) / 100 })).toMatchObject({ status: 422 })
  const last = await refund(admin, id, { free_sum: left / 100 })
  const tax = [...parts, last].flatMap(each => each.vat_by_rate).reduce((sum, each) => sum + each.tax * 100, 0)
  // 34 cents in 2.90 at 13.5 %, 61 in 2.99 at 25.5 %.
  expect(Math.round(tax)).toBe(95)
  expect(await request(admin, id, { free_sum: 0.01 })).toMatchObject({
    status: 422,
    body: { code: 'refund.sumInvalid' },
  })
})

test.each([
  ['nothing', { free_sum: 0 }],
  ['a negative sum', { free_sum: -1 }],
  ['parts of a cent', { free_sum: 0.005 }],
  ['more than was paid', { free_sum: 5.9 }],
  ['a sum and goods at once', { free_sum: 1, lines: [{ order_line_id: 1001 }] }],
  ['a sum with goods on the shelf', { free_sum: 1, return_stock: true }],
])('a free sum of %s is refused', async (_what, input) => {
  const { id } = await buy()
  expect(await request(admin, id, input)).toMatchObject({ status: 422, body: { code: 'refund.sumInvalid' } })
})

test('a keeper has a daily limit over all orders, which an admin sets; refunds of goods don’t count', async () => {
  const [one, other] = [await buy(5), await buy(5)]
  expect((await getRefunds(keeper, one.id)).free_sum_limit).toEqual({ amount: 50, left: 50 })
  const { revision } = (await admin.call('GET settings/free-sum-limits')).body as { revision: number }
  const limits = { keeper_daily: 20, revision, reason: 'a small shop' }
  expect(await keeper.call('PUT settings/free-sum-limits', limits)).toMatchObject({ status: 403 })
  expect(await admin.call('PUT settings/free-sum-limits', limits)).toMatchObject({ body: { keeper_daily: 20 } })
  expect(await admin.call('PUT settings/free-sum-limits', limits)).toMatchObject({ status: 409 })
  const [milk] = (await getRefunds(keeper, one.id)).lines
  await refund(keeper, one.id, { lines: [{ order_line_id: milk!.order_line_id, quantity: 1 }] })
  await refund(keeper, one.id, { free_sum: 15 })
  expect((await getRefunds(keeper, other.id)).free_sum_limit).toEqual({ amount: 20, left: 5 })
  expect(await request(keeper, other.id, { free_sum: 5.01 })).toMatchObject({
    status: 409,
    body: { code: 'refund.limitReached' },
  })
  await refund(keeper, other.id, { free_sum: 5 })
  expect(await request(keeper, other.id, { free_sum: 0.01 })).toMatchObject({ body: { code: 'refund.limitReached' } })
  await refund(admin, other.id, { free_sum: 21 })
  // The next day begins at midnight in Finland; a sum that the terminal refused doesn't count either.
  await database.pool.query(`UPDATE refund SET created_at = created_at - interval '1 day' WHERE amount_cents = 1500`)
  expect((await getRefunds(keeper, other.id)).free_sum_limit).toEqual({ amount: 20, left: 15 })
  const refuse = (state: string) =>
    database.pool.query(`UPDATE refund SET state = $1 WHERE amount_cents = 500 AND is_free_sum`, [state])
  await refuse('REFUSED')
  expect((await getRefunds(keeper, other.id)).free_sum_limit).toEqual({ amount: 20, left: 20 })
  await refuse('DONE')
})

test('of a keeper’s sums at the same time, only those within the limit are refunded', async () => {
  const orders = await Promise.all([1, 2, 3, 4, 5].map(() => buy(4)))
  const answers = await Promise.all(orders.map(({ id }) => request(keeper, id, { free_sum: 20 })))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 202, 409, 409, 409])
  expect((await getRefunds(keeper, orders[0]!.id)).free_sum_limit).toEqual({ amount: 50, left: 10 })
  const open = database.kysely.selectFrom('refund').select('id').where('state', '<>', 'DONE')
  await eventually(async () => (await open.execute()).length === 0)
})

test('helpers, bookkeepers and keepers of other stores refund no free sum, and 0 allows keepers none', async () => {
  const { id } = await buy()
  const body = { refunded_amount: 0, reason: 'a torn bag', return_stock: false, free_sum: 1 }
  const others = [await shop.caller('helper'), await shop.caller('bookkeeper')]
  for (const by of others) expect(await by.call(`POST orders/${id}/refunds`, body)).toMatchObject({ status: 403 })
  const elsewhere = await shop.caller('keeper', [await addStore(database)])
  expect(await elsewhere.call(`POST orders/${id}/refunds`, body)).toMatchObject({ status: 404 })
  await database.pool.query(`UPDATE setting SET value = '{"keeper_daily": 0}' WHERE name = 'free_sum_limits'`)
  expect(await keeper.call(`POST orders/${id}/refunds`, body)).toMatchObject({ body: { code: 'refund.limitReached' } })
})

test('closings and journal entries have free sums apart from refunds of goods, with their VAT', async () => {
  const day = shopDate(new Date())
  const month = day.slice(0, 7)
  const months = async () => (await admin.call(`GET closings/months/${month}?test=true`)).body as ClosingMonth
  const before = await months()
  const { id } = await buy()
  await refund(admin, id, { free_sum: 1 })
  const { free_sums, refunds, vat_by_rate } = await months()
  expect([free_sums.count, refunds.count]).toEqual([before.free_sums.count + 1, before.refunds.count + 1])
  expect(free_sums.amount).toBeCloseTo(before.free_sums.amount + 1, 2)
  expect(vat_by_rate.reduce((sum, rate) => sum + rate.free_sums, 0)).toBeCloseTo(free_sums.amount, 2)
  // Only days that have ended are booked.
  const later = await openShop({ database, modules: ['payments'], now: () => new Date(Date.now() + 2 * 86_400_000) })
  const bookkeeper = await later.caller('bookkeeper')
  const file = async (name: string) => (await bookkeeper.call(`GET closings/months/${month}/${name}?test=true`)).text
  const rows = readCells(await file('vouchers.csv')).filter(row => row[2]?.includes('Hyvitykset ilman tuotteita'))
  const gross = rows.reduce((sum, row) => sum + Number(row[8]?.replace(',', '.')), 0)
  expect(rows.map(row => row[5])).toEqual(['13.5', '25.5'])
  expect(gross).toBeCloseTo(free_sums.amount, 2)
  expect(await file('vouchers.si')).toContain('Hyvitykset ilman tuotteita')
  await later.close()
})
