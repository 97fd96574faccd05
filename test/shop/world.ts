import type { Order } from '#contract/orders/orders.ts'
import type { Refund } from '#contract/payments/refunds.ts'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { eventually } from '#test/eventually.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { TestBrowser } from './test-browser.ts'

/** The latest message to an address or number, once there are `atLeast` of them. */
export const lastMessage = (
  { kysely: db }: DatabaseHandle,
  recipient: string,
  { atLeast = 1, holds = '' }: { atLeast?: number; holds?: string } = {},
) =>
  eventually(async () => {
    const mailQuery = db.selectFrom('development_mail').select('text').where('recipient', '=', recipient)
    const rows = await mailQuery.orderBy('id').execute()
    const matching = rows.filter(({ text }) => text.includes(holds))
    return matching.length >= atLeast && matching.at(-1)
  })

/** Resolves once every message has arrived. */
export const quiet = ({ pool }: DatabaseHandle) =>
  eventually(async () => {
    const open = await pool.query(`SELECT FROM outbox_message WHERE kind <> 'push' AND state IN ('waiting', 'sending')`)
    return open.rowCount === 0
  })

export const codeIn = (text: string): string => /^\d{6}$/m.exec(text)?.[0] ?? /\d{6}/.exec(text)?.[0] ?? ''

/** A browser in which the address has just signed in, with a verified phone if passed. */
export async function signedUp({ app, database }: World, email: string, phone?: string): Promise<TestBrowser> {
  const browser = await new TestBrowser(app.http, {}).opened()
  const { length } = await database.kysely
    .selectFrom('development_mail')
    .select('id')
    .where('recipient', '=', email)
    .where('text', 'like', '%/login/%')
    .execute()
  await done(browser.call('POST login', { email }))
  const mail = await lastMessage(database, email, { atLeast: length + 1, holds: '/login/' })
  const path = /\/login\/(\S+)/.exec(mail.text)?.[1] ?? ''
  await done(browser.call(`POST login/${path}`))
  if (phone) {
    await done(browser.call('POST sendVerification', { phone }))
    const sms = await lastMessage(database, phone)
    await done(browser.call('POST verify', { verification_code: codeIn(sms.text) }))
  }
  return browser
}

export type World = { app: App; database: DatabaseHandle }

/** The response of a call that must succeed. */
export async function done<T>(calling: ReturnType<TestBrowser['call']>): Promise<T> {
  const { status, body } = await calling
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  // The caller names the contract's type.
  return body as T
}

/**
 * The server as `npm start` starts it, with its periodic jobs, a development mailbox and a terminal that approves at once, and a
 * signed-in admin: for simulated people.
 */
export async function openWorld(database: DatabaseHandle) {
  const variables = { PUOTI_DEMO: 'off', PUOTI_TEST_TERMINAL_MS: '0', PUOTI_RATE_LIMIT_FACTOR: '100' }
  const logLevel = process.env['TEST_LOG'] ? 'error' : 'silent'
  const app = await openApp({
    config: readConfig({ NODE_ENV: 'test', PUOTI_LOG_LEVEL: logLevel, ...variables }),
    database,
  })
  const world: World = { app, database }
  const stocked = await stockShop(database)
  await database.kysely.updateTable('store').set({ enable_preorders: true }).execute()
  const admin = await signedUp(world, 'admin@puoti.example', '+358501112223')
  await database.kysely
    .updateTable('app_user')
    .set({ is_admin: true })
    .where('email', '=', 'admin@puoti.example')
    .execute()
  return { ...world, stocked, admin }
}
export type WholeWorld = Awaited<ReturnType<typeof openWorld>>

/** A shopper in the world's shop. */
export async function arrived(world: WholeWorld, email: string, phone: string) {
  const browser = await signedUp(world, email, phone)
  const { id } = await done<{ id: number }>(browser.call('PUT user', { activeStoreId: world.stocked.storeId }))
  return { browser, id, email }
}

export async function bought(browser: TestBrowser, { milk }: Stocked): Promise<Order> {
  const order = await done<Order>(browser.call('POST order', { orderItems: [{ product_id: milk, quantity: 2 }] }))
  await done(browser.call('POST order/pay', { order_id: order.id, total_amount: order.total_amount }))
  return order
}

/** A pre-order that is booked in a separate event; returns its id. */
export async function booked(world: WholeWorld, browser: TestBrowser): Promise<number> {
  const { stocked, database } = world
  const eventId = await addEvent(database.kysely, {
    stores: [stocked.storeId],
    caps: new Map([[stocked.eventFish, 10]]),
  })
  await done(browser.call('PUT user', { activePreorderEventId: eventId }))
  const orderItems = [{ product_id: stocked.eventFish, quantity: 1 }]
  const order = await done<Order>(browser.call('POST order', { preorder_event_id: eventId, orderItems }))
  await done(browser.call('POST order/preorder', { order_id: order.id, total_amount: order.total_amount }))
  return order.id
}

export async function refunded({ admin }: WholeWorld, orderId: number, reason: string): Promise<void> {
  const body = { reason, return_stock: true, refunded_amount: 0 }
  const { id } = await done<Refund>(admin.call(`POST admin/orders/${orderId}/refunds`, body))
  await eventually(async () => {
    const { refunds } = await done<{ refunds: Refund[] }>(admin.call(`GET admin/orders/${orderId}/refunds`))
    return refunds.find(each => each.id === id)?.state === 'DONE'
  })
}
