// Child process in which shoppers place and pay order after order over HTTP; prints the orders per second.
import { Agent } from 'node:http'
import type { BenchShopper } from './bench-stock.ts'
import { buy } from './shopper-call.ts'

/** Ends after this many seconds, or this many orders of each shopper. */
export type OrdersLoad = { origin: string; shoppers: BenchShopper[]; seconds: number; mostOrders: number }

const { origin, shoppers, seconds, mostOrders }: OrdersLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true, maxSockets: shoppers.length })

const begun = performance.now()
let orders = 0
await Promise.all(
  shoppers.map(async shopper => {
    for (let number = 0; number < mostOrders && performance.now() - begun < seconds * 1000; number++) {
      const code = await buy({ origin, agent, shopper })
      if (code !== 'SUCCESS') throw new Error(`A payment ended with ${String(code)}`)
      orders++
    }
  }),
)
agent.destroy()
console.log(JSON.stringify((orders * 1000) / (performance.now() - begun)))
