import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { ReportFigure, ReportName } from '#domain/administration/reports.ts'
import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { plusDays, zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { type Line, type Sale, sellAtRandom } from '#test/rows/random-sales.ts'
import { findReport } from './find-report.ts'
import { summariseSales } from './sales-summary.ts'

const NOW = new Date('2026-05-31T21:30:00Z')
const FIRST = new Date('2026-02-20T00:00:00Z')
const ZONES = ['Europe/Helsinki', 'America/New_York'] as const
/** From then on, products of even ids are in the second group; others are in the first, or in none. */
const MOVED_AT = Date.parse('2026-04-10T12:00:00Z')

type Price = { product_id: number; supplier_id: number; valid_from: string; price_ten_thousandths: number }

let database: DatabaseHandle
let stores: number[]
let sales: Sale[]
let prices: Price[]
let groups: number[]

beforeAll(async () => {
  database = await testDatabase()
  stores = [await addStore(database), await addStore(database)]
  await database.pool.query('UPDATE store SET time_zone = $1 WHERE id = $2', [ZONES[1], stores[1]])
  const places = stores.map((store, index) => ({ store, zone: ZONES[index] ?? ZONES[0] }))
  sales = await sellAtRandom(database, { places, from: FIRST, until: NOW })
  // Of every second refund the goods came back.
  await database.pool.query('UPDATE refund SET returns_stock = amount_cents % 2 = 0')
  groups = await addGroups()
  prices = await addPrices()
})
afterAll(() => database.close())

async function addGroups(): Promise<number[]> {
  const names = ['Leivät', 'Juomat'].map((fi, at) => ({
    names: JSON.stringify({ en: '', fi, sv: '' }),
    sort_order: at,
  }))
  const rows = await database.kysely.insertInto('product_group').values(names).returning('id').execute()
  const ids = rows.map(({ id }) => id)
  await database.pool.query('UPDATE product_version SET group_id = $1 WHERE product_id % 3 <> 0', [ids[0]])
  await database.pool.query(
    `WITH old AS (UPDATE product_version SET is_current = false WHERE product_id % 2 = 0 RETURNING *)
    SELECT 1 FROM old`,
  )
  await database.pool.query(
    `INSERT INTO product_version (product_id, names, price_cents, deposit_cents, vat_class_id, unit, group_id, is_current)
      SELECT product_id, names, price_cents, deposit_cents, vat_class_id, unit, $1, true FROM product_version
      WHERE NOT is_current`,
    [ids[1]],
  )
  await database.pool.query(
    `UPDATE order_line SET product_version_id = version.id FROM customer_order paid, product_version version
      WHERE paid.id = order_line.order_id AND paid.paid_at >= $1 AND version.product_id = order_line.product_id
        AND version.is_current`,
    [new Date(MOVED_AT)],
  )
  return ids
}

const getGroup = ({ productId }: Line, soldAt: number) =>
  productId % 2 === 0 && soldAt >= MOVED_AT ? groups[1] : productId % 3 === 0 ? 0 : groups[0]

/** By product: none; of its supplier; of another supplier only; of another one, then of its own. */
async function addPrices(): Promise<Price[]> {
  const other = await database.kysely.insertInto('supplier').values({ name: 'Tukku' }).returning('id').execute()
  const otherId = other[0]?.id ?? 0
  const lines = sales.flatMap(sale => sale.lines)
  const products = new Map(lines.map(({ productId, supplierId }) => [productId, supplierId]))
  const made = [...products].flatMap(([product_id, supplier_id]): Price[] => {
    const price = (supplier: number, valid_from: string, price_ten_thousandths: number) => ({
      product_id,
      supplier_id: supplier,
      valid_from,
      price_ten_thousandths,
    })
    const priceRows = [price(supplier_id, '2026-03-01', 3_333 + product_id), price(supplier_id, '2026-04-15', 12_345)]
    if (product_id % 4 === 1) return priceRows
    if (product_id % 4 === 2) return [price(otherId, '2026-01-01', 7)]
    return product_id % 4 === 3 ? [price(otherId, '2026-02-01', 45_678), ...priceRows] : []
  })
  await database.kysely.insertInto('purchase_price').values(made).execute()
  return made
}

/** In force on a day: of the product's supplier, else of another. */
function priceOn({ productId, supplierId }: Line, date: string): number | undefined {
  const started = prices.filter(price => price.product_id === productId && price.valid_from <= date)
  const supplierPrices = started.filter(({ supplier_id }) => supplier_id === supplierId)
  const newest = (supplierPrices.length > 0 ? supplierPrices : started).toSorted((a, b) =>
    a.valid_from < b.valid_from ? 1 : -1,
  )[0]
  return newest?.price_ten_thousandths
}

type Period = { from: string; until: string; store?: number | undefined }
/** The independent calculation: what each line and refund of the period adds. */
type Part = {
  line: Line
  group: number
  untaxed: number
  price: number | undefined
  thousandths: number
  cents: number
}

function getParts(sale: Sale, { from, until }: Period): Part[] {
  const isWithin = (at: number) => {
    const { date } = zonedTime(at, sale.zone)
    return date >= from && date <= until
  }
  const price = (line: Line) => priceOn(line, zonedTime(sale.at, sale.zone).date)
  const sold = sale.lines.map((line, index) => {
    const upto = (count: number) =>
      sale.lines.slice(0, count).reduce((sum, each) => sum + (each.rate === line.rate ? each.cents : 0), 0)
    const vat = vatInGrossCents(upto(index + 1), line.rate) - vatInGrossCents(upto(index), line.rate)
    return { line, untaxed: line.cents - vat, thousandths: line.thousandths, cents: line.cents }
  })
  const back = sale.refunds.map(({ line, cents, thousandths, at }) => ({
    at,
    line,
    untaxed: vatInGrossCents(cents, line.rate) - cents,
    thousandths: cents % 2 === 0 ? -thousandths : 0,
    cents: -cents,
  }))
  return [...sold.filter(() => isWithin(sale.at)), ...back.filter(({ at }) => isWithin(at))].map(part => ({
    ...part,
    group: getGroup(part.line, sale.at) ?? 0,
    price: price(part.line),
  }))
}

const partsIn = (period: Period) =>
  sales
    .filter(({ store }) => period.store === undefined || store === period.store)
    .flatMap(sale => getParts(sale, period))

/** Half a cent is rounded away from zero. */
const rounded = (part: bigint, divisor: bigint) => {
  const positive = part < 0n ? -part : part
  const whole = (2n * positive + divisor) / (2n * divisor)
  return Number(part < 0n ? -whole : whole)
}

/** The cost of each product and group, rounded once. */
function getCost(parts: readonly Part[]): number | null {
  const cells = Map.groupBy(
    parts.filter(({ price }) => price !== undefined),
    ({ line, group }) => `${line.productId} ${group}`,
  )
  if (cells.size === 0) return null
  return [...cells.values()].reduce((cents, cell) => {
    const exact = cell.reduce((sum, { price, thousandths }) => sum + BigInt(price ?? 0) * BigInt(thousandths), 0n)
    return cents + rounded(exact, 100_000n)
  }, 0)
}

function expected(parts: readonly Part[]): Partial<Record<ReportFigure, number | null>> {
  const sum = (some: readonly Part[]) => some.reduce((cents, { untaxed }) => cents + untaxed, 0)
  const [untaxed, uncosted, cost] = [sum(parts), sum(parts.filter(({ price }) => price === undefined)), getCost(parts)]
  return { untaxed, uncosted, cost, margin: cost === null ? null : untaxed - uncosted - cost }
}

const KEY_OF: Partial<Record<ReportName, (part: Part) => string>> = {
  margin: ({ line }) => String(line.productId),
  marginByGroup: ({ group }) => String(group),
  marginBySupplier: ({ line }) => String(line.supplierId),
}

const period = fc.record({
  start: fc.nat(105),
  days: fc.integer({ min: 1, max: 60 }),
  store: fc.option(fc.nat(1), { nil: undefined }),
})
const getPeriod = ({ start, days, store }: { start: number; days: number; store: number | undefined }): Period => {
  const from = plusDays('2026-02-18', start)
  return { from, until: plusDays(from, days - 1), store: store === undefined ? undefined : stores[store] }
}
function report(name: ReportName, { from, until, store }: Period) {
  const query = { from, until, stores: StoreScope.all.narrowedTo(store), language: 'fi' as const }
  return findReport({ db: database.kysely, now: () => NOW }, name, query)
}

const summarise = (at: Date) =>
  summariseSales({ db: database.kysely, now: () => at, log: { warn: () => expect.unreachable() } })

const PARTS = [
  ['from the orders', async () => {}],
  ['from summarised days and the orders since', () => summarise(new Date('2026-04-20T10:00:00Z'))],
  ['from summarised days', () => summarise(NOW)],
] as const

describe.each(PARTS)('Computed %s', (_how, prepare) => {
  beforeAll(prepare)

  test.each(Object.entries(KEY_OF))('the report %s is right to the cent', async (name, getKey) => {
    await fc.assert(
      fc.asyncProperty(period, async drawn => {
        const reportPeriod = getPeriod(drawn)
        // Keys of the reports above.
        const found = await report(name as ReportName, reportPeriod)
        const parts = partsIn(reportPeriod)
        const should = Map.groupBy(parts, getKey)
        expect(found.rows.map(({ key }) => key).toSorted()).toEqual([...should.keys()].toSorted())
        for (const row of found.rows) expect(row).toMatchObject(expected(should.get(row.key) ?? []))
        if (parts.length > 0) expect(found.total).toMatchObject(expected(parts))
      }),
      { numRuns: 25 },
    )
  })

  test('sales by group are those of the products, at the time of the sale', async () => {
    await fc.assert(
      fc.asyncProperty(period, async drawn => {
        const reportPeriod = getPeriod(drawn)
        const { rows, total } = await report('group', reportPeriod)
        const should = Map.groupBy(partsIn(reportPeriod), ({ group }) => String(group))
        const net = (parts: readonly Part[]) => parts.reduce((sum, { cents }) => sum + cents, 0)
        expect(new Map(rows.map(({ key, net: cents }) => [key, cents]))).toEqual(
          new Map([...should].map(([key, parts]) => [key, net(parts)])),
        )
        expect(total.net).toBe((await report('product', reportPeriod)).total.net)
      }),
      { numRuns: 10 },
    )
  })

  test('what is left without VAT is that of the receipts, and the summary keeps its rules', async () => {
    const reportPeriod = { from: '2026-02-20', until: '2026-05-31' }
    const { total } = await report('marginByGroup', reportPeriod)
    expect(total.untaxed).toBe((await report('vat', reportPeriod)).total.untaxed)
    expect((await brokenInvariants(database))['I14'] ?? []).toEqual([])
  })
})

test('a product without a purchase price is told, and never counts as bought for nothing', async () => {
  const reportPeriod = { from: '2026-02-20', until: '2026-05-31' }
  const { rows } = await report('margin', reportPeriod)
  const without = rows.filter(({ key }) => Number(key) % 4 === 0)
  expect(without.length).toBeGreaterThan(0)
  for (const row of without)
    expect(row).toMatchObject({ cost: null, margin: null, margin_share: null, unpriced: 1, uncosted: row.untaxed })
  const { total } = await report('marginBySupplier', reportPeriod)
  expect(total.unpriced).toBeGreaterThanOrEqual(without.length)
})

test('a removed purchase price changes the cost of what was sold under it', async () => {
  const reportPeriod = { from: '2026-04-16', until: '2026-04-30' }
  const before = await report('margin', reportPeriod)
  const latest = prices.filter(({ valid_from }) => valid_from === '2026-04-15')
  await database.kysely.deleteFrom('purchase_price').where('valid_from', '=', '2026-04-15').execute()
  prices = prices.filter(price => !latest.includes(price))
  const after = await report('margin', reportPeriod)
  expect(after.total).toMatchObject(expected(partsIn(reportPeriod)))
  expect(after.total.cost).not.toBe(before.total.cost)
})
