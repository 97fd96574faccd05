import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { migrate } from '#server/platform/schema/migrate.ts'
import { stockForBench, type BenchShopper } from './bench-stock.ts'
import { fillShop } from './many-orders.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'
import { buy } from './shopper-call.ts'

const ORDERS_PER_SECOND = 10
const BESIDE_NOTHING_MS = 30_000

/** A possible release: a column, a constraint and two indexes on all orders, and a value to fill in for every tenth order. */
const RELEASE = {
  '901-weekday': `ALTER TABLE customer_order ADD COLUMN weekday integer;
    ALTER TABLE customer_order ADD CONSTRAINT customer_order_weekday CHECK (weekday BETWEEN 1 AND 7) NOT VALID;`,
  '902-weekdays.online': `
    DROP INDEX CONCURRENTLY IF EXISTS order_without_weekday;
    CREATE INDEX CONCURRENTLY order_without_weekday ON customer_order (id) WHERE weekday IS NULL AND id % 10 = 0;
    UPDATE customer_order SET weekday = extract(isodow FROM created_at) WHERE id IN (
      SELECT id FROM customer_order WHERE weekday IS NULL AND id % 10 = 0 ORDER BY id LIMIT 5000);
    DROP INDEX CONCURRENTLY IF EXISTS order_without_weekday;`,
  '903-weekday-rule.online': 'ALTER TABLE customer_order VALIDATE CONSTRAINT customer_order_weekday;',
  '904-index-beside.online': `DROP INDEX CONCURRENTLY IF EXISTS order_weekday;
    CREATE INDEX CONCURRENTLY order_weekday ON customer_order (store_id, weekday);`,
  // What 904 would be without CONCURRENTLY.
  '905-index-in-one-transaction': 'CREATE INDEX order_weekday_too ON customer_order (store_id, weekday);',
}

/** For each migration: its duration, and the milliseconds of each order placed and paid meanwhile. */
export type Beside = { name: string; ms: number; orders: number[] }

/** Migrates this many orders under a selling shop that runs the previous version, which has none of these migrations. */
export async function benchMigration(orders: number, log: (line: string) => void): Promise<Beside[]> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  try {
    log(`${orders} orders …`)
    await fillShop(shop, orders)
    const shoppers = await stockForBench(shop)
    const measured = [await beside({ shop, shoppers }, 'nothing', () => sleep(BESIDE_NOTHING_MS))]
    for (const name of Object.keys(RELEASE)) {
      log(`${name} …`)
      measured.push(await beside({ shop, shoppers }, name, () => migrateTo(shop, join(dataDir, 'migrations'), name)))
    }
    return measured
  } finally {
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function migrateTo(shop: RunningShop, directory: string, last: string): Promise<void> {
  await mkdir(directory, { recursive: true })
  for (const [name, text] of Object.entries(RELEASE)) await writeFile(join(directory, `${name}.sql`), text)
  const pool = new Pool(getDatabase(shop))
  const applied = await migrate(pool, { next: directory, until: last })
  await pool.end()
  if (applied.length !== 1) throw new Error(`Applied were ${applied.join(', ') || 'none'}`)
}

type Shoppers = { shop: RunningShop; shoppers: BenchShopper[] }

/** Orders start on schedule, however long earlier ones take. Throws when a payment fails. */
async function beside({ shop, shoppers }: Shoppers, name: string, work: () => Promise<void>): Promise<Beside> {
  const agent = new Agent({ keepAlive: true })
  const started = performance.now()
  const worked = work().then(() => performance.now() - started)
  let isDone = false
  void worked.finally(() => (isDone = true)).catch(() => undefined)
  const orders = await Promise.all(
    shoppers.map(async (shopper, number) => {
      const gapMs = (1000 * shoppers.length) / ORDERS_PER_SECOND
      const durations: number[] = []
      for (let due = started + (number * gapMs) / shoppers.length; !isDone; due += gapMs) {
        await sleep(Math.max(0, due - performance.now()))
        const code = await buy({ origin: shop.origin, agent, shopper })
        if (code !== 'SUCCESS') throw new Error(`A payment ended with ${String(code)}`)
        durations.push(performance.now() - due)
      }
      return durations
    }),
  )
  agent.destroy()
  return { name, ms: await worked, orders: orders.flat().toSorted((one, other) => one - other) }
}

/** A Markdown table. */
export function formatMigrationReport(measured: readonly Beside[]): string {
  const rows = measured.map(({ name, ms, orders }) => {
    const [p50, p95, maxLength] = [0.5, 0.95, 1].map(share => orders[Math.floor((orders.length - 1) * share)] ?? NaN)
    const times = [p50, p95, maxLength].map(each => `${each?.toFixed(0)} ms`)
    return `| ${[name, `${(ms / 1000).toFixed(1)} s`, orders.length, ...times].join(' | ')} |`
  })
  return [
    '| beside | took | orders paid | p50 | p95 | longest |',
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...rows,
  ].join('\n')
}
