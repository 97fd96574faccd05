import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OrderRefunds } from '#contract/payments/refunds.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { livedWholeLife } from '#test/shop/whole-life.ts'
import { done, openWorld, type WholeWorld } from '#test/shop/world.ts'
import { operations } from './operations.ts'

const MAX_ID = 2_147_483_647
/** Above 32 bits, and so large that few ids are left that JavaScript counts exactly. */
const FIRST = Number.MAX_SAFE_INTEGER - 1_000_000

let database: DatabaseHandle
let world: WholeWorld
let person: Awaited<ReturnType<typeof livedWholeLife>>
beforeAll(async () => {
  database = await testDatabase()
  const { rows } = await database.pool.query<{ table: string; column: string }>(
    `SELECT table_name AS table, column_name AS column FROM information_schema.columns
      WHERE table_schema = 'public' AND is_identity = 'YES' AND data_type = 'bigint' ORDER BY table_name`,
  )
  for (const [place, { table, column }] of rows.entries())
    // A thousand apart, so that an id of one table is none of another.
    await database.pool.query(`ALTER TABLE ${table} ALTER COLUMN ${column} RESTART WITH ${FIRST + 1000 * place}`)
  world = await openWorld(database)
  person = await livedWholeLife(world)
}, 60_000)
afterAll(async () => {
  await world.app.close()
  await database.close()
})

type Browser = WholeWorld['admin']
const get = async <T>(browser: Browser, path: string) => done<T>(browser.call(`GET ${path}`))
const getStatus = async (browser: Browser, method: Endpoint['method'], path: string) => {
  const headers = { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader(), ...browser.headers }
  return (await world.app.http.inject({ method, url: `/api/${path}`, headers })).statusCode
}

type Page = { items: { id: number }[] }
const firstIn = async (browser: Browser, path: string) => (await get<Page>(browser, path)).items[0]?.id ?? 0

