import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Closing, LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, findInvalidSums } from '#test/shop/refunds.ts'

/** Refunds that an admin pays out by hand: of pre-orders that were not paid at a terminal. */

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let fish: number
let net: number

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  await database.kysely.updateTable('store').set({ enable_preorders: true }).execute()
  const food = await addVatClass(database, { name: 'fish', rates: { '2020-01-01': 1350 } })
  const general = await addVatClass(database, { name: 'nets', rates: { '2020-01-01': 2550 } })
  const product = { product_type: 'preorder' } as const
  fish = await addProduct(database, { ...product, vatClassId: food, price_cents: 145 })
  net = await addProduct(database, { ...product, vatClassId: general, price_cents: 299 })
  shop = await openShop({ database, hasOutbox: true })
})
afterAll(async () => {
  await shop.close()
  expect(await findInvalidSums(database)).toEqual([])
  await database.close()
})

/** Three fish of 1.45 € with 13.5 % and a net of 2.99 € with 25.5 %: 7.34 €, paid in cash. */
async function paidInCash({ storeId, shopper }: Stocked) {
  const caps = new Map([fish, net].map(product => [product, null]))
  const preorder_event_id = await addEvent(database.kysely, { stores: [storeId], caps })
  const session = await shopper()
  const orderItems = [
    { product_id: fish, quantity: 3 },
    { product_id: net, quantity: 1 },
  ]
  const placed = (await shop.call(session, 'POST order', { preorder_event_id, orderItems })).json<Order>()
  const { id, total_amount } = placed
  const admin = await getAdmin(database, id)
  const body = { from: 'preorder_booked', to: 'complete', reason: 'paid in cash' }
  for (const done of [
    await shop.call(session, 'POST order/preorder', { order_id: id, total_amount }),
    await shop.call(admin.session, `PUT admin/orders/${id}/status`, body),
  ])
    expect(done.statusCode, done.body).toBe(200)
  const order = (await shop.call(session, `GET orders/${id}`)).json<Order>()
  const { lines } = await admin.show(shop)
  const getLine = (productId: number) => lines.find(line => line.product_id === productId)!.order_line_id
  const handOver = (pieces: number) => ({
    refunded_by_hand: true,
    lines: [{ order_line_id: getLine(fish), quantity: pieces }],
  })
  return { order, admin, handOver }
}

describe('a manual refund', () => {
  test('is recorded once, however many admins request it and however often', async () => {
    for (let round = 0; round < 3; round++) {
      const { order, admin, handOver } = await paidInCash(stocked)
      const other = await getAdmin(database, order.id)
      const body = { ...handOver(1), refunded_amount: 0 }
      const pressed = await Promise.all([admin, admin, other, other].map(each => each.ask(shop, body)))
      // After a lost response: pressed once more, on the same page.
      const answers = [...pressed, await admin.ask(shop, body)]
      const outcomes = answers.map(each => `${each.statusCode} ${each.json().code ?? each.json().state}`)
      expect(outcomes.toSorted()).toEqual(['202 DONE', ...Array<string>(4).fill('409 refund.changed')])
      expect(await admin.show(shop)).toMatchObject({
        refunded_amount: 1.45,
        refunds: [{ state: 'DONE', amount: 1.45, reported_by: 'admin', sent_at: null }],
      })
      const events = await listOrderEvents(database, order.id)
      expect(events.filter(({ from_status }) => from_status === 'complete')).toHaveLength(1)
    }
  })

  test('can be made in parts, which together equal the receipt and its VAT by rate', async () => {
    const { order, admin, handOver } = await paidInCash(stocked)
    for (const pieces of [4, 0.5, 0])
      expect((await admin.ask(shop, handOver(pieces))).json()).toMatchObject({ code: 'refund.quantityInvalid' })
    const parts = [
      await admin.refund(shop, handOver(1)),
      await admin.refund(shop, handOver(2)),
      await admin.refund(shop, { refunded_by_hand: true }),
    ]
    expect(parts.map(({ amount, vat_by_rate }) => ({ amount, vat_by_rate }))).toEqual([
      { amount: 1.45, vat_by_rate: [{ vat: 13.5, gross: 1.45, net: 1.28, tax: 0.17 }] },
      // Computed from 2.90 € it would be 0.34 €, but on the receipt three fish have 0.52 €.
      { amount: 2.9, vat_by_rate: [{ vat: 13.5, gross: 2.9, net: 2.55, tax: 0.35 }] },
      { amount: 2.99, vat_by_rate: [{ vat: 25.5, gross: 2.99, net: 2.38, tax: 0.61 }] },
    ])
    expect(order.vat_by_rate).toMatchObject([
      { vat: 13.5, gross: 4.35, tax: 0.52 },
      { vat: 25.5, gross: 2.99, tax: 0.61 },
    ])
    expect(await admin.show(shop)).toMatchObject({ by_hand: true, paid_amount: 7.34, refunded_amount: 7.34 })
    expect((await admin.ask(shop, handOver(1))).json()).toMatchObject({ code: 'refund.quantityInvalid' })
    expect((await admin.ask(shop, { refunded_by_hand: true })).json()).toMatchObject({ code: 'refund.nothingLeft' })
  })
})

