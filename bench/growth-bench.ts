import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { stockForBench } from './bench-stock.ts'
import { summarise } from './office-bench.ts'
import { FEW_ORDERS, MANY_ORDERS, openFilled } from './order-lists-bench.ts'
import { buyFor, freshCount, perOrder, type Buying } from './orders-bench.ts'
import { median } from './rounds.ts'
import { getDatabase, type RunningShop } from './running-shop.ts'

const ROUNDS = 9
const SECONDS = 2

type Filled = { shop: RunningShop; buying: Buying; perSecond: number[] }

async function openForSales(dataDir: string, orders: number): Promise<Filled> {
  const shop = await openFilled(dataDir, orders)
  await summarise(shop)
  const shoppers = await stockForBench(shop)
  const client = new Client(getDatabase(shop))
  await client.connect()
  return { shop, buying: { shop, shoppers, client, counted: freshCount() }, perSecond: [] }
}

/** Orders of eight shoppers in a shop with 10,000 orders and in one with 1,000,000, by turns; returns a table in Markdown. */
export async function benchGrowth(log: (line: string) => void): Promise<string> {
  const dataDirs = [await mkdtemp('/tmp/puoti-bench-'), await mkdtemp('/tmp/puoti-bench-')] as const
  const opened: Filled[] = []
  try {
    for (const [at, orders] of [FEW_ORDERS, MANY_ORDERS].entries()) {
      log(`${orders.toLocaleString('en')} orders …`)
      opened.push(await openForSales(dataDirs[at]!, orders))
    }
    for (let round = 0; round <= ROUNDS; round++) {
      for (const filled of opened) {
        const rate = await buyFor(SECONDS, filled.buying)
        // The first round warms up.
        if (round === 0) filled.buying.counted = freshCount()
        else filled.perSecond.push(rate)
      }
    }
    return formatReport(opened[0]!, opened[1]!)
  } finally {
    for (const { shop, buying } of opened) {
      await buying.client.end()
      await shop.stop('SIGTERM')
    }
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
  }
}

function formatReport(few: Filled, many: Filled): string {
  const ratio = median(many.perSecond.map((rate, round) => rate / few.perSecond[round]!))
  const rows = (['few', 'many'] as const).map(name => {
    const { perSecond, buying } = name === 'few' ? few : many
    const { medianMs, processorMs, walBytes } = perOrder(buying.counted)
    const processor = processorMs ? `${(processorMs.node + processorMs.postgres).toFixed(1)} ms` : ''
    const orders = (name === 'few' ? FEW_ORDERS : MANY_ORDERS).toLocaleString('en')
    const rate = `${median(perSecond).toFixed(0)}/s`
    return `| ${orders} | ${rate} | ${medianMs.toFixed(1)} ms | ${processor} | ${Math.round(walBytes).toLocaleString('en')} |`
  })
  return [
    '| orders in the database | orders paid | median | processor per order | bytes of WAL per order |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `With 1,000,000 orders the rate is ${ratio.toFixed(2)} of the rate with 10,000.`,
  ].join('\n')
}
