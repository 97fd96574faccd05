import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { stockForBench } from './bench-stock.ts'
import { buyFor, type Buying, freshCount, perOrder } from './orders-bench.ts'
import { getDatabase, type RunningShop, startShop } from './running-shop.ts'

const WARM_SECONDS = 5
const SECONDS = 8
/** Statements that fewer than one order in fifty runs are summed in one row. */
const MIN_CALLS = 0.02
/** What happens after an order was reported as paid: the receipt's email, from the outbox to the development mailbox. */
const AFTER_THE_ORDER = /outbox_message|development_mail|from "customer_order" as "paid"/i
/** The functions of an order write into the outbox, too. */
const OF_AN_ORDER = /place_order|begin_payment|settle_payment/
/**
 * Statements that functions and foreign keys run; their time is also in that of the statement that runs them. PostgreSQL 18 counts the
 * checks of all tables whose keys have one type as one statement, with the name of the first.
 */
const FOREIGN_KEY = /FROM ONLY .* FOR KEY SHARE OF x/

type StatementRow = {
  query: string
  is_inner: boolean
  calls: number
  plans: number
  plan_ms: number
  run_ms: number
  wal_bytes: number
}
type Costs = { orders: number; rows: StatementRow[]; postgresMs: number; nodeMs: number; tracedPostgresMs: number }

/**
 * What an order costs PostgreSQL, statement by statement: how often it is called and planned, and how long each takes. The
 * processor time is measured before the statements are traced, since tracing costs time, too.
 */
export async function benchOrderCosts(log: (line: string) => void): Promise<string> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const stop = (shop: RunningShop) => shop.stop('SIGTERM')
  try {
    const shop = await startShop(dataDir)
    const shoppers = (await stockForBench(shop)).slice(0, 1)
    log('Processor time of orders …')
    const plain = await withClient(shop, client => measure({ shop, shoppers, client })).finally(() => stop(shop))
    const traced = await startShop(dataDir)
    log('Statements of orders …')
    const statements = await withClient(traced, client => trace({ shop: traced, shoppers, client })).finally(() =>
      stop(traced),
    )
    return formatCosts({ ...statements, ...plain })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function withClient<T>(shop: RunningShop, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

type Parts = Omit<Buying, 'counted'>

/** Leaves the server set up to trace statements once it is started again. */
async function measure(parts: Parts) {
  await buyFor(WARM_SECONDS, { ...parts, counted: freshCount() })
  await parts.client.query('vacuum analyze')
  const counted = freshCount()
  await buyFor(SECONDS, { ...parts, counted })
  await parts.client.query(`alter system set shared_preload_libraries = 'pg_stat_statements'`)
  await parts.client.query('alter system set pg_stat_statements.track_planning = on')
  await parts.client.query(`alter system set pg_stat_statements.track = 'all'`)
  const { processorMs } = perOrder(counted)
  return { postgresMs: processorMs?.postgres ?? NaN, nodeMs: processorMs?.node ?? NaN }
}

async function trace(parts: Parts) {
  const { client } = parts
  await client.query('create extension pg_stat_statements')
  await buyFor(WARM_SECONDS, { ...parts, counted: freshCount() })
  await client.query('select pg_stat_statements_reset()')
  const counted = freshCount()
  await buyFor(SECONDS, { ...parts, counted })
  const { orders } = counted
  const { rows } = await client.query<StatementRow>(
    `select query, not toplevel as is_inner, calls::float / $1 as calls, plans::float / $1 as plans, total_plan_time / $1 as plan_ms,
      total_exec_time / $1 as run_ms, wal_bytes::float / $1 as wal_bytes
    from pg_stat_statements where query not like '%pg_current_wal_insert_lsn%' order by total_plan_time + total_exec_time desc`,
    [orders],
  )
  return { orders, rows, tracedPostgresMs: perOrder(counted).processorMs?.postgres ?? NaN }
}

const sum = (rows: readonly StatementRow[], column: keyof Omit<StatementRow, 'query' | 'is_inner'>) =>
  rows.reduce((total, row) => total + row[column], 0)

const toCells = (rows: readonly StatementRow[]) =>
  [
    sum(rows, 'calls').toFixed(2),
    sum(rows, 'plans').toFixed(2),
    sum(rows, 'plan_ms').toFixed(3),
    sum(rows, 'run_ms').toFixed(3),
    sum(rows, 'wal_bytes').toFixed(0),
  ].join(' | ')

const shown = ({ query }: StatementRow) => query.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim().slice(0, 90)

/** A table of statements with their sum; the rare ones are one row. */
function formatTable(title: string, rows: readonly StatementRow[]): string {
  const [often, rare] = [rows.filter(row => row.calls >= MIN_CALLS), rows.filter(row => row.calls < MIN_CALLS)]
  return [
    `| ${title} | calls | plans | planning ms | execution ms | log bytes |`,
    '| --- | ---: | ---: | ---: | ---: | ---: |',
    ...often.map(row => `| \`${shown(row)}\` | ${toCells([row])} |`),
    `| ${rare.length} others, rarely | ${toCells(rare)} |`,
    `| all | ${toCells(rows)} |`,
  ].join('\n')
}

function formatCosts({ orders, rows, postgresMs, nodeMs, tracedPostgresMs }: Costs): string {
  const outer = rows.filter(row => !row.is_inner)
  const isAfter = ({ query }: StatementRow) => AFTER_THE_ORDER.test(query) && !OF_AN_ORDER.test(query)
  const inner = rows.filter(row => row.is_inner && !FOREIGN_KEY.test(row.query))
  const keys = rows.filter(row => FOREIGN_KEY.test(row.query))
  const measured = sum(outer, 'plan_ms') + sum(outer, 'run_ms')
  const rest = tracedPostgresMs - measured
  return [
    `${orders} orders of one shopper; per order. Processor: Node ${nodeMs.toFixed(2)} ms, PostgreSQL ${postgresMs.toFixed(2)} ms.`,
    formatTable(
      'the order',
      outer.filter(row => !isAfter(row)),
    ),
    formatTable('after the order', outer.filter(isAfter)),
    formatTable('within functions', inner),
    formatTable('foreign keys, by the type of the key', keys),
    `While traced, PostgreSQL used ${tracedPostgresMs.toFixed(2)} ms: ${measured.toFixed(2)} planning and executing, and ${rest.toFixed(2)} messages, starting plans, commits, background.`,
  ].join('\n\n')
}
