// Child process in which shoppers place and pay order after order over HTTP; prints what it counted.
import { Agent } from 'node:http'
import type { BenchShopper } from './bench-stock.ts'
import { buy } from './shopper-call.ts'

export type OrdersLoad = { origin: string; shoppers: BenchShopper[]; seconds: number }

/** `tookMs`: the time of each order, from placing it to “paid”. */
export type OrdersResult = { perSecond: number; tookMs: number[] }

const { origin, shoppers, seconds }: OrdersLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true, maxSockets: shoppers.length })

const begun = performance.now()
const tookMs: number[] = []
await Promise.all(
  shoppers.map(async shopper => {
    while (performance.now() - begun < seconds * 1000) {
      const started = performance.now()
      const code = await buy({ origin, agent, shopper })
      if (code !== 'SUCCESS') throw new Error(`A payment ended with ${String(code)}`)
      tookMs.push(performance.now() - started)
    }
  }),
)
agent.destroy()
const done: OrdersResult = { perSecond: (tookMs.length * 1000) / (performance.now() - begun), tookMs }
console.log(JSON.stringify(done))
