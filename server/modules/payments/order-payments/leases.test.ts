import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { renewLeases } from '#server/modules/payments/terminal-operations/leases.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAttempt, storeAppLink } from './attempts.ts'
import { beginPayment } from './begin-payment.ts'
import { settleAttempt } from './settle-attempt.ts'
import { LEASED_ATTEMPTS } from './sql-payment-repository.ts'

const OWNER = 'a server of this test'
const renew = (db: Db, driven: number[]) => renewLeases(db, LEASED_ATTEMPTS, { owner: OWNER, driven })

let database: DatabaseHandle
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Inserts an attempt for this test, with a lease that lapses after `ms`. */
async function attemptThatLapsesIn(ms: number): Promise<number> {
  const stocked = await stockShop(database)
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
  const order = (await shop.call(session, 'POST order', items)).json<Order>()
  const { user_id: userId } = await database.kysely
    .selectFrom('customer_order')
    .select('user_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const started = await beginPayment(shop.context, { userId, owner: OWNER, seen: undefined })
  if (isRefusal(started)) throw new Error(started.refused)
  const lease_until = new Date(Date.now() + ms)
  await database.kysely.updateTable('payment_attempt').set({ lease_until }).where('id', '=', started.id).execute()
  return started.id
}

const getLeaseMs = async (id: number) => {
  const row = database.kysely.selectFrom('payment_attempt').select('lease_until').where('id', '=', id)
  return (await row.executeTakeFirstOrThrow()).lease_until!.getTime() - Date.now()
}

test('a renewal skips a row that is locked by another transaction, keeps its lease, and extends it the next time', async () => {
  const [written, other] = [await attemptThatLapsesIn(3000), await attemptThatLapsesIn(3000)]
  await database.kysely.transaction().execute(async trx => {
    await trx.updateTable('payment_attempt').set({ transaction_id: 'seen' }).where('id', '=', written).execute()
    // The row's writer waits for this call: if the call waited for the row, it would never return.
    const renewed = await renew(database.kysely, [written, other])
    expect(new Set(renewed.keys())).toEqual(new Set([written, other]))
    expect(await getLeaseMs(other)).toBeGreaterThan(5000)
    expect(await getLeaseMs(written)).toBeLessThan(5000)
  })
  await renew(database.kysely, [written, other])
  expect(await getLeaseMs(written)).toBeGreaterThan(5000)
})

async function updatesIn(trx: Trx): Promise<{ all: number; heapOnly: number }> {
  const { rows } = await sql<{ all: number; heapOnly: number }>`
    SELECT pg_stat_get_xact_tuples_updated('payment_attempt'::regclass)::integer AS all,
      pg_stat_get_xact_tuples_hot_updated('payment_attempt'::regclass)::integer AS "heapOnly"`.execute(trx)
  return rows[0]!
}

test('a renewal updates the row but no index', async () => {
  const ids = [await attemptThatLapsesIn(3000), await attemptThatLapsesIn(3000)]
  await database.kysely.transaction().execute(async trx => {
    const before = await updatesIn(trx)
    await renew(trx, ids)
    const after = await updatesIn(trx)
    expect([after.all - before.all, after.heapOnly - before.heapOnly]).toEqual([2, 2])
  })
})

test('a link to the app that comes after the outcome leaves the attempt as it was written', async () => {
  const id = await attemptThatLapsesIn(3000)
  const row = () =>
    database.kysely.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  await storeAppLink(database.kysely, id, 'https://app.example/1')
  expect(await row()).toMatchObject({ app_link: 'https://app.example/1' })
  const outcome = { to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE', source: 'live' } as const
  await settleAttempt(shop.context, await getAttempt(database.kysely, id), outcome)
  const written = await row()
  await storeAppLink(database.kysely, id, 'https://app.example/2')
  expect(await row()).toEqual(written)
})
