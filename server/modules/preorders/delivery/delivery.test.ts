import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EventState } from '#contract/preorders/admin-preorders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { addOrder, addShopper, listOrderEvents } from '#test/rows/orders.ts'
import { addEvent, pickUpDays } from '#test/rows/preorder-events.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { type Caller, signedInShopper, userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { timesInTier } from '#test/tier.ts'

const ROUNDS = timesInTier('PUOTI_RACES', { merge: 3, full: 10 })

let database: DatabaseHandle
let server: Shop
let anna: Caller
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, modules: ['orders', 'preorders'] })
  anna = await server.caller('admin')
  stocked = await stockShop(database)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const event = () =>
  addEvent(database.kysely, { stores: [stocked.storeId], caps: new Map([[stocked.eventFish, null]]), ...pickUpDays() })

type Status = 'preorder_booked' | 'preorder_delivered' | 'payment_pending' | 'complete'
type Booked = { email?: string; status?: Status; user?: number }
async function book(eventId: number, { email, status = 'preorder_booked', user }: Booked = {}) {
  const user_id = user ?? (await addShopper(database, email ? { email } : {}))
  const columns = { user_id, store_id: stocked.storeId, order_type: 'preorder', preorder_event_id: eventId } as const
  const paid = status === 'complete' ? { paid_at: new Date() } : {}
  return addOrder(database, { ...columns, status, ...paid, products: [stocked.eventFish] })
}

async function deliver(eventId: number, by = anna) {
  const { status, body } = await by.call('POST preorders/deliver', { event_id: eventId, store_id: stocked.storeId })
  return { status, ...(body as { delivered: number; notified: number; skipped: number }) }
}
const getStatus = async (id: number) =>
  (await database.pool.query<{ status: string }>('select status from customer_order where id = $1', [id])).rows[0]
    ?.status
