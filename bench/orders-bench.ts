import { Client } from 'pg'
import type { BenchShopper } from './bench-stock.ts'
import { runChild } from './child.ts'
import type { OrdersResult, OrdersLoad } from './orders-load.ts'
import { between, measureProcessorTime } from './processor.ts'
import type { RawOrders } from './raw-orders.ts'
import { median, type Compared } from './rounds.ts'
import { getDatabase, type RunningShop } from './running-shop.ts'

const ROUNDS = 9
const SECONDS = 2

export type OrdersBench = {
  /** To a raw client that writes the same rows in as many commits as the shop. */
  toSameCommits: Compared
  /** To a raw client that writes them in one commit. */
  toOneCommit: Compared
  medianMs: number
  /** Of the shop's processes per order, without the load's own; undefined where /proc is missing. */
  processorMs: { node: number; postgres: number } | undefined
  walBytes: number
}

export type Counted = {
  orders: number
  tookMs: number[]
  nodeSeconds: number
  postgresSeconds: number
  walBytes: number
}

export const freshCount = (): Counted => ({ orders: 0, tookMs: [], nodeSeconds: 0, postgresSeconds: 0, walBytes: 0 })

/** Orders placed and paid over HTTP, compared with the same rows through raw clients: all three by turns, in one run. */
export async function benchOrders(shop: RunningShop, shoppers: BenchShopper[]): Promise<OrdersBench> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  try {
    const buying: Buying = { shop, shoppers, client, counted: freshCount() }
    const rounds: { shop: number; same: number; one: number }[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const shopRate = await buyFor(SECONDS, buying)
      const same = await buyRaw(shop, shoppers, 'as the shop')
      const one = await buyRaw(shop, shoppers, 'one')
      // The first round warms up.
      if (round === 0) buying.counted = freshCount()
      else rounds.push({ shop: shopRate, same, one })
    }
    const comparedTo = (other: 'same' | 'one'): Compared => ({
      oursPerSecond: median(rounds.map(round => round.shop)),
      otherPerSecond: median(rounds.map(round => round[other])),
      ratio: median(rounds.map(round => round.shop / round[other])),
    })
    return { toSameCommits: comparedTo('same'), toOneCommit: comparedTo('one'), ...perOrder(buying.counted) }
  } finally {
    await client.end()
  }
}

/** What one of the counted orders took. */
export function perOrder({ orders, tookMs, nodeSeconds, postgresSeconds, walBytes }: Counted) {
  const perOrderMs = (seconds: number) => (seconds * 1000) / orders
  return {
    medianMs: median(tookMs),
    processorMs: nodeSeconds > 0 ? { node: perOrderMs(nodeSeconds), postgres: perOrderMs(postgresSeconds) } : undefined,
    walBytes: walBytes / orders,
  }
}

export type Buying = { shop: RunningShop; shoppers: BenchShopper[]; client: Client; counted: Counted }

/** Buys over HTTP and adds what it cost to `counted`; returns the orders per second. */
export async function buyFor(seconds: number, { shop, shoppers, client, counted }: Buying): Promise<number> {
  const overHttp: OrdersLoad = { origin: shop.origin, shoppers, seconds }
  const [walFrom, timeFrom] = [await measureWal(client), measureProcessorTime(shop)]
  const done = await runChild<OrdersResult>('bench/orders-load.ts', overHttp)
  const [walTo, timeTo] = [await measureWal(client), measureProcessorTime(shop)]
  const used = timeFrom && timeTo && between(timeFrom, timeTo)
  counted.orders += done.tookMs.length
  counted.tookMs.push(...done.tookMs)
  counted.nodeSeconds += used?.nodeSeconds ?? 0
  counted.postgresSeconds += used?.postgresSeconds ?? 0
  counted.walBytes += walTo - walFrom
  return done.perSecond
}

async function measureWal(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select pg_current_wal_insert_lsn() - '0/0' as bytes`)
  return Number(rows[0]?.bytes)
}

function buyRaw(shop: RunningShop, shoppers: BenchShopper[], commits: RawOrders['commits']): Promise<number> {
  const raw: RawOrders = { database: getDatabase(shop), shoppers, seconds: SECONDS, commits }
  return runChild<number>('bench/raw-orders.ts', raw)
}
