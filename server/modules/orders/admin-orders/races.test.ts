import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { contract } from '#contract/index.ts'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { ADMIN_STEPS } from '#domain/orders/admin-order.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findInvalidSums } from '#test/shop/refunds.ts'
import { TIER, timesInTier } from '#test/tier.ts'

/** How many payments admins interfere with. */
const RACES = timesInTier('PUOTI_RACES', { merge: 15, full: 400 })
const STORES = 4

let database: DatabaseHandle
let shop: Shop
let office: Shop
let anna: Caller
let stores: Stocked[]

beforeAll(async () => {
  database = await testDatabase()
  // Long enough for an admin to interfere in the middle.
  shop = await openShop({ database, thinkMs: 20 })
  office = await openShop({ database, hasOutbox: true, modules: ['catalogue', 'orders', 'accounts'] })
  anna = await office.caller('admin')
  stores = []
  for (let store = 0; store < STORES; store++) stores.push(await stockShop(database))
  // The form of a product requires its texts in every language.
  await database.pool.query(`update product set descriptions = '{"en": "", "fi": "", "sv": ""}'`)
  await database.pool.query(`update product_version set names = '{"en": "", "fi": "", "sv": ""}' || names`)
})
afterAll(async () => {
  await Promise.all([shop.close(), office.close()])
  await database.close()
})

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)]!
/** A random delay: before, at and after each step of a payment. */
const soon = () => sleep(Math.random() * 40)
const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)

const ON_THE_WAY = ['checkout', 'payment_pending', 'payment_pending', 'complete'] as const
const BOOKED = ['preorder_booked', 'preorder_delivered'] as const

async function changeStatus(orderId: number, seen: readonly OrderStatus[]) {
  await soon()
  const request = { from: pick(seen), to: pick(ADMIN_STEPS), reason: 'a race' }
  const { status, body } = await anna.call(`PUT orders/${orderId}/status`, request)
  count(`status ${status}`)
  return status === 200 ? (body as AdminOrder) : undefined
}

async function block(session: string) {
  await soon()
  const userId = await userIdFor(database, session)
  count(`block ${(await anna.call(`PUT users/${userId}/blocked`, { is_blocked: true, reason: 'a race' })).status}`)
}

const FIELDS = Object.keys(contract.adminProducts.update.body.shape).filter(name => name !== 'stores')

async function reprice(productId: number) {
  await soon()
  const read = (await anna.call(`GET products/${productId}`)).body as AdminProduct
  const fields = Object.fromEntries(Object.entries(read).filter(([name]) => FIELDS.includes(name)))
  const price = Math.round((read.deposit + 0.5 + Math.random() * 3) * 100) / 100
  const body = { ...fields, supplier_id: read.supplier.id, price }
  count(`reprice ${(await anna.call(`PUT products/${productId}`, body)).status}`)
}

/** A shopper pays while admins change what they can; the response to the shopper must agree with the order. */
async function race(stocked: Stocked) {
  const session = await stocked.shopper()
  const items = [
    { product_id: stocked.milk, quantity: 2 },
    { product_id: stocked.soap, quantity: 1 },
  ]
  const order = (await shop.call(session, 'POST order', { orderItems: items })).json<Order>()
  const paying = (async () => {
    await soon()
    return shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  })()
  const isBlocked = Math.random() < 0.5
  const [paid, ...changed] = await Promise.all([
    paying,
    changeStatus(order.id, ON_THE_WAY),
    changeStatus(order.id, ON_THE_WAY),
    reprice(stocked.milk),
    isBlocked ? block(session) : reprice(stocked.soap),
  ])
  const { string_code } = paid.json<{ string_code?: string }>()
  count(`paid ${paid.statusCode} ${string_code ?? ''}`)
  expect(changed.slice(0, 2)).toEqual([undefined, undefined])
  const row = await eventually(async () => {
    const seen = (await anna.call(`GET orders/${order.id}`)).body as AdminOrder
    return !seen.is_being_paid && seen
  })
  expect(row.status).toBe(string_code === 'SUCCESS' ? 'complete' : 'checkout')
  expect(row.total_amount).toBe(order.total_amount)
  expect(row.attempts.filter(({ state }) => state === 'APPROVED').length).toBe(row.status === 'complete' ? 1 : 0)
}

/** Three admins change one pre-order: each change in the history must begin where the one before ended. */
async function raceOfAdmins(stocked: Stocked) {
  const columns = { user_id: await addShopper(database), store_id: stocked.storeId }
  const id = await addOrder(database, {
    ...columns,
    status: 'preorder_booked',
    order_type: 'preorder',
    products: [stocked.eventFish],
  })
  await Promise.all(Array.from({ length: 3 }, () => changeStatus(id, BOOKED)))
  const { events } = (await anna.call(`GET orders/${id}`)).body as AdminOrder
  for (const [at, event] of events.slice(1).entries()) expect(event.from).toBe(events[at]?.to)
}

/** Differences between terminals and orders: what terminals took must be what orders were paid with, to the cent. */
async function wrongAtTerminals(): Promise<unknown[]> {
  const { rows } = await database.pool.query(`
    SELECT attempt.id, attempt.state, ledger.state AS told, attempt.amount_cents, ledger.amount_cents AS taken
    FROM payment_attempt attempt FULL JOIN test_terminal_payment ledger ON ledger.service_id = attempt.service_id
    WHERE attempt.state IS DISTINCT FROM 'MANUAL' AND ((attempt.state = 'APPROVED') IS DISTINCT FROM
      (coalesce(ledger.state, '') = 'approved') OR (ledger.state = 'approved' AND attempt.amount_cents <> ledger.amount_cents))`)
  return rows
}

test(
  `${RACES} times an admin changes the status, blocks the shopper and reprices while the shopper pays`,
  async () => {
    let remaining = RACES
    const work = async (stocked: Stocked) => {
      while (remaining-- > 0) await Promise.all([race(stocked), raceOfAdmins(stocked)])
    }
    await Promise.all(stores.map(work))
    if (TIER === 'full') console.log(Object.fromEntries(counts))
    expect(await brokenInvariants(database)).toEqual({})
    expect(await findInvalidSums(database)).toEqual([])
    expect(await wrongAtTerminals()).toEqual([])
    expect([...counts.keys()].filter(what => /^(status|reprice|block) [^24]|500/.test(what))).toEqual([])
    // It was a race: some of each succeeded, and some status changes were refused.
    for (const what of ['reprice 200', 'paid 200 SUCCESS', 'block 200', 'status 200', 'status 409'])
      // With few races, one of these may not occur.
      if (RACES >= 40) expect(counts.get(what), what).toBeGreaterThan(RACES / 10)
  },
  60_000 + RACES * 1_500,
)