const countDelivered = async (eventId: number) => {
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::integer as count from customer_order where preorder_event_id = $1 and status = 'preorder_delivered'`,
    [eventId],
  )
  return rows[0]?.count ?? 0
}
const listAdminEvents = async (id: number) =>
  (await listOrderEvents(database, id))
    .filter(({ actor }) => actor === 'admin')
    .map(({ to_status, kind, user_id }) => ({ to_status, kind, user_id }))
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const mailCount = (email: string, count: number) => eventually(() => Promise.resolve(mailsTo(email).length >= count))

test('all booked orders at a store are delivered, with one email per shopper, and history and audit log name the admin', async () => {
  const eventId = await event()
  const finn = await addShopper(database, { email: 'finn@puoti.example', language_id: 1002 })
  const orders = [await book(eventId, { email: 'eva@puoti.example' }), await book(eventId, { user: finn })]
  const second = await book(eventId, { user: finn })
  const paid = await book(eventId, { status: 'complete' })
  const state = (await anna.call(`GET preorders/events/${eventId}`)).body as EventState
  expect(state.stores).toEqual([
    expect.objectContaining({ id: stocked.storeId, booked: 3, delivered: 0, paid: 1, recipients: 2 }),
  ])

  expect(await deliver(eventId)).toEqual({ status: 200, delivered: 3, notified: 2, skipped: 0 })
  for (const id of [...orders, second]) {
    expect(await getStatus(id)).toBe('preorder_delivered')
    expect(await listAdminEvents(id)).toEqual([
      { to_status: 'preorder_delivered', kind: 'delivered', user_id: anna.id },
    ])
  }
  expect(await getStatus(paid)).toBe('complete')
  await mailCount('eva@puoti.example', 1)
  await mailCount('finn@puoti.example', 1)
  const [toEva] = mailsTo('eva@puoti.example')
  expect(toEva?.text).toContain('Your pre-order for “Fish day” is ready at Testilä')
  expect(toEva?.text).toContain(`/preorders/${orders[0]}`)
  const [toFinn, ...more] = mailsTo('finn@puoti.example')
  expect(more).toEqual([])
  expect(toFinn?.subject).toBe('Ennakkotilauksesi on noudettavissa')
  for (const id of [orders[1], second]) expect(toFinn?.text).toContain(`/preorders/${id}`)

  const audited = await database.kysely
    .selectFrom('audit_entry')
    .select(['user_id', 'changes'])
    .where('kind', '=', 'preorder_event')
    .where('record_id', '=', eventId)
    .execute()
  expect(audited).toEqual([
    {
      user_id: anna.id,
      changes: [
        { field: 'delivered.orders', from: null, to: 3 },
        { field: 'delivered.store_id', from: null, to: stocked.storeId },
      ],
    },
  ])
  // A second call finds nothing and sends nothing.
  expect(await deliver(eventId)).toEqual({ status: 200, delivered: 0, notified: 0, skipped: 0 })
})

test('a shopper is notified of a delivery once, however often the order is delivered', async () => {
  const eventId = await event()
  const id = await book(eventId, { email: 'once@puoti.example' })
  const step = (from: string, to: string) => anna.call(`PUT orders/${id}/status`, { from, to, reason: 'a mistake' })
  expect((await step('preorder_booked', 'preorder_delivered')).status).toBe(200)
  await mailCount('once@puoti.example', 1)
  expect((await step('preorder_delivered', 'preorder_booked')).status).toBe(200)
  expect(await deliver(eventId)).toMatchObject({ delivered: 1, notified: 0 })
  expect((await step('preorder_delivered', 'preorder_booked')).status).toBe(200)
  expect((await step('preorder_booked', 'preorder_delivered')).status).toBe(200)
  const witness = await book(eventId, { email: 'witness@puoti.example' })
  expect(await deliver(eventId)).toMatchObject({ delivered: 1, notified: 1 })
  expect(await getStatus(witness)).toBe('preorder_delivered')
  // The outbox works in order: another email would be there before this one.
  await mailCount('witness@puoti.example', 1)
  expect(mailsTo('once@puoti.example')).toHaveLength(1)
})

/** A signed-in shopper with a booked pre-order. */
async function payer(eventId: number) {
  const session = await signedInShopper(database, { activeStoreId: stocked.storeId })
  return { session, id: await book(eventId, { user: await userIdFor(database, session) }) }
}

/** Runs the first statement of a payment, in a transaction that stays open. */
async function beginToPay(id: number) {
  const client = await database.pool.connect()
  await client.query('begin')
  await client.query(
    `select id from app_user where id = (select user_id from customer_order where id = $1) for key share`,
    [id],
  )
  const { rowCount } = await client.query(
    `update customer_order set status = 'payment_pending'
     where id = $1 and status in ('preorder_booked', 'preorder_delivered') and cancelled_at is null`,
    [id],
  )
  const end = async (ending: 'commit' | 'rollback') => {
    await client.query(ending)
    client.release()
  }
  return { took: rowCount === 1, end }
}

test('orders being paid are skipped and counted without a wait, and can be delivered later', async () => {
  const eventId = await event()
  const [first, started] = [await book(eventId), await book(eventId)]
  const pending = await book(eventId, { status: 'payment_pending' })
  const payment = await beginToPay(started)
  expect(await deliver(eventId)).toEqual({ status: 200, delivered: 1, notified: 1, skipped: 2 })
  expect(await getStatus(first)).toBe('preorder_delivered')
  await payment.end('rollback')
  expect(await deliver(eventId)).toEqual({ status: 200, delivered: 1, notified: 1, skipped: 1 })
  expect([await getStatus(started), await getStatus(pending)]).toEqual(['preorder_delivered', 'payment_pending'])
})

test('when two admins deliver while shoppers pay, each order is delivered or paid, and no shopper is notified twice', async () => {
  const bea = await server.caller('admin')
  const shop = await openShop({ database, thinkMs: 5, hasOutbox: true })
  const ids: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const eventId = await event()
    const waiting = await Promise.all(
      Array.from({ length: 8 }, (_, at) => book(eventId, { email: `r${round}n${at}@puoti.example` })),
    )
    const payers = await Promise.all(Array.from({ length: 4 }, () => payer(eventId)))
    const pays = payers.map(async ({ session, id }) => {
      await sleep(Math.random() * 60)
      return (await shop.call(session, `POST order/preorder/${id}/pay`)).json<{ string_code: string }>().string_code
    })
    const presses = [anna, bea, anna].map(async by => {
      await sleep(Math.random() * 60)
      return (await deliver(eventId, by)).status
    })
    expect(await Promise.all(presses)).toEqual([200, 200, 200])
    expect(await Promise.all(pays)).toEqual(payers.map(() => 'SUCCESS'))
    // Orders that were locked for a moment waited for the next call.
    await deliver(eventId)
    expect(new Set(await Promise.all(waiting.map(getStatus)))).toEqual(new Set(['preorder_delivered']))
    expect(new Set(await Promise.all(payers.map(({ id }) => getStatus(id))))).toEqual(new Set(['complete']))
    ids.push(...waiting, ...payers.map(({ id }) => id))
  }
  const trails = await Promise.all(ids.map(listAdminEvents))
  expect(trails.every(trail => trail.length <= 1)).toBe(true)
  const { rows } = await database.pool.query<{ email: string }>(
    `select email from customer_order join app_user on app_user.id = user_id
     where customer_order.id = any($1) and delivery_notified_at is not null`,
    [ids],
  )
  const expected = rows.map(({ email }) => email).toSorted()
  expect(expected.length).toBeGreaterThanOrEqual(8 * ROUNDS)
  const getReported = () =>
    [...server.mails, ...shop.mails].flatMap(({ to }) => (expected.includes(to) ? [to] : [])).toSorted()
  await eventually(() => Promise.resolve(getReported().length >= expected.length))
  expect(getReported()).toEqual(expected)
  await shop.close()
})

test('one request delivers more orders than fit into one transaction', async () => {
  const eventId = await event()
  const first = await book(eventId)
  await database.pool.query(
    `insert into customer_order (user_id, store_id, order_type, status, total_cents, net_cents, preorder_event_id, delivery_notified_at)
     select user_id, store_id, order_type, status, total_cents, net_cents, preorder_event_id, now()
     from customer_order, generate_series(1, 1100) where id = $1`,
    [first],
  )
  expect(await deliver(eventId)).toEqual({ status: 200, delivered: 1101, notified: 1, skipped: 0 })
})

test('a delivery that failed between two transactions notifies no shopper twice when it is completed', async () => {
  const eventId = await event()
  const first = await book(eventId, { email: 'many-first@puoti.example' })
  // Two hundred shoppers with three orders each: the 500th order is not its shopper's last.
  await database.pool.query(
    `with shopper as (
       insert into app_user (email, phone, is_verified, language_id)
       select 'many' || n || '@puoti.example', null, false, language_id
       from app_user, generate_series(1, 200) n where email = 'many-first@puoti.example' returning id)
     insert into customer_order (user_id, store_id, order_type, status, total_cents, net_cents, preorder_event_id)
     select shopper.id, store_id, order_type, status, total_cents, net_cents, preorder_event_id
     from shopper, customer_order, generate_series(1, 3) where customer_order.id = $1`,
    [first],
  )
  const { outbox } = server.context
  const { enqueue } = outbox
  const recipients: string[] = []
  let isDying = true
  const dying = (async (db, kind, message) => {
    // Fails at the first email after the first commit.
    if (isDying && (await countDelivered(eventId)) > 0) throw new Error('the power is gone')
    recipients.push(message.to ?? '')
    return enqueue(db, kind, message)
  }) as typeof enqueue
  outbox.enqueue = dying
  expect((await deliver(eventId)).status).toBe(500)
  const before = await countDelivered(eventId)
  expect(before).toBeGreaterThan(400)
  expect(before).toBeLessThan(601)
  isDying = false
  const rest = await deliver(eventId)
  outbox.enqueue = enqueue
  expect(rest).toMatchObject({ status: 200, delivered: 601 - before, skipped: 0 })
  expect(recipients.length).toBe(201)
  expect(new Set(recipients).size).toBe(201)
})

test('a delivery for an unknown event or store is refused', async () => {
  const key = { event_id: await event(), store_id: stocked.storeId }
  expect((await anna.call('POST preorders/deliver', { ...key, event_id: 999999 })).status).toBe(404)
  expect((await anna.call('POST preorders/deliver', { ...key, store_id: 999999 })).status).toBe(404)
})
