import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper, userIdFor } from '#test/shop/callers.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { timesInTier } from '#test/tier.ts'
import { unloadedMsUntil } from '#test/unloaded-time.ts'

const ROUNDS = timesInTier('PUOTI_RACES', { merge: 20, full: 400 })
const TIMEOUT_MS = 60_000 + ROUNDS * 1_000

let database: DatabaseHandle
let stocked: Stocked
const open: Shop[] = []
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
})
afterEach(() => Promise.all(open.splice(0).map(shop => shop.close())))
afterAll(() => database.close())

/** One of several servers on the database. */
async function server(thinkMs = 0): Promise<Shop> {
  const shop = await openShop({ database, thinkMs })
  open.push(shop)
  return shop
}

const newAdmin = () => signedInShopper(database, { isAdmin: true })
const block = async (shop: Shop, admin: string, id: number) => {
  const answer = await shop.call(admin, `PUT admin/users/${id}/blocked`, { is_blocked: true })
  expect(answer.statusCode).toBe(200)
}

async function payerAt(shop: Shop) {
  const at = await atCheckout(shop, stocked)
  return { ...at, id: await userIdFor(database, at.session) }
}

const getRows = async (orderId: number) => {
  const { kysely: db } = database
  const order = db.selectFrom('customer_order').select(['status', 'cancelled_at']).where('id', '=', orderId)
  const attempts = db.selectFrom('payment_attempt').select('state').where('order_id', '=', orderId)
  return { ...(await order.executeTakeFirstOrThrow()), attempts: (await attempts.execute()).map(({ state }) => state) }
}
async function isAtTerminal(shop: Shop, orderId: number) {
  const attempt = await database.kysely
    .selectFrom('payment_attempt')
    .select('service_id')
    .where('order_id', '=', orderId)
    .executeTakeFirst()
  return attempt !== undefined && (await shop.ledger.find(attempt.service_id)) !== undefined
}
describe('two servers on one database', () => {
  test('refuse a blocked user’s orders at once and the cached product list within a second', async () => {
    const [first, second] = [await server(), await server()]
    const admin = await newAdmin()
    const slowest: number[] = []
    for (let round = 0; round < 5; round++) {
      const { session, id } = await payerAt(second)
      expect((await second.call(session, 'GET products')).statusCode).toBe(200)
      await block(first, admin, id)
      for (const path of ['GET order', 'POST order/pay', 'PUT user'])
        expect([path, (await second.call(session, path, path === 'PUT user' ? {} : undefined)).statusCode]).not.toEqual(
          [path, 200],
        )
      expect((await second.call(session, 'GET order')).statusCode).toBe(401)
      slowest.push(await unloadedMsUntil(async () => (await second.call(session, 'GET products')).statusCode === 401))
    }
    expect(Math.max(...slowest)).toBeLessThan(1100)
  })

  test('complete a payment in flight when its shopper is blocked, and record the sale in the stock', async () => {
    const [first, second] = [await server(1000), await server(1000)]
    const { id, order, pay, session } = await payerAt(second)
    const paying = pay()
    await eventually(() => isAtTerminal(second, order.id))
    await block(first, await newAdmin(), id)
    expect((await second.call(session, 'GET order')).statusCode).toBe(401)
    expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await getRows(order.id)).toEqual({ status: 'complete', cancelled_at: null, attempts: ['APPROVED'] })
    const { kysely: db } = database
    const moves = await db
      .selectFrom('stock_move')
      .innerJoin('order_line', 'order_line.id', 'stock_move.order_line_id')
      .select(['stock_move.kind', 'stock_move.quantity_thousandths as quantity'])
      .where('order_line.order_id', '=', order.id)
      .execute()
    expect(moves).toEqual([{ kind: 'sale', quantity: -2000 }])
    expect(await brokenInvariants(database)).toEqual({})
  })

  test('complete a blocked shopper’s payment after the server that started it closes', async () => {
    const [first, second] = [await server(1500), await server(1500)]
    const { id, order, pay } = await payerAt(second)
    const paying = pay()
    await eventually(() => isAtTerminal(second, order.id))
    await block(first, await newAdmin(), id)
    await second.close()
    expect((await paying).json()).toMatchObject({ string_code: 'IN_PROGRESS' })
    await eventually(async () => (await getRows(order.id)).status === 'complete')
    expect((await getRows(order.id)).attempts).toEqual(['APPROVED'])
  }, 20_000)

  test('refuse the next call of an admin whose right was revoked on the other server', async () => {
    const [first, second] = [await server(), await server()]
    const [anna, bertil] = [await newAdmin(), await newAdmin()]
    expect((await second.call(bertil, 'GET admin/users')).statusCode).toBe(200)
    const answer = await first.call(anna, `PUT admin/users/${await userIdFor(database, bertil)}/admin`, {
      is_admin: false,
    })
    expect(answer.statusCode).toBe(200)
    const refused = await second.call(bertil, 'GET admin/users')
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'session.adminRequired' }])
  })
})

