import { readFile, stat } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import type { BenchShopper } from './bench-stock.ts'
import { runChild } from './child.ts'
import type { OrdersLoad } from './orders-load.ts'
import { median } from './rounds.ts'
import { databaseLogOf, databaseOf, type RunningShop } from './running-shop.ts'

const ORDERS = 15
const MARK = 'an order begins or ends here'

export type Statements = { all: number; withoutBeginAndCommit: number; log: string[] }

/** How many SQL statements PostgreSQL receives for one order that is placed and paid: the median of several. */
export async function countStatements(shop: RunningShop, shopper: BenchShopper): Promise<Statements> {
  const client = new Client(databaseOf(shop))
  await client.connect()
  try {
    const from = (await stat(databaseLogOf(shop))).size
    await setLogging(client, 'all')
    for (let number = 0; number < ORDERS; number++) await buyBetweenMarks(client, shop, shopper)
    await setLogging(client, 'none')
    const written = (await readFile(databaseLogOf(shop))).subarray(from).toString()
    return summary(statementsPerOrder(written))
  } finally {
    await client.end()
  }
}

async function buyBetweenMarks(client: Client, shop: RunningShop, shopper: BenchShopper): Promise<void> {
  const once: OrdersLoad = { origin: shop.origin, shoppers: [shopper], seconds: 60, mostOrders: 1 }
  await client.query(`select '${MARK}'`)
  await runChild<number>('bench/orders-load.ts', once)
  await client.query(`select '${MARK}'`)
}

async function setLogging(client: Client, what: 'all' | 'none'): Promise<void> {
  await client.query(`alter system set log_statement = '${what}'`)
  await client.query('select pg_reload_conf()')
  // Every connection applies the new setting before its next statement, once the signal has reached it.
  await pause(300)
}

/** The statements between two markers, without the background polling. */
function statementsPerOrder(log: string): string[][] {
  const lines = log.matchAll(/^.*\] LOG: {2}(?:statement|execute [^:]*): (.*(?:\n\t.*)*)/gm)
  const orders: string[][] = []
  let open: string[] | undefined
  for (const [, statement = ''] of lines) {
    if (statement.includes(MARK)) {
      if (open) orders.push(open)
      open = open ? undefined : []
    } else if (!isPolling(statement)) open?.push(statement)
  }
  return orders
}

const isPolling = (statement: string): boolean =>
  (statement.includes('outbox_message') && !statement.includes('payment_attempt')) ||
  /^\s*update "?payment_attempt"? set "?(owner|lease_until)/i.test(statement)

function summary(orders: string[][]): Statements {
  if (orders.length !== ORDERS) throw new Error(`The log tells of ${orders.length} orders, not ${ORDERS}`)
  const all = median(orders.map(order => order.length))
  const plain = orders.map(order => order.filter(statement => !/^(begin|commit|start transaction)/i.test(statement)))
  const log = orders.find(order => order.length === all) ?? []
  return { all, withoutBeginAndCommit: median(plain.map(order => order.length)), log }
}
