import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Report, ReportRow } from '#contract/administration/reports.ts'
import type { ClosingMonth } from '#contract/payments/closings.ts'
import { REPORT_NAMES, type ReportName, getReport } from '#domain/administration/reports.ts'
import { isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { testDatabase } from '#test/database/database.ts'
import { sheetHeadings } from '#test/files/unzip.ts'
import { addProduct, addStore } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'
import { type Line, type Sale, sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { reportLabels } from './report-labels.ts'
import { summariseSales } from './sales-summary.ts'

const NOW = new Date('2026-05-31T21:30:00Z')
const FIRST = new Date('2026-02-20T00:00:00Z')
const ZONES = ['Europe/Helsinki', 'America/New_York'] as const

let database: DatabaseHandle
let server: Shop
let anna: Caller
let stores: number[]
let sales: Sale[]

beforeAll(async () => {
  database = await testDatabase()
  stores = [await addStore(database), await addStore(database)]
  await database.pool.query('UPDATE store SET time_zone = $1 WHERE id = $2', [ZONES[1], stores[1]])
  sales = await sellAtRandom(database, {
    places: stores.map((store, index) => ({ store, zone: ZONES[index]! })),
    from: FIRST,
    until: NOW,
  })
  server = await openShop({
    database,
    now: () => NOW,
    modules: ['stock', 'payments', 'administration'],
    // Terminals that can't be asked for their sums.
    terminals: () => ({ byProvider: () => undefined }),
  })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type Period = { from: string; until: string; store?: number | undefined }
const formatQuery = ({ from, until, store }: Period) => `from=${from}&until=${until}${store ? `&store=${store}` : ''}`
async function reportIn(name: ReportName, period: Period): Promise<Report> {
  const { status, body } = await anna.call(`GET reports/${name}?${formatQuery(period)}`)
  expect(status).toBe(200)
  return body as Report
}
const cents = (euros: number | null | undefined) => Math.round((euros ?? 0) * 100)

/** The independent calculation: of each moved amount its moment, store, line and cents; refunds are negative. */
type Moved = { at: number; zone: string; line: Line; cents: number; thousandths: number; sale: Sale; isRefund: boolean }

function movedIn({ from, until, store }: Period): Moved[] {
  const isWithin = (at: number, zone: string) => {
    const { date } = zonedTime(at, zone)
    return date >= from && date <= until
  }
  return sales
    .filter(sale => store === undefined || sale.store === store)
    .flatMap(sale => {
      const { zone } = sale
      const sold = sale.lines.map(line => ({
        at: sale.at,
        zone,
        line,
        cents: line.cents,
        thousandths: line.thousandths,
        sale,
        isRefund: false,
      }))
      const back = sale.refunds.map(refund => ({
        ...refund,
        zone,
        cents: -refund.cents,
        thousandths: -refund.thousandths,
        sale,
        isRefund: true,
      }))
      return [...sold, ...back].filter(({ at }) => isWithin(at, zone))
    })
}

const KEY_OF: Partial<Record<ReportName, (moved: Moved) => string>> = {
  day: ({ at, zone }) => zonedTime(at, zone).date,
  week: ({ at, zone }) => {
    const { date } = zonedTime(at, zone)
    return plusDays(date, 1 - isoWeekday(date))
  },
  month: ({ at, zone }) => zonedTime(at, zone).date.slice(0, 7),
  hour: ({ at, zone }) => String(Number(zonedTime(at, zone).time.slice(0, 2))),
  store: ({ sale }) => String(sale.store),
  product: ({ line }) => String(line.productId),
  supplier: ({ line }) => String(line.supplierId),
  vat: ({ line }) => String(line.rate / 100),
}

const sum = (moved: readonly Moved[], getValue: (each: Moved) => number) =>
  moved.reduce((all, each) => all + getValue(each), 0)

function expected(moved: readonly Moved[]) {
  const sold = moved.filter(({ isRefund }) => !isRefund)
  return {
    sold: sum(sold, each => each.cents),
    refunded: -sum(moved, each => each.cents) + sum(sold, each => each.cents),
    net: sum(moved, each => each.cents),
    purchases: new Set(sold.map(({ sale }) => sale)).size,
    quantity: sum(moved, each => each.thousandths),
  }
}

function agrees(name: ReportName, row: Pick<ReportRow, 'figures'>, should: ReturnType<typeof expected>): void {
  const { figures } = getReport(name)
  for (const figure of ['sold', 'refunded', 'net'] as const) expect(cents(row.figures[figure])).toBe(should[figure])
  if (figures.includes('purchases')) expect(row.figures.purchases).toBe(should.purchases)
  if (row.figures.quantity != null) expect(Math.round(row.figures.quantity * 1000)).toBe(should.quantity)
  if (row.figures.average != null)
    expect(cents(row.figures.average)).toBe(Math.round(should.sold / should.purchases + 1e-9))
}

const period = fc.record({
  start: fc.nat(105),
  days: fc.integer({ min: 1, max: 60 }),
  store: fc.option(fc.nat(1), { nil: undefined }),
})

describe.each([
  ['from the orders', undefined],
  ['from summarised days and the orders since', new Date('2026-04-20T10:00:00Z')],
  ['from summarised days', NOW],
] as const)('Computed %s, the report by', (_how, until) => {
  beforeAll(async () => {
    if (until)
      await summariseSales({ db: database.kysely, now: () => until, log: { warn: () => expect.unreachable() } })
  })
  test.each(Object.entries(KEY_OF))('%s equals the orders less the refunds to the cent', async (report, getKey) => {
    const name = report as ReportName
    await fc.assert(
      fc.asyncProperty(period, async ({ start, days, store: place }) => {
        const from = plusDays('2026-02-18', start)
        const query = { from, until: plusDays(from, days - 1), store: place === undefined ? undefined : stores[place] }
        const found = await reportIn(name, query)
        const moved = movedIn(query)
        const should = Map.groupBy(moved, getKey)
        const shown = new Map(found.rows.map(row => [row.key, row]))
        expect(shown.size).toBe(found.total_rows)
        for (const [key, parts] of should) agrees(name, shown.get(key) ?? { figures: {} }, expected(parts))
        const empty = found.rows.filter(({ key }) => !should.has(key))
        expect(empty.filter(({ figures }) => figures.sold !== 0 || figures.refunded !== 0)).toEqual([])
        agrees(name, { figures: { ...found.total, quantity: null } }, expected(moved))
      }),
      { numRuns: 25 },
    )
  })
})

test('VAT and net sums are those of the closings', async () => {
  for (const month of ['2026-03', '2026-04']) {
    const closing = (await anna.call(`GET closings/months/${month}`)).body as ClosingMonth
    const until = plusDays(`${plusDays(`${month}-28`, 4).slice(0, 7)}-01`, -1)
    const { total } = await reportIn('vat', { from: `${month}-01`, until })
    expect(closing.gross).toBeGreaterThan(0)
    expect([total.net, total.untaxed, total.tax]).toEqual([closing.gross, closing.net, closing.tax])
  }
})

test('days without a sale are there with zeros, days to come are not', async () => {
  const { rows } = await reportIn('day', { from: '2026-05-30', until: '2026-06-30' })
  expect(rows.map(({ key }) => key)).toEqual(['2026-05-30', '2026-05-31', '2026-06-01'])
  const early = await reportIn('day', { from: '2026-01-01', until: '2026-01-02' })
  expect(early.rows.map(({ figures }) => figures)).toEqual([NOTHING, NOTHING])
  expect(early.total).toEqual(NOTHING)
})
const NOTHING = { purchases: 0, sold: 0, refunded: 0, net: 0, average: null }

describe('Stock, waste, slow sellers and visits', () => {
  const ALL = { from: '2026-02-01', until: '2026-05-31' }
  let milk: number
  let store: number

  beforeAll(async () => {
    const db = database.kysely
    store = await addStore(database)
    const vat_class = await database.kysely.selectFrom('vat_class').select('id').executeTakeFirstOrThrow()
    milk = await addProduct(database, { vatClassId: vat_class.id, price_cents: 145 })
    await db
      .insertInto('store_stock')
      .values({ store_id: store, product_id: milk, quantity_thousandths: 2500 })
      .execute()
    const moves = [
      { kind: 'waste', quantity_thousandths: -1000, created_at: '2026-03-01T10:00:00Z' },
      { kind: 'waste', quantity_thousandths: -1500, created_at: '2026-03-31T20:59:00Z' },
      { kind: 'waste', quantity_thousandths: -4000, created_at: '2026-03-31T21:01:00Z' },
      { kind: 'delivery', quantity_thousandths: 9000, created_at: '2026-03-02T10:00:00Z' },
    ]
    await sql`INSERT INTO stock_move (store_id, product_id, kind, quantity_thousandths, created_at)
      SELECT ${store}::integer, ${milk}::integer, kind, quantity_thousandths, created_at
      FROM ${jsonRecordset(moves, 'kind text, quantity_thousandths bigint, created_at timestamptz')}`.execute(db)
    const [buyer, looker] = [await addShopper(database), await addShopper(database)]
    const visit = (user_id: number, at: string) => {
      const times = { created_at: new Date(at), last_at: new Date(at) }
      return { store_id: store, user_id, began_by: 'start' as const, ...times }
    }
    await db
      .insertInto('visit')
      .values([
        visit(buyer, '2026-03-10T10:00:00Z'),
        visit(looker, '2026-03-10T10:05:00Z'),
        // More than two hours before the purchase.
        visit(buyer, '2026-03-10T07:00:00Z'),
      ])
      .execute()
    const paid = { user_id: buyer, store_id: store, status: 'complete', total_cents: 500, net_cents: 0 } as const
    await db
      .insertInto('customer_order')
      .values({ ...paid, paid_at: new Date('2026-03-10T10:12:00Z') })
      .execute()
  })

  test('waste is of the days of the store, at the selling price', async () => {
    const { rows, total } = await reportIn('waste', { from: '2026-03-01', until: '2026-03-31', store })
    expect(rows.map(({ key, figures }) => [key, figures])).toEqual([[String(milk), { quantity: 2.5, value: 3.63 }]])
    expect(total).toEqual({ quantity: null, value: 3.63 })
  })

  test('stock is what is there now, at the selling price', async () => {
    const { rows } = await reportIn('stock', { ...ALL, store })
    expect(rows.map(({ key, figures }) => [key, figures])).toEqual([[String(milk), { stock: 2.5, value: 3.63 }]])
  })

  test('the inventory is what is there now, at what the product’s supplier asks today', async () => {
    const empty = await reportIn('inventory', { ...ALL, store })
    const unpriced = { stock: 2.5, price: null, worth: null, unpriced: 1 }
    expect(empty.rows.map(({ key, figures }) => [key, figures])).toEqual([[String(milk), unpriced]])
    expect(empty.total).toEqual({ stock: null, price: null, worth: null, unpriced: 1 })
    await database.pool.query(
      `INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
       SELECT id, supplier_id, day::date, price FROM product, (VALUES ('2026-01-01', 8345), ('2026-06-02', 1)) given (day, price)
       WHERE id = $1`,
      [milk],
    )
    const { rows, total } = await reportIn('inventory', { ...ALL, store })
    // 2.5 × 0.8345 € is 2.08625 €.
    expect(rows.map(({ figures }) => figures)).toEqual([{ stock: 2.5, price: 0.8345, worth: 2.09, unpriced: 0 }])
    expect(total).toEqual({ stock: null, price: null, worth: 2.09, unpriced: 0 })
    const { body } = await anna.call(`GET stores/${store}/stock-value`)
    expect(body).toEqual({ value: 2.09, priced: 1, unpriced: 0 })
  })

  test('what is offered and sold nothing comes first among slow sellers', async () => {
    const { rows } = await reportIn('slow', { ...ALL, store })
    expect(rows[0]).toMatchObject({ key: String(milk), figures: { quantity: 0, net: 0, stock: 2.5, value: 3.63 } })
  })

  test('a visit bought something if a purchase followed within two hours', async () => {
    const { total, rows } = await reportIn('visits', { from: '2026-03-10', until: '2026-03-10', store })
    expect(rows).toHaveLength(1)
    expect(total).toEqual({ visits: 3, bought: 1, idle: 2, idle_share: 0.6667 })
  })
})

describe('The files of reports', () => {
  const march = { from: '2026-03-01', until: '2026-03-31' }
  test.each(REPORT_NAMES)('the CSV of %s has a column for each figure, and the rows of the page', async name => {
    const { text } = await anna.call(`GET reports/${name}/report.csv?${formatQuery(march)}`)
    const [head = [], ...lines] = text
      .replace('\uFEFF', '')
      .trimEnd()
      .split('\r\n')
      .map(line => line.split(';'))
    const { figures, rows: kind } = getReport(name)
    expect(head.slice(-figures.length)).toEqual(figures)
    expect(head[0]).toBe(['product', 'lot', 'group', 'supplier', 'store'].includes(kind) ? `${kind}_id` : kind)
    const page = await reportIn(name, march)
    expect(lines).toHaveLength(page.total_rows)
    expect(lines.map(([key]) => key?.replace(',', '.'))).toEqual(page.rows.map(({ key }) => key))
  })

  test.each(REPORT_NAMES)('the spreadsheet of %s has the headings of the page', async name => {
    const { raw } = await anna.call(`GET reports/${name}/report.xlsx?${formatQuery(march)}&lang=fi`)
    const headings = sheetHeadings(raw)
    const { figures, rows: kind } = getReport(name)
    const labels = reportLabels('fi')
    expect(headings).toContain(labels.rows[kind])
    expect(headings.slice(-figures.length)).toEqual(figures.map(figure => labels.figures[figure]))
    expect(new Set(headings).size).toBe(headings.length)
  })
})

test('test payments are left out where there are real ones, and the report says so', async () => {
  const before = await reportIn('day', { from: '2026-05-20', until: '2026-05-20' })
  expect(before).toMatchObject({ is_test: false })
  const place = await addStore(database)
  const terminal = await database.kysely
    .insertInto('terminal')
    .values({ store_id: place, name: 'Testi', provider: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await database.pool.query(
    `WITH sold AS (INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, paid_at)
        SELECT min(id), $1, 'complete', 700, 0, '2026-05-20T09:00:00Z' FROM app_user RETURNING *)
      INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, deadline_at)
      SELECT id, user_id, $2, 'T' || id, 700, 'EUR', 'APPROVED', 'checkout', now() FROM sold`,
    [place, terminal.id],
  )
  const after = await reportIn('day', { from: '2026-05-20', until: '2026-05-20' })
  expect(after.total).toEqual(before.total)
  expect(after).toMatchObject({ is_test: false, excludes_tests: true })
})

test('an unknown store, a report of no such name and an impossible period are refused', async () => {
  const getStatus = async (path: string) => (await anna.call(`GET reports/${path}`)).status
  const elsewhere = await anna.call('GET reports/day?from=2026-03-01&until=2026-03-02&store=999999')
  expect(elsewhere.body).toMatchObject({ code: 'store.notFound' })
  expect(await getStatus('nothing?from=2026-03-01&until=2026-03-02')).toBe(422)
  expect(await getStatus('day?from=2026-03-02&until=2026-03-01')).toBe(422)
  expect(await getStatus('day?from=2020-01-01&until=2026-03-01')).toBe(422)
})
