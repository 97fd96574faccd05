import * as fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeStatus } from '#server/modules/orders/admin-orders/change-status.ts'
import { cancelOrder } from '#server/modules/orders/checkout/cancel-order.ts'
import { afterPreorderChange } from '#server/modules/preorders/delivery/notify-delivered.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal, type Refusal } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { addShopper } from '#test/rows/orders.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { MANY_BOOKINGS } from '#test/shop/bookings.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { TIER, timesInTier } from '#test/tier.ts'
import { bookPreorder, placePreorder } from './book-preorder.ts'
import { cancelPreorder } from './cancel-preorder.ts'

/** How many shops are simulated. */
const RUNS = timesInTier('PUOTI_RUNS', { merge: 10, full: 100 })
const SHOPPERS = 4
const ORIGIN = 'https://puoti.example'

let database: DatabaseHandle
let shop: Shop
let stock: PreorderStock
let userIds: number[]
beforeAll(async () => {
  database = await testDatabase()
  stock = await stockPreorders(database)
  shop = await openShop({ database, config: MANY_BOOKINGS })
  const at = { active_store_id: stock.storeId }
  userIds = await Promise.all(Array.from({ length: SHOPPERS }, () => addShopper(database, at)))
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** The database, with statements that begin one by one in the order of the gate. */
function gated(pool: Pool, gate: () => Promise<unknown>): Db {
  const connect = async () => {
    const client = await pool.connect()
    const query = async (text: string, values: unknown[]) => {
      await gate()
      return client.query(text, values)
    }
    return { query, release: () => client.release() }
  }
  // All that the dialect uses of a pool; it uses no cursors.
  const asPool = { connect, end: async () => undefined } as unknown as Pool
  return new Kysely({ dialect: new PostgresDialect({ pool: asPool }) })
}

const step = fc.record({
  what: fc.constantFrom('book', 'book', 'change', 'change', 'cancel', 'admin' as const),
  pike: fc.integer({ min: 0, max: 3 }),
  perch: fc.integer({ min: 0, max: 2 }),
})
type Step = { what: 'book' | 'change' | 'cancel' | 'admin'; pike: number; perch: number }
const plans = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: SHOPPERS })

const counts = new Map<string, number>()
const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
const toOutcome = (answer: {} | Refusal) => (isRefusal(answer) ? answer.refused : 'done')

type Scene = { context: Context; eventId: number; userId: number }

/** Places and books; returns the id of the booked order. */
async function book({ context, eventId, userId }: Scene, { pike, perch }: Step, replaced: number | undefined) {
  const items = [
    { product_id: stock.pike, quantity: pike },
    { product_id: stock.perch, quantity: perch },
  ].filter(({ quantity }) => quantity > 0)
  // The session's other fields are not used.
  const user = { userId, activeStoreId: stock.storeId } as Parameters<typeof placePreorder>[1]
  const placed = await placePreorder(context, user, { eventId, replacesOrderId: replaced ?? null, items })
  if (isRefusal(placed)) return count(`place ${placed.refused}`)
  const booked = await bookPreorder(context, { userId, origin: ORIGIN, limit: async () => undefined })
  count(`${replaced === undefined ? 'book' : 'change'} ${toOutcome(booked)}`)
  return isRefusal(booked) ? undefined : booked.id
}

/** One shopper's actions, one after another; an admin's actions are on this shopper's orders. */
async function shopFor(scene: Scene, plan: readonly Step[], adminId: number): Promise<void> {
  const { context, userId } = scene
  let booked: number | undefined
  for (const each of plan) {
    if (each.what === 'book' || each.what === 'change') {
      const id = await book(scene, each, each.what === 'change' ? booked : undefined)
      if (typeof id === 'number') booked = id
    } else if (booked !== undefined && each.what === 'cancel') {
      count(`cancel ${toOutcome(await cancelPreorder(context, { userId, orderId: booked, origin: ORIGIN }))}`)
    } else if (booked !== undefined) {
      const author = { userId: adminId, reason: 'a race', at: context.now() }
      const request = { orderId: booked, from: 'preorder_booked', to: 'cancelled', author, origin: ORIGIN } as const
      // The shopper cancels at the same time.
      const other = cancelPreorder(context, { userId, orderId: booked, origin: ORIGIN })
      const [byAdmin, byShopper] = await Promise.all([changeStatus(context, request, afterPreorderChange), other])
      count(`both ${toOutcome(byAdmin)} ${toOutcome(byShopper)}`)
    }
  }
}

test(
  `caps hold under booking, changing and cancelling, in whatever order the statements of ${RUNS} shops run`,
  async () => {
    const started = performance.now()
    const caps = fc.record({ pike: fc.integer({ min: 0, max: 5 }), perch: fc.option(fc.integer({ min: 0, max: 3 })) })
    const adminId = await addShopper(database, { is_admin: true })
    const property = fc.asyncProperty(fc.scheduler(), caps, plans, async (scheduler, { pike, perch }, all) => {
      const eventId = await stock.event({ [stock.pike]: pike, [stock.perch]: perch })
      const db = gated(database.pool, () => scheduler.schedule(Promise.resolve()))
      const context = { ...shop.context, db }
      const shoppers = all.map((plan, index) => shopFor({ context, eventId, userId: userIds[index]! }, plan, adminId))
      await scheduler.waitFor(Promise.all(shoppers))
      const booked = await stock.booked(eventId)
      expect(booked[stock.pike]).toBeLessThanOrEqual(pike)
      expect(booked[stock.perch]).toBeLessThanOrEqual(perch ?? Infinity)
      for (const userId of userIds) await cancelOrder(shop.context, userId)
    })
    await fc.assert(property, { numRuns: RUNS, endOnFailure: true })
    if (TIER === 'full') console.log(Math.round(performance.now() - started), 'ms', Object.fromEntries(counts))
    // Includes I8: what is booked is the sum of the orders that are not cancelled.
    expect(await brokenInvariants(database)).toEqual({})
  },
  60_000 + RUNS * 2_000,
)

test('the same check finds an oversold event when a booking reads before it writes', { timeout: 120_000 }, async () => {
  const unguarded = await testDatabase()
  const { event, pike, booked } = await stockPreorders(unguarded)
  await sql`ALTER TABLE preorder_event_item DROP CONSTRAINT preorder_event_item_cap_check`.execute(unguarded.kysely)
  const property = fc.asyncProperty(fc.scheduler(), async scheduler => {
    const id = await event({ [pike]: 1 })
    const db = gated(unguarded.pool, () => scheduler.schedule(Promise.resolve()))
    const buy = () =>
      db.transaction().execute(async trx => {
        const found = trx.selectFrom('preorder_event_item').selectAll().where('event_id', '=', id)
        if ((await found.executeTakeFirstOrThrow()).booked_thousandths > 0) return
        const more = sql<number>`booked_thousandths + 1000`
        await trx
          .updateTable('preorder_event_item')
          .set({ booked_thousandths: more })
          .where('event_id', '=', id)
          .execute()
      })
    await scheduler.waitFor(Promise.all([buy(), buy()]))
    expect((await booked(id))[pike]).toBe(1)
  })
  const { failed } = await fc.check(property, { numRuns: 50, endOnFailure: true })
  expect(failed).toBe(true)
  await unguarded.close()
})
