// Child process that places and pays a fixed number of orders per second over HTTP and prints the duration of each in
// milliseconds. Orders start on schedule, however long earlier ones take.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchShopper } from './bench-stock.ts'
import { buy } from './shopper-call.ts'

export type CheckoutLoad = { origin: string; shoppers: BenchShopper[]; seconds: number; perSecond: number }

const { origin, shoppers, seconds, perSecond }: CheckoutLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true })

async function timed(shopper: BenchShopper): Promise<number> {
  const started = performance.now()
  await buy({ origin, agent, shopper })
  return performance.now() - started
}

const gapMs = (1000 * shoppers.length) / perSecond
const took = await Promise.all(
  shoppers.map(async (shopper, number) => {
    await sleep((number * gapMs) / shoppers.length)
    const durations: number[] = []
    for (let due = performance.now(); durations.length < (seconds * 1000) / gapMs; due += gapMs) {
      await sleep(Math.max(0, due - performance.now()))
      durations.push(await timed(shopper))
    }
    return durations
  }),
)
agent.destroy()
console.log(JSON.stringify(took.flat()))
