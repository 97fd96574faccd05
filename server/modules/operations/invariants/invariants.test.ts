import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { FinalOutcomes, checkInvariants, checkIfDue } from './check-invariants.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

async function placeOrder() {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  return { session, id }
}

async function buy(): Promise<number> {
  const { session, id } = await placeOrder()
  const paid = await shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  expect(paid.json()).toEqual({ string_code: 'SUCCESS', order_id: id })
  return id
}

const finals = new FinalOutcomes()
const brokenNow = async (whole = false) => {
  const found = await checkInvariants(shop.context, finals, { whole })
  return found.filter(({ rows }) => rows.length > 0)
}
/** The ids of what is broken after the statement; then it is undone. */
async function brokenBy(undone: string, statement: string, ...parameters: unknown[]): Promise<string[]> {
  await database.pool.query(statement, parameters)
  const found = await brokenNow()
  await database.pool.query(undone, parameters)
  expect(await brokenNow()).toEqual([])
  return found.map(({ id }) => id)
}

describe('An invariant check of a shop that sells', () => {
  let id = 0
  beforeEach(async () => {
    id = await buy()
    expect(await brokenNow()).toEqual([])
  })

  test('finds no violation, among recent rows or all, and records the time of the check', async () => {
    const { session } = await placeOrder()
    await shop.call(session, 'DELETE order')
    expect(await brokenNow()).toEqual([])
    expect(await brokenNow(true)).toEqual([])
    const checks = await database.kysely.selectFrom('invariant_check').selectAll().execute()
    expect(checks.map(({ invariant }) => invariant).toSorted()).toEqual([
      'I1',
      'I10',
      'I11',
      'I12',
      'I13',
      'I14',
      'I15',
      'I16',
      'I17',
      'I18',
      'I19',
      'I2',
      'I3',
      'I4',
      'I5',
      'I6',
      'I7',
      'I8',
      'I9',
    ])
    expect(checks.every(({ violations, violated_since }) => violations === 0 && violated_since === null)).toBe(true)
  })

  test('finds a paid order that is not complete (I2), and its wrong order history (I10)', async () => {
    const back = `UPDATE customer_order SET status = 'complete', paid_at = now() WHERE id = $1`
    const wrong = `UPDATE customer_order SET status = 'checkout', paid_at = NULL WHERE id = $1`
    expect(await brokenBy(back, wrong, id)).toEqual(['I2', 'I10'])
  })

  test('finds a complete order without a payment (I3), and a wrong payment result (I7)', async () => {
    const set = (state: string) => `UPDATE payment_attempt SET state = '${state}' WHERE order_id = $1`
    await database.pool.query(set('DECLINED'), [id])
    expect((await brokenNow()).map(found => found.id)).toEqual(['I3', 'I7', 'I11'])
    await database.pool.query(set('APPROVED'), [id])
    await brokenNow()
  })

  test('finds goods with a minimum age that were sold without an approval (I17)', async () => {
    const by = (isLimited: boolean) => `UPDATE order_line SET age_limited = ${isLimited} WHERE order_id = $1`
    expect(await brokenBy(by(false), by(true), id)).toEqual(['I17'])
  })

  test('finds amounts that differ (I4)', async () => {
    const by = (cents: number) =>
      `UPDATE payment_attempt SET amount_cents = amount_cents + ${cents} WHERE order_id = $1`
    expect(await brokenBy(by(-1), by(1), id)).toEqual(['I4'])
  })

  test('finds refunded money without a refund (I4)', async () => {
    const account = `INSERT INTO refund_account (attempt_id, paid_cents, refunded_cents)
      SELECT id, amount_cents, 100 FROM payment_attempt WHERE order_id = $1`
    const none = `DELETE FROM refund_account WHERE attempt_id IN (SELECT id FROM payment_attempt WHERE order_id = $1)`
    expect(await brokenBy(none, account, id)).toEqual(['I4'])
  })

  test('finds an order line that moved the wrong stock, and a quantity that is not the sum of its movements (I5)', async () => {
    const condition = 'order_line_id = (SELECT id FROM order_line WHERE order_id = $1)'
    const by = (thousandths: number) =>
      `UPDATE stock_move SET quantity_thousandths = quantity_thousandths + ${thousandths} WHERE ${condition}`
    await database.pool.query(by(1000), [id])
    const [found] = await brokenNow()
    expect(found).toMatchObject({ id: 'I5', rows: [{ what: 'line' }, { what: 'shelf' }] })
    await database.pool.query(by(-1000), [id])
  })

  test('finds pre-ordered goods that moved stock (I5)', async () => {
    const event = await addEvent(database.kysely, { stores: [], caps: new Map() })
    const set = (order: string) => `UPDATE customer_order SET ${order} WHERE id = $1`
    const wrong = `
      WITH item AS (INSERT INTO preorder_event_item (event_id, product_id, position, booked_thousandths)
        SELECT ${event}, product_id, 1, quantity_thousandths FROM order_line WHERE order_id = $1)
      ${set(`order_type = 'preorder', preorder_event_id = ${event}`)}`
    const back = `
      WITH gone AS (DELETE FROM preorder_event_item WHERE event_id = ${event})
      ${set(`order_type = 'standard', preorder_event_id = NULL`)}`
    expect(await brokenBy(back, wrong, id)).toEqual(['I5'])
  })

  test('finds booked quantities that differ from the pre-orders, or exceed the cap (I8)', async () => {
    const order = { user_id: await addShopper(database), store_id: stocked.storeId, order_type: 'preorder' } as const
    for (const status of ['preorder_booked', 'preorder_delivered', 'checkout'] as const)
      await addOrder(database, { ...order, status, products: [stocked.eventFish] })
    const booked = await addOrder(database, { ...order, status: 'preorder_booked', products: [stocked.eventFish] })
    expect(await brokenNow()).toEqual([])
    const condition = `event_id = (SELECT preorder_event_id FROM customer_order WHERE id = ${booked})`
    const by = (thousandths: number) =>
      `UPDATE preorder_event_item SET booked_thousandths = booked_thousandths + ${thousandths} WHERE ${condition}`
    expect(await brokenBy(by(-1), by(1))).toEqual(['I8'])
    expect(await brokenBy(by(1), by(-1))).toEqual(['I8'])
    // The constraint prevents bookings above the cap.
    const fence = 'ADD CONSTRAINT preorder_event_item_cap_check CHECK (booked_thousandths <= cap_thousandths)'
    await database.pool.query('ALTER TABLE preorder_event_item DROP CONSTRAINT preorder_event_item_cap_check')
    const cap = (thousandths: number | null) =>
      `UPDATE preorder_event_item SET cap_thousandths = ${thousandths} WHERE ${condition}`
    expect(await brokenBy(cap(null), cap(500))).toEqual(['I8'])
    await database.pool.query(`ALTER TABLE preorder_event_item ${fence}`)
    // An event without orders.
    const empty = await addEvent(database.kysely, {
      stores: [stocked.storeId],
      caps: new Map([[stocked.eventFish, 5000]]),
    })
    const inEmpty = (thousandths: number) =>
      `UPDATE preorder_event_item SET booked_thousandths = ${thousandths} WHERE event_id = ${empty}`
    expect(await brokenBy(inEmpty(0), inEmpty(1000))).toEqual(['I8'])
    const none = `DELETE FROM preorder_event_item WHERE ${condition}`
    await database.pool.query(none)
    expect((await brokenNow()).map(found => found.id)).toEqual(['I8'])
    await database.pool.query(`UPDATE order_event SET to_status = 'cancelled' WHERE order_id = ${booked}`)
    await database.pool.query(`UPDATE customer_order SET cancelled_at = now() WHERE id = ${booked}`)
    expect(await brokenNow()).toEqual([])
  })

  test.each([
    ['in the queue, its deadline 59 seconds ago', 'QUEUED', { deadline: 59 }, false],
    ['in the queue, its deadline 61 seconds ago', 'QUEUED', { deadline: 61 }, true],
    ['not sent, its deadline 61 seconds ago', 'INTENT', { deadline: 61 }, true],
    ['sent four minutes ago, unknown since its deadline', 'UNKNOWN', { deadline: 115, sent: 240 }, false],
    ['sent a quarter of an hour and 59 seconds ago', 'UNKNOWN', { deadline: 839, sent: 959 }, false],
    ['sent a quarter of an hour and 61 seconds ago', 'SENT', { deadline: 841, sent: 961 }, true],
  ] as const)('an attempt %s is overdue or not (I6)', async (...[, state, { deadline, ...times }, isBroken]) => {
    const before = (seconds: number | null) => `now() - make_interval(secs => ${seconds})`
    const set = (to: string, late: number, sent: number | null) =>
      `UPDATE payment_attempt SET state = '${to}', deadline_at = ${before(late)}, sent_at = ${before(sent)} WHERE order_id = $1`
    const sent = 'sent' in times ? times.sent : null
    await database.pool.query(set(state, deadline, sent), [id])
    const ids = (await brokenNow()).map(found => found.id)
    await database.pool.query(set('APPROVED', 0, 0), [id])
    await brokenNow()
    expect(ids).toEqual(isBroken ? ['I3', 'I6', 'I11'] : ['I3', 'I11'])
  })

  test('finds an order that waits for a payment that is over (I10)', async () => {
    const pending = `UPDATE customer_order SET status = 'payment_pending', paid_at = NULL WHERE id = $1`
    const back = `UPDATE customer_order SET status = 'complete', paid_at = now() WHERE id = $1`
    expect(await brokenBy(back, pending, id)).toEqual(['I2', 'I10'])
  })

  test('finds violations that unique indexes normally prevent (I1, I9)', async () => {
    const fences = ['attempt_one_per_order', 'attempt_one_holds_terminal', 'attempt_one_per_user']
    const found = await database.kysely.transaction().execute(async trx => {
      for (const fence of fences) await sql`DROP INDEX ${sql.ref(fence)}`.execute(trx)
      const copy = (state: string) =>
        sql`INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
            order_status_before, deadline_at, string_code)
          SELECT order_id, user_id, terminal_id, gen_random_uuid(), amount_cents, currency, ${state}, 'checkout',
            now() + interval '1 minute', CASE WHEN ${state} = 'APPROVED' THEN 'SUCCESS' END
          FROM payment_attempt WHERE order_id = ${id} LIMIT 1`.execute(trx)
      for (const state of ['APPROVED', 'SENT', 'SENT']) await copy(state)
      const seen = await checkInvariants({ ...shop.context, db: trx }, new FinalOutcomes(), { whole: false })
      await sql`DELETE FROM payment_attempt WHERE order_id = ${id} AND state = 'SENT'`.execute(trx)
      await sql`DELETE FROM payment_attempt WHERE order_id = ${id} AND transaction_id IS NULL`.execute(trx)
      await sql`CREATE UNIQUE INDEX attempt_one_per_order ON payment_attempt (order_id) WHERE state IN ('QUEUED', 'INTENT',
        'SENT', 'UNKNOWN', 'UNRESOLVED', 'APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVIEW')`.execute(trx)
      return seen.filter(({ rows }) => rows.length > 0)
    })
    expect(found.map(({ id: invariant }) => invariant)).toEqual(['I1', 'I9'])
    expect(found[1]?.rows.map(({ what }) => what)).toEqual(['order_id', 'terminal_id', 'user_id'])
  })

  test('finds an outcome that was overwritten (I11)', async () => {
    await brokenNow()
    await database.pool.query(`UPDATE payment_attempt SET outcome_at = now() WHERE order_id = $1`, [id])
    const [found] = await brokenNow()
    const approved = expect.stringMatching(/^APPROVED /)
    expect(found).toMatchObject({ id: 'I11', rows: [{ was: approved, now: approved }] })
    expect(await brokenNow()).toEqual([])
  })

  test('finds an email that has waited in the outbox for too long (I12)', async () => {
    const later = (minutes: number) => `UPDATE outbox_message SET created_at = now() - interval '${minutes} minutes'`
    const mail = { to: 'aino@puoti.example', subject: 's', text: 't', html: 'h' }
    await openOutbox(shop.context).enqueue(database.kysely, 'mail', mail)
    expect(await brokenNow()).toEqual([])
    expect(await brokenBy('DELETE FROM outbox_message', later(20))).toEqual(['I12'])
    const until = new Date(Date.now() + HOUR_MS)
    await openOutbox(shop.context).enqueue(database.kysely, 'mail', { ...mail, until })
    await database.pool.query(later(20))
    expect(await brokenNow()).toEqual([])
    await database.pool.query('DELETE FROM outbox_message')
  })

  test('logs a violation with only ids and figures, and records since when it has been broken', async () => {
    await database.pool.query(`UPDATE payment_attempt SET amount_cents = 291 WHERE order_id = $1`, [id])
    await brokenNow()
    await brokenNow()
    const violation = shop.logged.map(line => JSON.parse(line)).findLast(({ invariant }) => invariant === 'I4')
    expect(violation).toMatchObject({
      level: 50,
      violations: 1,
      rows: [{ amount_cents: 291, total_cents: 290, parts_cents: 290 }],
    })
    const check = await database.kysely
      .selectFrom('invariant_check')
      .selectAll()
      .where('invariant', '=', 'I4')
      .executeTakeFirstOrThrow()
    expect(check.violated_since?.getTime()).toBeLessThan(check.checked_at.getTime())
    await database.pool.query(`UPDATE payment_attempt SET amount_cents = 290 WHERE order_id = $1`, [id])
    await brokenNow()
  })
})

