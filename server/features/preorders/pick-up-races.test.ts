import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { brokenInvariants } from '#test/broken-invariants.ts'
import { testDatabase } from '#test/database.ts'
import { signedInShopper } from '#test/feature-server.ts'
import { bookPreorder } from '#test/preorders.ts'
import { eventually } from '#test/refunds.ts'
import { openShop, stockShop, type Shop, type Stocked } from '#test/shop.ts'

const ROUNDS = Number(process.env.PUOTI_RACES ?? 100)
const STORES = 4

let database: DatabaseHandle
let shop: Shop
let admin: string
let stores: Stocked[]
let isDeclining = false

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop(database, {
    thinkMs: 5,
    hasOutbox: true,
    terminal: plain => ({
      ...plain,
      start: async (payment, signal) =>
        isDeclining ? { kind: 'declined', code: 'DECLINED' } : plain.start(payment, signal),
    }),
  })
  admin = await signedInShopper(database, { isAdmin: true })
  stores = []
  for (let store = 0; store < STORES; store++) stores.push(await stockShop(database))
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Before, at and after each step of a payment. */
const soon = (ms: number) => new Promise(resolve => setTimeout(resolve, Math.random() * ms))
const orderOf = (id: number) =>
  database.kysely
    .selectFrom('customer_order')
    .innerJoin('preorder_event_item as item', 'item.event_id', 'preorder_event_id')
    .select(['status', 'cancelled_at', 'booked_thousandths'])
    .where('customer_order.id', '=', id)
    .executeTakeFirstOrThrow()

async function inEveryStore(round: (stocked: Stocked) => Promise<string>): Promise<Map<string, number>> {
  const told = new Map<string, number>()
  let left = ROUNDS
  const work = async (stocked: Stocked) => {
    while (left-- > 0) {
      const what = await round(stocked)
      told.set(what, (told.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(stores.map(work))
  if (process.env.PUOTI_RACES) console.log(Object.fromEntries(told))
  expect(await brokenInvariants(database)).toEqual({})
  return told
}

const ENDS = [
  {
    what: 'cancels',
    request: (id: number) => `DELETE preorders/${id}`,
    bodyOf: () => undefined,
    statuses: ['preorder_booked'],
  },
  {
    what: 'withdraws',
    request: (id: number) => `POST preorders/${id}/withdrawal`,
    bodyOf: (product: number) => ({ product_ids: [product] }),
    statuses: ['preorder_booked', 'preorder_delivered'],
  },
] as const
test.each(ENDS)(
  `${ROUNDS} times a shopper pays and $what at once: one of the two comes true`,
  async ({ request, bodyOf, statuses }) => {
    const told = await inEveryStore(async stocked => {
      const status = statuses[Math.floor(Math.random() * statuses.length)] ?? 'preorder_booked'
      const { session, id, pay } = await bookPreorder(database, stocked, { status })
      const [paid, ended] = await Promise.all([
        soon(10).then(() => pay(shop)),
        soon(10).then(() => shop.call(session, request(id), bodyOf(stocked.eventFish))),
      ])
      const order = await orderOf(id)
      const isPaid = paid.statusCode === 200
      if (isPaid) expect(paid.json()).toEqual({ string_code: 'SUCCESS', order_id: id })
      else expect([paid.statusCode, paid.json()]).toMatchObject([409, { code: 'order.changed' }])
      // What was paid may be withdrawn from, right after: then it was no race.
      const isAfter = isPaid && ended.statusCode === 200
      if (isAfter) expect(request(id)).toMatch('withdrawal')
      else if (isPaid) expect([ended.statusCode, ended.json()]).toMatchObject([409, { code: expect.any(String) }])
      else expect(ended.statusCode).toBe(200)
      expect(order.status).toBe(isPaid ? 'complete' : status)
      expect(order.cancelled_at === null).toBe(isPaid)
      expect(order.booked_thousandths).toBe(isPaid ? 1000 : 0)
      return isAfter ? 'after' : isPaid ? 'paid' : 'ended'
    })
    expect(told.get('paid')).toBeGreaterThan(ROUNDS / 20)
    expect(told.get('ended')).toBeGreaterThan(ROUNDS / 20)
  },
  60_000 + ROUNDS * 1_500,
)

test(
  `${ROUNDS} times an admin delivers what a shopper pays with a card that is declined: it stays delivered, or was left alone`,
  async () => {
    isDeclining = true
    const told = await inEveryStore(async stocked => {
      const { id, pay } = await bookPreorder(database, stocked)
      const wish = { from: 'preorder_booked', to: 'preorder_delivered', reason: 'the van has come' }
      const [paid, delivered] = await Promise.all([
        soon(30).then(() => pay(shop)),
        soon(30).then(() => shop.call(admin, `PUT admin/orders/${id}/status`, wish)),
      ])
      expect(paid.json()).toEqual({ string_code: 'DECLINED', order_id: id })
      const isDelivered = delivered.statusCode === 200
      if (!isDelivered) expect(delivered.json()).toMatchObject({ code: 'order.paymentPending' })
      const order = await eventually(async () => {
        const now = await orderOf(id)
        return now.status !== 'payment_pending' && now
      })
      expect(order.status).toBe(isDelivered ? 'preorder_delivered' : 'preorder_booked')
      return isDelivered ? 'delivered' : 'left alone'
    })
    isDeclining = false
    expect(told.get('delivered')).toBeGreaterThan(ROUNDS / 20)
    expect(told.get('left alone')).toBeGreaterThan(ROUNDS / 20)
  },
  60_000 + ROUNDS * 1_500,
)