describe('ids beyond 32 bits', () => {
  test('reach the shopper: orders, purchases, receipts, pre-orders, and the data download', async () => {
    const { browser, paid, waiting } = person
    for (const id of [paid.id, waiting]) expect(id).toBeGreaterThan(MAX_ID)
    expect(await get(browser, `orders/${paid.id}`)).toMatchObject({ id: paid.id, status: 'complete' })
    expect(await firstIn(browser, 'purchases')).toBe(paid.id)
    expect(await get(browser, `purchases?before=${paid.id}`)).toMatchObject({ items: [], has_more: false })
    const { refunds } = await get<{ refunds: { id: number }[] }>(browser, `purchases/${paid.id}`)
    const refundId = refunds[0]?.id ?? 0
    expect(refundId).toBeGreaterThan(MAX_ID)
    for (const query of ['', `?refund_id=${refundId}`])
      expect(await getStatus(browser, 'GET', `purchases/${paid.id}/receipt.pdf${query}`)).toBe(200)
    expect(await get(browser, `preorders/${waiting}`)).toMatchObject({ id: waiting })
    expect(await get(browser, 'removal')).toMatchObject({ preorders: [{ id: waiting }] })
    const data = await get<{ orders: Order[] }>(browser, 'privacy/my-data')
    expect(data.orders.map(({ id }) => id)).toContain(paid.id)
  })

  test('reach an admin: orders, refunds, the audit log, visits and the stock’s ledger', async () => {
    const { admin, stocked } = world
    const { paid, waiting, id: userId } = person
    for (const q of [String(paid.id), referenceNumber(paid.id)])
      expect(await firstIn(admin, `admin/orders?q=${q}`)).toBe(paid.id)
    const shown = await get<{ attempts: { id: number }[]; events: { id: number }[] }>(admin, `admin/orders/${paid.id}`)
    for (const { id } of [...shown.attempts, ...shown.events]) expect(id).toBeGreaterThan(MAX_ID)
    const { lines } = await get<OrderRefunds>(admin, `admin/orders/${paid.id}/refunds`)
    expect(lines[0]?.order_line_id).toBeGreaterThan(MAX_ID)
    expect(await getStatus(admin, 'GET', `admin/orders/${paid.id}/receipt.pdf`)).toBe(200)
    const { orders } = await get<{ orders: { latest: { id: number }[] } }>(admin, `admin/users/${userId}`)
    expect(orders.latest.map(({ id }) => id)).toContain(waiting)
    expect(await firstIn(admin, `admin/audit/order/${paid.id}`)).toBeGreaterThan(MAX_ID)
    expect(await get(admin, 'admin/audit?kind=order')).toMatchObject({ items: [{ record_id: paid.id }] })
    expect(await firstIn(admin, 'admin/preorders?pick_up=waiting')).toBe(waiting)
    const { date } = zonedTime(new Date(), 'Europe/Helsinki')
    expect(await firstIn(admin, `admin/visits/${date}`)).toBeGreaterThan(MAX_ID)
    const ledger = `admin/stores/${stocked.storeId}/stock/${stocked.milk}/moves`
    expect(await get(admin, ledger)).toMatchObject({ items: [{ kind: 'return' }, { order_id: paid.id }] })
  })

  test('can be paid, decided and refunded line by line', async () => {
    const { admin } = world
    const { browser } = person
    const order = await get<Order>(browser, 'order')
    await database.pool.query(`UPDATE customer_order SET status = 'error' WHERE id = $1`, [order.id])
    await database.pool.query(
      `INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
          order_status_before, created_at, sent_at, deadline_at)
        SELECT id, user_id, $2, 'in doubt', total_cents, 'EUR', 'UNRESOLVED', 'checkout', now(), now(), now()
        FROM customer_order WHERE id = $1`,
      [order.id, world.stocked.terminalId],
    )
    const [doubtful] = await get<{ id: number; order_id: number }[]>(admin, 'admin/unresolved-payments')
    expect(doubtful?.order_id).toBe(order.id)
    const outcome = { outcome: 'paid', reason: 'it is on the slip' }
    await done(admin.call(`PUT admin/unresolved-payments/${doubtful?.id}/outcome`, outcome))
    const { lines } = await get<OrderRefunds>(admin, `admin/orders/${order.id}/refunds`)
    const line = { order_line_id: lines[0]?.order_line_id ?? 0, quantity: 1 }
    const body = { reason: 'sour', return_stock: true, refunded_amount: 0, lines: [line] }
    expect(await done(admin.call(`POST admin/orders/${order.id}/refunds`, body))).toMatchObject({
      order_id: order.id,
      lines: [line],
    })
  })
})

/** The operations that can be called without a body, and have an id in their path. */
const addressed = operations.filter(
  ({ method, path }) => /:\w*id\b/.test(path) && (method === 'GET' || method === 'DELETE'),
)

describe('an id that no row has', () => {
  test.each([MAX_ID, MAX_ID + 1, Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER + 1])(
    'is not found or refused in every path, never a failure: %i',
    async number => {
      expect(addressed.length).toBeGreaterThan(30)
      for (const operation of addressed) {
        const path = operation.path.replace(':kind', 'order').replace(':date', '2026-01-01')
        const status = await getStatus(world.admin, operation.method, path.replaceAll(/:\w+/g, String(number)))
        expect(status, operation.name).toBeLessThan(500)
      }
    },
  )

  test.each([
    [`admin/products/${MAX_ID}`, 404],
    [`admin/products/${MAX_ID + 1}`, 422],
    [`admin/orders/${MAX_ID + 1}`, 404],
    [`admin/orders/${Number.MAX_SAFE_INTEGER}`, 404],
    [`admin/orders/${Number.MAX_SAFE_INTEGER + 1}`, 422],
    [`admin/orders?store_id=${MAX_ID + 1}`, 422],
    [`admin/audit/product/${MAX_ID + 1}`, 200],
  ])('%s is answered with %i', async (path, status) => {
    expect(await getStatus(world.admin, 'GET', path)).toBe(status)
  })
})