describe('concurrent calls through two servers', () => {
  async function rounds(play: (round: number) => Promise<void>) {
    for (let round = 0; round < ROUNDS; round++) await play(round)
  }

  test(
    'leave one admin when two admins demote or block each other',
    async () => {
      const [first, second] = [await server(), await server()]
      const db = database.kysely
      await db.updateTable('app_user').set({ is_admin: false }).execute()
      const sessions = [await newAdmin(), await newAdmin()] as const
      const [anna, bertil] = [await userIdFor(database, sessions[0]), await userIdFor(database, sessions[1])]
      const losses = [
        ['admin', { is_admin: false }],
        ['blocked', { is_blocked: true }],
      ] as const
      const seen = new Set<string>()
      await rounds(async round => {
        const [annas, bertils] = [losses[round % 2]!, losses[(round >> 1) % 2]!]
        const answers = await Promise.all([
          first.call(sessions[0], `PUT admin/users/${bertil}/${annas[0]}`, annas[1]),
          second.call(sessions[1], `PUT admin/users/${anna}/${bertils[0]}`, bertils[1]),
        ])
        const statuses = answers.map(({ statusCode }) => statusCode)
        seen.add(statuses.toSorted((a, b) => a - b).join(' '))
        expect(statuses.filter(status => status === 200).length, `round ${round}: ${statuses.join(' ')}`).toBe(1)
        const remaining = db
          .selectFrom('app_user')
          .select('id')
          .where('is_admin', '=', true)
          .where('blocked_at', 'is', null)
        expect((await remaining.execute()).length, `round ${round}`).toBe(1)
        await db
          .updateTable('app_user')
          .set({ is_admin: true, blocked_at: null })
          .where('id', 'in', [anna, bertil])
          .execute()
        await restoreSessions(sessions, [anna, bertil])
      })
      // The later call was refused because its caller was no longer an admin (403) or no longer signed in (401).
      expect([...seen].every(statuses => ['200 401', '200 403'].includes(statuses))).toBe(true)
    },
    TIMEOUT_MS,
  )

  async function restoreSessions(sessions: readonly string[], ids: readonly number[]) {
    const expires_at = new Date('2099-01-01T00:00:00Z')
    const rows = sessions.map((session, at) => ({ token_sha256: sha256(session), user_id: ids[at]!, expires_at }))
    await database.kysely
      .insertInto('session')
      .values(rows)
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }

  test(
    'leave a blocked shopper’s order paid or at checkout, and every invariant holds',
    async () => {
      const [first, second] = [await server(), await server()]
      const admin = await newAdmin()
      const ends = new Set<string>()
      let round = 0
      await rounds(async () => {
        const { id, order, pay } = await payerAt(second)
        const soon = (max: number) => sleep(Math.random() * max)
        // However busy the machine is, the block comes first in the first round.
        const blocked = round++ === 0 ? block(first, admin, id) : soon(20).then(() => block(first, admin, id))
        const [paid] = await Promise.all([
          round === 1 ? blocked.then(() => pay()) : soon(40).then(() => pay()),
          blocked,
        ])
        await eventually(async () => (await getRows(order.id)).status !== 'payment_pending')
        const { status, attempts } = await getRows(order.id)
        ends.add(`${paid.statusCode} ${status} ${attempts.join()}`)
      })
      // Each of the two outcomes was seen, and no other.
      expect([...ends].toSorted()).toEqual(['200 complete APPROVED', '401 checkout '])
      expect(await brokenInvariants(database)).toEqual({})
    },
    TIMEOUT_MS,
  )
})
