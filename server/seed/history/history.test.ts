import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shopDate } from '#domain/shop-date.ts'
import { FinalOutcomes, checkInvariants } from '#server/modules/operations/invariants/check-invariants.ts'
import { findReducedGoods } from '#server/modules/stock/reduced-lots/find-reduced-lots.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { makeSales, pastDates } from './make-sales.ts'

const NOW = new Date()
const history = { currency: 'EUR' }

describe('the past of the demo shop', () => {
  let database: DatabaseHandle
  let shop: Shop
  const find = async <Row>(statement: string) => (await sql<Row>`${sql.raw(statement)}`.execute(database.kysely)).rows

  beforeAll(async () => {
    database = await testDatabase()
    await seedDemo(database.kysely, NOW, { history })
    shop = await openShop({ database })
  })
  afterAll(async () => {
    await shop.close()
    await database.close()
  })

  test('breaks no invariant of money and stock', async () => {
    const looked = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
    expect(looked.length).toBeGreaterThan(10)
    expect(looked.filter(({ rows }) => rows.length > 0)).toEqual([])
  })

  test('sells in each store on nearly each of 56 days, and nothing after now', async () => {
    const days = await find<{ days: number; sold: number; last: Date }>(
      `SELECT count(DISTINCT (paid_at AT TIME ZONE 'Europe/Helsinki')::date)::integer AS days, count(*)::integer AS sold,
        max(paid_at) AS last FROM customer_order WHERE paid_at IS NOT NULL GROUP BY store_id`,
    )
    expect(days).toHaveLength(DEMO.stores.length)
    for (const { days: dayCount, sold, last } of days) {
      expect(dayCount).toBeGreaterThanOrEqual(54)
      expect(sold).toBeGreaterThan(250)
      expect(last.getTime()).toBeLessThan(NOW.getTime())
    }
  })

  test('leaves no shelf below zero at any time, and each with the quantity of the demo', async () => {
    const below = await find(`SELECT * FROM (
      SELECT store_id, product_id, sum(quantity_thousandths) OVER (PARTITION BY store_id, product_id ORDER BY id) AS there
      FROM stock_move) level WHERE there < 0`)
    expect(below).toEqual([])
    const disorder = await find(`SELECT * FROM (
      SELECT created_at < lag(created_at) OVER (ORDER BY id) AS is_early FROM stock_move) move WHERE is_early`)
    expect(disorder).toEqual([])
    const kinds = await find<{ kind: string; moves: number }>(
      'SELECT kind, count(*)::integer AS moves FROM stock_move GROUP BY 1',
    )
    expect(Object.fromEntries(kinds.map(({ kind, moves }) => [kind, moves > 5]))).toEqual({
      count: true,
      delivery: true,
      sale: true,
      waste: true,
      return: expect.any(Boolean),
    })
  })

  test('agrees with the terminals’ own records, day by day', async () => {
    const differing = await find(`
      SELECT at::date, coalesce(sum(cents), 0) FROM (
        SELECT paid_at AT TIME ZONE 'Europe/Helsinki' AS at, total_cents AS cents FROM customer_order WHERE status = 'complete'
        UNION ALL SELECT outcome_at AT TIME ZONE 'Europe/Helsinki', -amount_cents FROM refund
        UNION ALL SELECT decided_at AT TIME ZONE 'Europe/Helsinki', -amount_cents FROM test_terminal_payment WHERE state = 'approved'
        UNION ALL SELECT received_at AT TIME ZONE 'Europe/Helsinki', amount_cents FROM test_terminal_refund) moved
      GROUP BY 1 HAVING sum(cents) <> 0`)
    expect(differing).toEqual([])
  })

  test('has refunds, declined payments, cancelled orders, visits without a purchase, messages and pre-orders in each state', async () => {
    const [counts] = await find<Record<string, number>>(`SELECT
      (SELECT count(*) FROM refund)::integer AS refunds,
      (SELECT count(*) FROM payment_attempt WHERE state = 'DECLINED')::integer AS declined,
      (SELECT count(*) FROM customer_order WHERE cancelled_at IS NOT NULL)::integer AS cancelled,
      (SELECT count(*) FROM visit)::integer - (SELECT count(*) FROM customer_order)::integer AS idle,
      (SELECT count(*) FROM message WHERE state = 'sent')::integer AS messages,
      (SELECT count(*) FROM supplier_order)::integer AS "supplierOrders",
      (SELECT count(*) FROM customer_order WHERE order_type = 'preorder' AND status = 'complete')::integer AS "pickedUp",
      (SELECT count(*) FROM customer_order WHERE status = 'preorder_delivered')::integer AS waiting,
      (SELECT count(*) FROM customer_order WHERE status = 'preorder_booked')::integer AS booked`)
    for (const count of Object.values(counts ?? {})) expect(count).toBeGreaterThan(2)
  })

  test('has purchase orders that are drafts, on their way and complete, and a supplier of each delivery', async () => {
    const states = await find(`
      SELECT state, count(*)::integer AS orders, bool_or(received_thousandths > 0) AS began,
        bool_and(received_thousandths >= ordered_thousandths) AS complete
      FROM (SELECT bought.state, line.* FROM purchase_order bought JOIN purchase_order_line line ON line.purchase_order_id = bought.id) line
      GROUP BY state ORDER BY state`)
    expect(states).toEqual([
      { state: 'closed', orders: expect.any(Number), began: true, complete: true },
      { state: 'draft', orders: expect.any(Number), began: false, complete: false },
      { state: 'sent', orders: expect.any(Number), began: true, complete: false },
    ])
    const without = `SELECT id FROM stock_move WHERE kind = 'delivery' AND stock_entry_id NOT IN (
      SELECT stock_entry_id FROM delivery WHERE supplier_id IS NOT NULL)`
    expect(await find(without)).toEqual([])
    // A few products have no purchase price: hardly a delivery, and no order that was sent, is without a cost.
    const costs = (rows: string, id: string) =>
      find<{ has_cost: boolean }>(`SELECT count(price_ten_thousandths) > 0 AS has_cost FROM ${rows} GROUP BY ${id}`)
    const deliveries = await costs(`stock_move WHERE kind = 'delivery'`, 'stock_entry_id')
    expect(deliveries.filter(each => !each.has_cost).length).toBeLessThan(deliveries.length / 20)
    const sent = `purchase_order_line WHERE purchase_order_id IN (SELECT id FROM purchase_order WHERE state <> 'draft')`
    expect((await costs(sent, 'purchase_order_id')).every(each => each.has_cost)).toBe(true)
  })

  test('has lots, goods that each store reduces today, reduced sales, and waste by lot', async () => {
    const stores = await find<{ id: number }>('SELECT id FROM store')
    const goods = await Promise.all(
      stores.map(({ id }) => findReducedGoods(database.kysely, { storeId: id, now: NOW })),
    )
    expect(goods.map(each => each.length > 0)).toEqual(stores.map(() => true))
    const [counts] = await find<Record<string, number>>(`SELECT
      (SELECT count(*) FROM stock_lot)::integer AS lots,
      (SELECT count(*) FROM order_line WHERE lot IS NOT NULL)::integer AS named,
      (SELECT count(*) FROM order_line WHERE reduced_percent IS NOT NULL)::integer AS reduced,
      (SELECT count(*) FROM stock_lot_move JOIN stock_move move ON move.id = stock_move_id WHERE kind = 'waste')::integer AS wasted`)
    for (const count of Object.values(counts ?? {})) expect(count).toBeGreaterThan(20)
  })

  test('sends nothing to anyone', async () => {
    const [due] = await find(`SELECT (SELECT count(*) FROM outbox_message)::integer AS messages,
      (SELECT count(*) FROM customer_order WHERE status = 'preorder_delivered' AND delivery_notified_at IS NULL)::integer AS untold`)
    expect(due).toEqual({ messages: 0, untold: 0 })
  })

  test('is the same each time, and sells more on Saturdays than on Mondays', () => {
    const past = { demo: DEMO, dates: pastDates(shopDate(NOW), 56), now: NOW.getTime(), shoppers: SHOPPERS_OF_TEST }
    const [first, second] = [makeSales(past), makeSales(past)]
    expect(first).toEqual(second)
    const soldOn = (day: number) =>
      first.orders.filter(({ createdAt }) => new Date(createdAt).getUTCDay() === day).length
    expect(soldOn(6)).toBeGreaterThan(1.2 * soldOn(1))
  })
})

const SHOPPERS_OF_TEST = DEMO.stores.flatMap(({ key }) =>
  Array.from({ length: 12 }, (_, index) => ({ email: `${key}${'x'.repeat(index)}@posti.example`, store: key })),
)
