import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { REPORT_NAMES } from '#domain/administration/reports.ts'
import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { recordPastClock } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { findReport } from './find-report.ts'
import { summariseSales } from './sales-summary.ts'

const BEGIN = Date.parse('2026-03-20T12:00:00Z')
const ZONES = ['Europe/Helsinki', 'America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'] as const

let database: DatabaseHandle
let shopper: number
let products: number[]

beforeAll(async () => {
  database = await testDatabase()
  shopper = await addShopper(database)
  const low = await addVatClass(database, { name: 'low', rates: { '2020-01-01': 1350 } })
  products = [await addProduct(database, { vatClassId: low }), await addProduct(database, { vatClassId: low })]
})
afterAll(() => database.close())

type Place = { store: number; terminals: number[] }

async function addPlace(providers: readonly string[]): Promise<Place> {
  const store = await addStore(database)
  const rows = providers.map(provider => ({ store_id: store, name: provider, provider }))
  const terminals = await database.kysely.insertInto('terminal').values(rows).returning('id').execute()
  return { store, terminals: terminals.map(({ id }) => id) }
}

/** A paid order of both products at two rates. */
async function sell({ store, terminals }: Place, at: Date, { cents, terminal }: { cents: number; terminal: number }) {
  const db = database.kysely
  const total_cents = 100 + cents
  const paid = { user_id: shopper, store_id: store, status: 'complete', paid_at: at, total_cents } as const
  const id = await addOrder(database, { ...paid, products })
  await db
    .updateTable('order_line')
    .set({ total_cents: cents, rate_basis_points: 2550 })
    .where('order_id', '=', id)
    .where('product_id', '=', products[1] ?? 0)
    .execute()
  const attempt = { order_id: id, user_id: shopper, terminal_id: terminals[terminal % terminals.length] ?? 0 }
  await db
    .insertInto('payment_attempt')
    .values({
      ...attempt,
      service_id: `S${id}`,
      amount_cents: total_cents,
      currency: 'EUR',
      state: 'APPROVED',
      string_code: 'SUCCESS',
      order_status_before: 'checkout',
      deadline_at: at,
    })
    .execute()
}

/** Returns one cent of a line of which something is left, at `at`. */
async function refund({ store }: Place, at: Date): Promise<void> {
  await sql`
    WITH line AS (
      SELECT line.id, line.order_id, line.rate_basis_points, attempt.id AS attempt_id, attempt.amount_cents
      FROM order_line line JOIN customer_order paid ON paid.id = line.order_id
      JOIN payment_attempt attempt ON attempt.order_id = paid.id
      WHERE paid.store_id = ${store} AND paid.paid_at < ${at} AND line.refunded_cents = 0 ORDER BY line.id LIMIT 1
    ), given AS (
      UPDATE order_line SET refunded_cents = 1, refunded_thousandths = 10 FROM line WHERE order_line.id = line.id
    ), account AS (
      INSERT INTO refund_account (attempt_id, paid_cents, refunded_cents) SELECT attempt_id, amount_cents, 1 FROM line
      ON CONFLICT (attempt_id) DO UPDATE SET refunded_cents = refund_account.refunded_cents + 1
    ), back AS (
      INSERT INTO refund (kind, state, attempt_id, order_id, refund_key, amount_cents, currency, reason, requested_by, sent_at,
        outcome_at)
      SELECT 'refund', 'DONE', attempt_id, order_id, 'R' || id, 1, 'EUR', 'spoiled', ${shopper}, ${at}, ${at} FROM line
      RETURNING id
    ), vat AS (
      INSERT INTO refund_vat (refund_id, rate_basis_points, gross_cents, vat_cents)
      SELECT back.id, line.rate_basis_points, 1, ${vatInGrossCents(1, 2550)} FROM back, line
    )
    INSERT INTO refund_line (refund_id, order_line_id, quantity_thousandths, amount_cents)
    SELECT back.id, line.id, 10, 1 FROM back, line`.execute(database.kysely)
}

const moveTo = ({ store }: Place, time_zone: string, now: Date) =>
  inTransaction(database.kysely, async trx => {
    await recordPastClock(trx, { storeId: store, now })
    await trx.updateTable('store').set({ time_zone }).where('id', '=', store).execute()
  })

const TABLES = ['sales_by_hour', 'sales_by_product', 'sales_by_group', 'sales_by_vat_rate', 'sales_summary'] as const

async function reportsAt(db: DatabaseHandle['kysely'], now: Date, store: number) {
  const today = now.toISOString().slice(0, 10)
  const stores = StoreScope.all.narrowedTo(store)
  const period = { from: plusDays(today, -40), until: plusDays(today, 2) }
  const found: unknown[] = []
  for (const name of REPORT_NAMES.filter(each => each !== 'stock' && each !== 'waste'))
    for (const queried of [period, { from: plusDays(today, -3), until: plusDays(today, -1) }])
      found.push([name, await findReport({ db, now: () => now }, name, { ...queried, stores, language: 'fi' })])
  return found
}