describe('the daily closing', () => {
  let office: Shop
  beforeAll(async () => {
    office = await openShop({
      database,
      now: () => new Date('2026-12-02T10:00:00Z'),
      modules: ['payments'],
      terminals: () => shop.context.terminals,
    })
  })
  afterAll(() => office.close())

  test('counts manual refunds on their day, beside the card and with their VAT', async () => {
    const store = await stockShop(database)
    await database.kysely.updateTable('store').set({ enable_preorders: true }).execute()
    const { order, admin, handOver } = await paidInCash(store)
    const refund = await admin.refund(shop, handOver(2))
    const { pool } = database
    await pool.query(`UPDATE customer_order SET paid_at = '2026-11-10T09:00:00Z' WHERE id = $1`, [order.id])
    await pool.query(`UPDATE refund SET outcome_at = '2026-11-12T09:00:00Z' WHERE id = $1`, [refund.id])

    const clerk = await office.caller('admin')
    const read = (what: string) => clerk.call(`GET closings/months/2026-11${what}test=true&store=${store.storeId}`)
    const days = (await read('/days?sort=date&')).body as { items: Closing[] }
    // No terminal moved any money, and its own sum agrees.
    const beside = { card: 0, clearing: 0, difference: 0, terminal_sum: { amount: 0, reported_by: 'terminal' } }
    const none = { count: 0, amount: 0 }
    expect(days.items).toMatchObject([
      { ...beside, date: '2026-11-10', sales: { count: 1, amount: 7.34 }, refunds: none, other: 7.34, tax: 1.13 },
      {
        ...beside,
        date: '2026-11-12',
        sales: none,
        refunds: { count: 1, amount: 2.9 },
        other: -2.9,
        vat_by_rate: [{ vat: 13.5, sales: 0, refunds: 2.9, gross: -2.9, net: -2.56, tax: -0.34 }],
      },
    ])
    expect((await read('?')).body).toMatchObject({ gross: 4.44, tax: 0.79, card: 0, other: 4.44 })
    const { other, sales } = (await clerk.call('GET ledger-accounts')).body as LedgerAccountsAnswer
    const booked = (await read('/vouchers.csv?')).text.split('\r\n').map(line => line.split(';'))
    const dayRows = booked.filter(([number]) => number === `20261112-${store.storeId}`)
    expect(dayRows.map(line => [line[3], ...line.slice(-3).map(Number)])).toEqual([
      [other, -2.9, -2.9, 0],
      [sales, 2.56, 2.9, 0.34],
    ])
  })
})
