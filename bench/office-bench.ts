import { mkdtemp, rm } from 'node:fs/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { plusDays } from '#domain/zoned-time.ts'
import { summariseSales } from '#server/modules/administration/reports/sales-summary.ts'
import { connectTo } from '#server/platform/db/connect.ts'
import { signInAdmin, measureTimes, type Times } from './lists-bench.ts'
import { fillOrders } from './many-orders.ts'
import { getDatabase, type RunningShop, startShop } from './running-shop.ts'

const FEW = 10_000
const MAX_RATIO = 2

/** The limit of the 95th percentile for the calls that people wait for often. */
const WITHIN_MS = 300

/**
 * Paths under /api/admin. `STORE`: a store; `MONTH`: last month; `MONTH_DAYS` and `YEAR_DAYS`: the days of 30 and 365 days until
 * today; `TODAY`. Lists of orders are measured by `--order-lists`.
 */
const CALLS = {
  home: 'home?',
  'home of a store': 'home?store_id=STORE',
  'closings of a month': 'closings/months/MONTH/days?test=true',
  'a month in one sum': 'closings/months/MONTH?test=true',
  'insight, month': 'insight?MONTH_DAYS',
  'insight, year': 'insight?YEAR_DAYS',
  'visits of insight, month': 'insight/visits?MONTH_DAYS',
  'visits of insight, year': 'insight/visits?YEAR_DAYS',
  'orders of a day': 'orders?paid_from=TODAY&paid_until=TODAY',
  'report by day, month': 'reports/day?MONTH_DAYS',
  'report by product, month': 'reports/product?MONTH_DAYS',
  'report by supplier, month': 'reports/supplier?MONTH_DAYS',
  'report by product group, month': 'reports/group?MONTH_DAYS',
  'report of margins by group, month': 'reports/marginByGroup?MONTH_DAYS',
  'report by VAT rate, month': 'reports/vat?MONTH_DAYS',
  'report of slow sellers, month': 'reports/slow?MONTH_DAYS',
  'report by day, year': 'reports/day?YEAR_DAYS',
  'report by week, year': 'reports/week?YEAR_DAYS',
  'report by hour, year': 'reports/hour?YEAR_DAYS',
  'report by store, year': 'reports/store?YEAR_DAYS',
  'report by product, year': 'reports/product?YEAR_DAYS',
  'report by supplier, year': 'reports/supplier?YEAR_DAYS',
  'report by product group, year': 'reports/group?YEAR_DAYS',
  'report of margins by group, year': 'reports/marginByGroup?YEAR_DAYS',
  'report by VAT rate, year': 'reports/vat?YEAR_DAYS',
  'report of slow sellers, year': 'reports/slow?YEAR_DAYS',
} as const

type Measured = { rows: CallRow[]; orders: number; summarySeconds: number }
type CallRow = { call: string; few: Times; many: Times }

/**
 * The back office of a shop with few orders and with many, over HTTP. Calls that return 404 are left out. `summary`: how long the
 * daily summary of the many took.
 */