/** The reports with the summary, and the same computed from the orders only. */
async function bothAt(now: Date, store: number) {
  const shown = await reportsAt(database.kysely, now, store)
  const stored = await Promise.all(TABLES.map(table => database.kysely.selectFrom(table).selectAll().execute()))
  await clear()
  const calculated = await reportsAt(database.kysely, now, store)
  for (const [index, table] of TABLES.entries())
    if (stored[index]?.length) await database.kysely.insertInto(table).values(stored[index]).execute()
  return { shown, calculated }
}

async function clear(): Promise<void> {
  for (const table of TABLES) await database.kysely.deleteFrom(table).execute()
}
async function clearAll(): Promise<void> {
  await clear()
  await sql`TRUNCATE customer_order CASCADE`.execute(database.kysely)
}

const isBroken = async () => 'I14' in (await brokenInvariants(database))

type World = { place: Place; now: Date; warned: number }
const summarise = (world: World) =>
  summariseSales({ db: database.kysely, now: () => world.now, log: { warn: () => world.warned++ } })

const sale = fc.record({ cents: fc.integer({ min: 1, max: 2_000 }), terminal: fc.nat(1), agoHours: fc.nat(30) })
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('sell' as const), hours: fc.integer({ min: 1, max: 40 }), sale }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund' as const), hours: fc.integer({ min: 1, max: 30 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('summarise' as const), hours: fc.nat(50) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('move' as const), hours: fc.nat(20), zone: fc.constantFrom(...ZONES) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('late' as const), hours: fc.nat(5), sale }) },
)

test('reports with the summary equal those from the orders, whatever was sold, refunded, written late or moved to another time zone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 25 }), async steps => {
      await clearAll()
      const world: World = { place: await addPlace(['jsonpos', 'test']), now: new Date(BEGIN), warned: 0 }
      const { place } = world
      for (const each of steps) {
        world.now = new Date(world.now.getTime() + each.hours * HOUR_MS)
        if (each.do === 'sell') await sell(place, world.now, each.sale)
        else if (each.do === 'refund') await refund(place, world.now)
        else if (each.do === 'move') await moveTo(place, each.zone, world.now)
        else if (each.do === 'summarise') await summarise(world)
        else {
          // Written with a moment that the summary may have passed: right again after the next run.
          await sell(place, new Date(world.now.getTime() - each.sale.agoHours * HOUR_MS), each.sale)
          await summarise(world)
        }
      }
      const { shown, calculated } = await bothAt(world.now, place.store)
      expect(shown).toEqual(calculated)
      expect(await isBroken()).toBe(false)
    }),
    { numRuns: 12 },
  )
}, 120_000)

test('a day that changed long ago is found within a day, and until then breaks I14', async () => {
  await clearAll()
  const world: World = { place: await addPlace(['jsonpos']), now: new Date(BEGIN), warned: 0 }
  await sell(world.place, world.now, { cents: 500, terminal: 0 })
  world.now = new Date(BEGIN + 40 * 24 * HOUR_MS)
  await summarise(world)
  expect(await isBroken()).toBe(false)
  await sell(world.place, new Date(BEGIN + 5 * HOUR_MS), { cents: 700, terminal: 0 })
  await summarise(world)
  expect([world.warned, await isBroken()]).toEqual([0, true])
  world.now = new Date(world.now.getTime() + 25 * HOUR_MS)
  await summarise(world)
  expect([world.warned, await isBroken()]).toEqual([1, false])
})

test('a product or a rate of a summarised day that differs from its hours breaks I14', async () => {
  await clearAll()
  const world: World = { place: await addPlace(['jsonpos']), now: new Date(BEGIN), warned: 0 }
  await sell(world.place, world.now, { cents: 500, terminal: 0 })
  world.now = new Date(BEGIN + 3 * 24 * HOUR_MS)
  await summarise(world)
  for (const table of ['sales_by_product', 'sales_by_vat_rate'] as const) {
    const by = (cents: number) =>
      sql`UPDATE ${sql.table(table)} SET sold_cents = sold_cents + ${cents}`.execute(database.kysely)
    await by(1)
    expect(await isBroken()).toBe(true)
    await by(-1)
    expect(await isBroken()).toBe(false)
  }
})

test('two servers that summarise at once write each day once', async () => {
  await clearAll()
  const world: World = { place: await addPlace(['jsonpos']), now: new Date(BEGIN), warned: 0 }
  for (let day = 0; day < 70; day += 10)
    await sell(world.place, new Date(BEGIN + day * 24 * HOUR_MS), { cents: day + 1, terminal: 0 })
  world.now = new Date(BEGIN + 80 * 24 * HOUR_MS)
  await Promise.all([summarise(world), summarise(world), summarise(world)])
  expect([world.warned, await isBroken()]).toEqual([0, false])
  const { shown, calculated } = await bothAt(world.now, world.place.store)
  expect(shown).toEqual(calculated)
})
