import { readFile, stat } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { BenchShopper } from './bench-stock.ts'
import { median } from './rounds.ts'
import { getDatabaseLog, getDatabase, type RunningShop } from './running-shop.ts'
import { buy } from './shopper-call.ts'

const ORDERS = 15
const POLL_MS = 100
const MARK = 'an order begins or ends here'

export type Statements = { roundTrips: number; commits: number; unprepared: number; log: string[] }
type Logged = { connection: string; statement: string; isPrepared: boolean }

/**
 * How many statements PostgreSQL receives for one order that is placed and paid, each of them a round trip, how many of them
 * commit, and how many it parses and plans again: for each statement the median of several orders, so that background work doesn't count.
 */
export async function countStatements(shop: RunningShop, shopper: BenchShopper): Promise<Statements> {
  const client = new Client(getDatabase(shop))
  const agent = new Agent({ keepAlive: true })
  await client.connect()
  try {
    await untilReceiptsAreMailed(client)
    const from = (await stat(getDatabaseLog(shop))).size
    await setLogging(client, 'all')
    for (let number = 0; number < ORDERS; number++) {
      await client.query(`select '${MARK}'`)
      const code = await buy({ origin: shop.origin, agent, shopper })
      await client.query(`select '${MARK}'`)
      if (code !== 'SUCCESS') throw new Error(`A payment ended with ${String(code)}`)
      await untilReceiptsAreMailed(client)
    }
    await setLogging(client, 'none')
    const written = (await readFile(getDatabaseLog(shop))).subarray(from).toString()
    return summary(statementsPerOrder(written))
  } finally {
    agent.destroy()
    await client.end()
  }
}

/** Receipts are emailed between the orders, so that no order counts the email of another: a load may have left many. */
async function untilReceiptsAreMailed(client: Client): Promise<void> {
  const isWaiting = async () =>
    (await client.query(`select from outbox_message where kind = 'receipt' limit 1`)).rowCount !== 0
  while (await isWaiting()) await sleep(POLL_MS)
}

async function setLogging(client: Client, what: 'all' | 'none'): Promise<void> {
  await client.query(`alter system set log_statement = '${what}'`)
  await client.query('select pg_reload_conf()')
  // Every connection applies the new setting before its next statement, once the signal has reached it.
  await sleep(300)
}

/** The statements between two markers. */
function statementsPerOrder(log: string): Logged[][] {
  const lines = log.matchAll(/^.*\[(\d+)\] LOG: {2}(?:statement|execute ([^:]*)): (.*(?:\n\t.*)*)/gm)
  const orders: Logged[][] = []
  let open: Logged[] | undefined
  for (const [, connection = '', name = '', statement = ''] of lines) {
    if (statement.includes(MARK)) {
      if (open) orders.push(open)
      open = open ? undefined : []
    } else open?.push({ connection, statement, isPrepared: name !== '' && name !== '<unnamed>' })
  }
  return orders
}

const BEGINS = /^\s*(begin|start transaction)/i
const COMMITS = /^\s*commit/i
const WRITES = /^\s*(insert|update|delete)|^\s*with\b[^]*\b(insert into|update|delete from)\b/i

/** The statements that end in a commit: COMMIT, and writes outside of a transaction. */
function committing(order: Logged[]): string[] {
  const inTransaction = new Set<string>()
  return order.flatMap(({ connection, statement }) => {
    if (BEGINS.test(statement)) inTransaction.add(connection)
    if (COMMITS.test(statement)) return inTransaction.delete(connection) ? [statement] : []
    return WRITES.test(statement) && !inTransaction.has(connection) ? [statement] : []
  })
}

/** The sum over all distinct texts of the median count of each. */
function typicalCount(orders: string[][]): number {
  const texts = new Set(orders.flat())
  const computeMedian = (text: string) => median(orders.map(order => order.filter(each => each === text).length))
  return [...texts].reduce((sum, text) => sum + Math.round(computeMedian(text)), 0)
}

function summary(orders: Logged[][]): Statements {
  if (orders.length !== ORDERS) throw new Error(`The log contains ${orders.length} orders, not ${ORDERS}`)
  const texts = orders.map(order => order.map(({ statement }) => statement))
  const roundTrips = typicalCount(texts)
  const log = texts.find(order => order.length === roundTrips) ?? texts[0] ?? []
  const unprepared = orders.map(order => order.flatMap(({ isPrepared, statement }) => (isPrepared ? [] : [statement])))
  return { roundTrips, commits: typicalCount(orders.map(committing)), unprepared: typicalCount(unprepared), log }
}