export async function benchOffice(log: (line: string) => void, many: number): Promise<Measured> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const client = new Client(getDatabase(shop))
  try {
    await client.connect()
    // Skips foreign-key checks, because the references are correct by construction: checking a million orders row by row takes
    // minutes longer.
    await client.query('SET synchronous_commit = off; SET session_replication_role = replica')
    const cookie = await signInAdmin(client)
    const measure = async (orders: number) => {
      log(`${orders.toLocaleString('en')} orders …`)
      await fillOrders(client, orders)
      await fillVisits(client)
      const seconds = await summarise(shop)
      log(`daily summary: ${seconds.toFixed(1)} s`)
      const fill = await filledBy(client)
      const times = new Map<string, Times>()
      for (const [call, path] of Object.entries(CALLS)) {
        const url = `${shop.origin}/api/admin/${fill(path)}&lang=fi`
        if (await isKnown(url, cookie)) times.set(call, await measureTimes(url, cookie))
        else log(`${call}: not there`)
      }
      return { times, seconds }
    }
    const few = await measure(FEW)
    const large = await measure(many)
    const rows = [...few.times].map(([call, times]) => ({ call, few: times, many: large.times.get(call)! }))
    return { rows, orders: many, summarySeconds: large.seconds }
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** A visit for each paid order, another one without a purchase for each fourth, and a purchase price of each product. */
export async function fillVisits(client: Client): Promise<void> {
  await client.query('truncate visit cascade; delete from purchase_price')
  await client.query(
    `insert into visit (store_id, user_id, began_by, created_at, last_at)
      select store_id, user_id, 'start', at, at from customer_order,
        lateral (values (paid_at - interval '5 minutes', 1), (paid_at - interval '3 days', 4)) begun (at, every)
      where paid_at is not null and customer_order.id % every = 0`,
  )
  await client.query(
    `insert into purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
      select id, supplier_id, '2020-01-01', 5000 from product`,
  )
  await client.query('vacuum (analyze) visit, purchase_price')
}

/** The shop's job would do this within ten minutes. Returns the seconds that it took. */
export async function summarise(shop: RunningShop): Promise<number> {
  const { kysely: db, close } = connectTo(getDatabase(shop), () => undefined)
  const started = performance.now()
  for (const table of [
    'sales_by_hour',
    'sales_by_product',
    'sales_by_group',
    'sales_by_vat_rate',
    'sales_summary',
  ] as const)
    await db.deleteFrom(table).execute()
  await summariseSales({ db, now: () => new Date(), log: { warn: () => undefined } })
  const seconds = (performance.now() - started) / 1000
  await sql`VACUUM ANALYZE sales_by_hour, sales_by_product, sales_by_group, sales_by_vat_rate, sales_summary`.execute(
    db,
  )
  await close()
  return seconds
}

async function isKnown(url: string, cookie: string): Promise<boolean> {
  const { status } = await fetch(url, { headers: { cookie } })
  return status !== 404
}

async function filledBy(client: Client) {
  const { rows } = await client.query<{ store: number; month: string }>(
    `SELECT (SELECT min(id) FROM store) AS store, to_char(now() - interval '1 month', 'YYYY-MM') AS month`,
  )
  const { store, month } = rows[0]!
  const today = new Date().toISOString().slice(0, 10)
  const formatDays = (days: number) => `from=${plusDays(today, 1 - days)}&until=${today}`
  return (path: string) =>
    path
      .replace('STORE', String(store))
      .replace('MONTH_DAYS', formatDays(30))
      .replace('YEAR_DAYS', formatDays(365))
      .replace('MONTH', month)
      .replaceAll('TODAY', today)
}

const shown = ({ median, p95 }: Times) => `${median.toFixed(1)} / ${p95.toFixed(1)}`

function formatVerdict({ call, few, many }: CallRow): string {
  if (
    call.startsWith('home') ||
    call.startsWith('report') ||
    call.startsWith('insight') ||
    call === 'closings of a month'
  )
    return many.p95 <= WITHIN_MS ? 'reached' : 'missed'
  return many.median / few.median <= MAX_RATIO ? 'reached' : 'missed'
}

/** In Markdown. The target: home, closings, insight and reports with a p95 within 300 ms; a list in at most twice the time. */
export function formatOfficeReport({ rows, orders, summarySeconds }: Measured): string {
  const lines = rows.map(row => {
    const ratio = (row.many.median / row.few.median).toFixed(1)
    return `| ${row.call} | ${shown(row.few)} | ${shown(row.many)} | ${ratio}, ${formatVerdict(row)} |`
  })
  const [few, many] = [FEW, orders].map(number => `${number.toLocaleString('en')} orders`)
  const head = [`| ms, median / p95 | ${few} | ${many} | ratio, verdict |`, '| --- | --- | --- | --- |']
  return [...head, ...lines, '', `Their daily summary took ${summarySeconds.toFixed(1)} s.`].join('\n')
}
