import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { Chances } from '#test/faults/chances.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'
import { TIER, timesInTier } from '#test/tier.ts'

const ROUNDS = timesInTier('PUOTI_RACES', { merge: 12, full: 200 })
/** With few rounds, all may end in the same way. */
const areMany = ROUNDS >= 40
const STORES = 4
/** The same seed repeats the same goods and delays; how the servers interleave depends on the machine. */
const SEED = process.env.SEED ?? String(Date.now())

let database: DatabaseHandle
let shop: Shop
let admin: string
let stores: Stocked[]
let isDeclining = false

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({
    database,
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
const soon = (chances: Chances, ms: number) => sleep(chances.between(0, ms))
/** One, two or three products. */
const getGoods = ({ eventFish, soap, milk }: Stocked, chances: Chances) =>
  [eventFish, soap, milk].slice(0, 1 + chances.below(3))
const getOrder = (id: number) =>
  database.kysely
    .selectFrom('customer_order')
    .select(['status', 'cancelled_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
/** What the order's event has booked of each product. */
const bookedWith = async (eventId: number) => {
  const items = database.kysely.selectFrom('preorder_event_item').select('booked_thousandths')
  const rows = await items.where('event_id', '=', eventId).execute()
  return rows.map(row => row.booked_thousandths)
}

async function inEveryStore(round: (stocked: Stocked, chances: Chances) => Promise<string>) {
  onTestFailed(() => console.error(`SEED=${SEED}`))
  const counts = new Map<string, number>()
  let remaining = ROUNDS
  const work = async (stocked: Stocked, store: number) => {
    const chances = new Chances(`${SEED}/${store}`)
    while (remaining-- > 0) {
      const what = await round(stocked, chances)
      counts.set(what, (counts.get(what) ?? 0) + 1)
    }
  }
  await Promise.all(stores.map(work))
  if (TIER === 'full') console.log({ SEED, ...Object.fromEntries(counts) })
  expect(await brokenInvariants(database)).toEqual({})
  return counts
}

const ENDS = [
  {
    what: 'cancels',
    request: (id: number) => `DELETE preorders/${id}`,
    getBody: () => undefined,
    statuses: ['preorder_booked'],
  },
  {
    what: 'withdraws',
    request: (id: number) => `POST preorders/${id}/withdrawal`,
    getBody: (product_ids: number[]) => ({ product_ids }),
    statuses: ['preorder_booked', 'preorder_delivered'],
  },
] as const
test.each(ENDS)(
  `${ROUNDS} times a shopper pays and $what at once, and exactly one of the two happens first`,
  async ({ request, getBody, statuses }) => {
    const counts = await inEveryStore(async (stocked, chances) => {
      const [status, products] = [chances.pick(statuses), getGoods(stocked, chances)]
      const { session, id, eventId, pay } = await bookPreorder(database, stocked, { status, products })
      const [paid, ended] = await Promise.all([
        soon(chances, 10).then(() => pay(shop)),
        soon(chances, 10).then(() => shop.call(session, request(id), getBody(products))),
      ])
      const order = await getOrder(id)
      const isPaid = paid.statusCode === 200
      if (isPaid) expect(paid.json()).toEqual({ string_code: 'SUCCESS', order_id: id })
      else expect([paid.statusCode, paid.json()]).toMatchObject([409, { code: 'order.changed' }])
      // A paid order may be withdrawn from right after: then it was not a race.
      const isAfter = isPaid && ended.statusCode === 200
      if (isAfter) expect(request(id)).toMatch('withdrawal')
      else if (isPaid) expect([ended.statusCode, ended.json()]).toMatchObject([409, { code: expect.any(String) }])
      else expect(ended.statusCode).toBe(200)
      expect(order.status).toBe(isPaid ? 'complete' : status)
      expect(order.cancelled_at === null).toBe(isPaid)
      expect(await bookedWith(eventId)).toEqual(products.map(() => (isPaid ? 1000 : 0)))
      return isAfter ? 'after' : isPaid ? 'paid' : 'ended'
    })
    if (areMany) expect(Math.min(counts.get('paid') ?? 0, counts.get('ended') ?? 0)).toBeGreaterThan(ROUNDS / 20)
  },
  60_000 + ROUNDS * 1_500,
)

test(
  `${ROUNDS} times an admin delivers an order during a declined payment, and its status is delivered or unchanged`,
  async () => {
    isDeclining = true
    const counts = await inEveryStore(async (stocked, chances) => {
      const { id, pay } = await bookPreorder(database, stocked, { products: getGoods(stocked, chances) })
      const body = { from: 'preorder_booked', to: 'preorder_delivered', reason: 'the van has come' }
      const [paid, delivered] = await Promise.all([
        soon(chances, 30).then(() => pay(shop)),
        soon(chances, 30).then(() => shop.call(admin, `PUT admin/orders/${id}/status`, body)),
      ])
      expect(paid.json()).toEqual({ string_code: 'DECLINED', order_id: id })
      const isDelivered = delivered.statusCode === 200
      if (!isDelivered) expect(delivered.json()).toMatchObject({ code: 'order.paymentPending' })
      const order = await eventually(async () => {
        const now = await getOrder(id)
        return now.status !== 'payment_pending' && now
      })
      expect(order.status).toBe(isDelivered ? 'preorder_delivered' : 'preorder_booked')
      return isDelivered ? 'delivered' : 'left alone'
    })
    isDeclining = false
    if (areMany)
      expect(Math.min(counts.get('delivered') ?? 0, counts.get('left alone') ?? 0)).toBeGreaterThan(ROUNDS / 20)
  },
  60_000 + ROUNDS * 1_500,
)
