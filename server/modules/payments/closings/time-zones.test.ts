import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Closing } from '#contract/payments/closings.ts'
import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let server: Shop
let anna: Caller
let now = new Date('2026-11-12T10:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
  server = await openShop({
    database,
    now: () => now,
    modules: ['stores', 'payments'],
    terminals: () => shop.context.terminals,
  })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

async function sell(at: string) {
  const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 1 }], { stocked })
  await database.pool.query('UPDATE customer_order SET paid_at = $2 WHERE id = $1', [order.id, at])
  await database.pool.query(
    `UPDATE test_terminal_payment SET decided_at = $2
     WHERE service_id = (SELECT service_id FROM payment_attempt WHERE order_id = $1)`,
    [order.id, at],
  )
}

async function moveTo(time_zone: string, at: string) {
  now = new Date(at)
  const url = `stores/${stocked.storeId}`
  const read = (await anna.call(`GET ${url}`)).body as AdminStore
  const { id: _id, has_history: _history, offers: _offers, created_at: _at, archived_at: _archived, ...form } = read
  const saved = await anna.call(`PUT ${url}`, { ...form, payment_mode: 'test', time_zone })
  expect(saved.status).toBe(200)
}

const days = async () => {
  const { items } = (await anna.call('GET closings/months/2026-11/days?test=true&sort=date')).body as {
    items: Closing[]
  }
  return items.map(({ date, has_ended, gross, terminal_sum, difference }) => ({
    date,
    has_ended,
    gross,
    told: terminal_sum?.amount,
    difference,
  }))
}
const vouchers = async () => (await anna.call('GET closings/months/2026-11/vouchers.csv?test=true')).text

test('a store that changes its time zone keeps its past days, their sums and their vouchers', async () => {
  // The last sale is on the 11th in Finland, and on the 12th far in the east.
  for (const at of ['2026-11-10T09:00:00Z', '2026-11-11T09:00:00Z', '2026-11-11T20:30:00Z']) await sell(at)
  now = new Date('2026-11-12T09:00:00Z')
  const [before, booked] = [await days(), await vouchers()]
  expect(before).toEqual([
    { date: '2026-11-10', has_ended: true, gross: 1.45, told: 1.45, difference: 0 },
    { date: '2026-11-11', has_ended: true, gross: 2.9, told: 2.9, difference: 0 },
  ])
  expect(booked).toContain('20261111-')

  await moveTo('Pacific/Kiritimati', '2026-11-12T09:00:00Z')
  expect(await days()).toEqual(before)
  expect(await vouchers()).toBe(booked)

  // 11:00 of the 12th in Finland is 23:00 there; an hour later its 13th has begun.
  await sell('2026-11-12T09:30:00Z')
  await sell('2026-11-12T10:30:00Z')
  now = new Date('2026-11-12T11:00:00Z')
  const moved = await days()
  expect(moved.slice(0, 2)).toEqual(before)
  expect(moved.slice(2)).toEqual([
    { date: '2026-11-12', has_ended: true, gross: 1.45, told: 1.45, difference: 0 },
    { date: '2026-11-13', has_ended: false, gross: 1.45, told: 1.45, difference: 0 },
  ])

  // Back in Finland it is the 12th again, but that day is over and booked: it goes on as the 13th.
  await moveTo('Europe/Helsinki', '2026-11-12T11:00:00Z')
  await sell('2026-11-12T12:00:00Z')
  const back = await days()
  expect(back.slice(0, 3)).toEqual(moved.slice(0, 3))
  expect(back.slice(3)).toEqual([{ date: '2026-11-13', has_ended: false, gross: 2.9, told: 2.9, difference: 0 }])
  now = new Date('2026-11-13T23:00:00Z')
  expect((await days()).map(({ has_ended }) => has_ended)).toEqual([true, true, true, true])
})

test('a store without orders changes its time zone without a record of the former one', async () => {
  const { kysely } = database
  const values = { name: 'Uusi', address: 'Kylätie 2', latitude: 60, longitude: 23, time_zone: 'Pacific/Kiritimati' }
  const { id } = await kysely.insertInto('store').values(values).returning('id').executeTakeFirstOrThrow()
  stocked = { ...stocked, storeId: id }
  await moveTo('Europe/Helsinki', '2026-11-14T10:00:00Z')
  expect(await kysely.selectFrom('store_time_zone_history').where('store_id', '=', id).selectAll().execute()).toEqual(
    [],
  )
})

test('a time zone that is changed twice at one moment leaves the record of the one that was in use', async () => {
  const { kysely } = database
  const values = { name: 'Ranta', address: 'Rantatie 2', latitude: 60, longitude: 23, time_zone: 'Europe/Helsinki' }
  const { id } = await kysely.insertInto('store').values(values).returning('id').executeTakeFirstOrThrow()
  const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 1 }], { stocked })
  await kysely.updateTable('customer_order').set({ store_id: id }).where('id', '=', order.id).execute()
  stocked = { ...stocked, storeId: id }
  for (const zone of ['Europe/Stockholm', 'Europe/Helsinki', 'Europe/Stockholm'])
    await moveTo(zone, '2026-11-15T10:00:00Z')
  const stored = kysely.selectFrom('store_time_zone_history').where('store_id', '=', id).select('time_zone')
  expect(await stored.execute()).toEqual([{ time_zone: 'Europe/Helsinki' }])
})