test('A violation found by a full check is still reported by the checks of recent rows, until it is fixed', async () => {
  const brokenOnes = async () => {
    const rows = await database.kysely.selectFrom('invariant_check').selectAll().where('violations', '>', 0).execute()
    return rows.map(({ invariant }) => invariant)
  }
  const pay = (cents: number) =>
    database.pool.query('UPDATE payment_attempt SET amount_cents = $1 WHERE order_id = $2', [cents, old])
  const old = await buy()
  for (const table of ['payment_attempt', 'customer_order'])
    await database.pool.query(`SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id) + 10000) FROM ${table}`)
  await buy()
  await pay(291)
  for (const [whole, found] of [
    [false, []],
    [true, ['I4']],
    [false, ['I4']],
  ] as const) {
    await brokenNow(whole)
    expect(await brokenOnes()).toEqual(found)
  }
  await pay(290)
  await brokenNow()
  expect(await brokenOnes()).toEqual([])
})

test('One of several servers runs the check each minute', async () => {
  const turn = () => checkIfDue(shop.context, finals)
  const turns = await Promise.all([turn(), turn(), turn()])
  expect(turns.filter(Boolean)).toHaveLength(1)
  await sql`UPDATE invariant_run SET started_at = now() - interval '58 seconds'`.execute(database.kysely)
  expect(await turn()).toBeDefined()
  expect(await turn()).toBeUndefined()
})
