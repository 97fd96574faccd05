import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Receipt } from '#contract/orders/receipts.ts'
import type { MarkdownRule } from '#domain/catalogue/markdown.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { checkInvariants, FinalOutcomes } from '#server/modules/operations/invariants/check-invariants.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let today: string

const day = (days: number) => plusDays(today, days)

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  stocked = await stockShop(database)
  // Far from Finland: the store's own day decides.
  await database.kysely.updateTable('store').set({ time_zone: 'Pacific/Kiritimati' }).execute()
  today = isoDate(shop.context.now(), 'Pacific/Kiritimati')
  await setRules([
    { product_id: null, group_id: null, steps: [{ days_left: 1, percent: 30 }] },
    { product_id: stocked.soap, group_id: null, steps: [{ days_left: -1, percent: 50 }] },
  ])
})
afterAll(async () => {
  const broken = (await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })).filter(
    ({ rows }) => rows.length > 0,
  )
  await shop.close()
  await database.close()
  expect(broken).toEqual([])
})

async function setRules(rules: MarkdownRule[]): Promise<void> {
  const values = { store_id: stocked.storeId, rules: JSON.stringify(rules) }
  await database.kysely.insertInto('store_markdown').values(values).execute()
  await bumpCatalogue(database.kysely, [stocked.storeId])
}

async function recallLot(productId: number, lot: string): Promise<() => Promise<unknown>> {
  const { id: userId } = await shop.caller('admin')
  const recall = { product_id: productId, reasons: '{"en":"Glass","fi":"Lasia","sv":"Glas"}', lots: lot }
  const { id } = await database.kysely
    .insertInto('recall')
    .values({ ...recall, started_at: new Date(), started_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.kysely.insertInto('recalled_lot').values({ recall_id: id, lot }).execute()
  await bumpCatalogue(database.kysely, 'all')
  const ended = { ended_at: new Date(), ended_by: userId }
  return () => database.kysely.updateTable('recall').set(ended).where('id', '=', id).execute()
}

async function place(orderItems: object[]) {
  const session = await stocked.shopper()
  const answer = await shop.call(session, 'POST order', { orderItems })
  return { session, status: answer.statusCode, order: answer.json<Order>() }
}
const placed = async (orderItems: object[]) => (await place(orderItems)).order

describe('packages of a lot or with a date', () => {
  test('are lines of their own, reduced by the store’s rule, and on the receipt', async () => {
    const { session, order } = await place([
      { product_id: stocked.milk, quantity: 1 },
      { product_id: stocked.milk, quantity: 2, use_by: day(0), lot: 'L7' },
      { product_id: stocked.milk, quantity: 1, best_before: day(9) },
    ])
    expect(order.order_items).toMatchObject([
      { quantity: 1, price: 1.45, amount: 1.45 },
      { quantity: 2, price: 1.02, amount: 2.04, reduced_percent: 30, full_price: 1.45, lot: 'L7', use_by: day(0) },
      { quantity: 1, price: 1.45, amount: 1.45 },
    ])
    for (const name of ['reduced_percent', 'lot', 'use_by']) expect(order.order_items[0]).not.toHaveProperty(name)
    const paid = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 4.94 })
    expect(paid.json()).toMatchObject({ string_code: 'SUCCESS' })
    const receipt = (await shop.call(session, `GET purchases/${order.id}`)).json<Receipt>()
    expect(receipt.lines.find(line => line.lot === 'L7')).toMatchObject({ use_by: day(0), full_price: 1.45 })
    expect(receipt.lines.map(({ name, amount }) => [name.endsWith(', −30\u00a0%'), amount])).toEqual(
      expect.arrayContaining([
        [true, 2.04],
        [false, 1.45],
        [false, 1.45],
      ]),
    )
  })

  test('are refused once their date has passed, unless a rule is meant for that', async () => {
    const refused = { code: 'order.datePassed' }
    const passed = { quantity: 1, use_by: day(-1) }
    expect(await placed([{ product_id: stocked.milk, ...passed }])).toMatchObject({
      ...refused,
      product_id: stocked.milk,
    })
    expect(await placed([{ product_id: stocked.soap, ...passed }])).toMatchObject(refused)
    expect(await placed([{ product_id: stocked.milk, quantity: 1, best_before: day(-1) }])).toMatchObject(refused)
    const soap = await placed([{ product_id: stocked.soap, quantity: 1, best_before: day(-1) }])
    expect(soap.order_items).toMatchObject([{ reduced_percent: 50 }])
  })

  test.each([
    ['the same lot twice', [{ lot: 'L7' }, { lot: 'L7' }]],
    ['a day that the calendar lacks', [{ use_by: '2026-02-30' }]],
    ['a lot that no code can name', [{ lot: 'L 7' }]],
  ])('are invalid: %s', async (_what, lots) => {
    const items = lots.map(lot => ({ product_id: stocked.milk, quantity: 1, ...lot }))
    expect(await place(items)).toMatchObject({ status: 422, order: { code: 'request.invalid' } })
  })

  test('are judged again when the payment begins: dates end, and lots are recalled', async () => {
    const { session, order } = await place([{ product_id: stocked.milk, quantity: 1, use_by: day(1), lot: 'L9' }])
    const pay = async () =>
      (await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 1.02 })).json()
    const changed = (reason: string) => ({
      code: 'order.changed',
      unsellable: [{ product_id: stocked.milk, reason }],
    })
    const setDate = (use_by: string) =>
      database.kysely.updateTable('order_line').set({ use_by }).where('order_id', '=', order.id).execute()
    await setDate(day(-1))
    expect(await pay()).toMatchObject(changed('datePassed'))
    await setDate(day(1))
    const endRecall = await recallLot(stocked.milk, 'L9')
    expect(await pay()).toMatchObject(changed('recalled'))
    const other = await place([{ product_id: stocked.milk, quantity: 1, lot: 'L8' }])
    expect(other.status).toBe(200)
    expect(await placed([{ product_id: stocked.milk, quantity: 1, lot: 'L9' }])).toMatchObject({
      code: 'order.productRecalled',
      product_id: stocked.milk,
    })
    await endRecall()
    expect(await pay()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('a phone learns the rules and the recalled lots with its products', async () => {
    const endRecall = await recallLot(stocked.soap, 'S1')
    const session = await stocked.shopper()
    const products = (await shop.call(session, 'GET products')).json<Product[]>()
    const find = (id: number) => products.find(product => product.id === id)
    expect(find(stocked.soap)).toMatchObject({ markdown: [{ days_left: -1, percent: 50 }], recalled_lots: ['S1'] })
    expect(find(stocked.milk)).toMatchObject({ markdown: [{ days_left: 1, percent: 30 }] })
    expect(find(stocked.milk)).not.toHaveProperty('recalled_lots')
    await endRecall()
  })
})
