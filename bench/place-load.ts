// Child process that places and pays a fixed number of orders per second over HTTP and prints the duration of each call in
// milliseconds. Orders start on schedule, however long earlier ones take.
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BenchShopper } from './bench-stock.ts'
import { call } from './shopper-call.ts'

export type PlaceLoad = { origin: string; shoppers: BenchShopper[]; seconds: number; perSecond: number }

const { origin, shoppers, seconds, perSecond }: PlaceLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true })
const took = { place: [] as number[], pay: [] as number[] }

const REQUESTS = { place: 'POST order', pay: 'POST order/pay' } as const

async function timed(shopper: BenchShopper, name: keyof typeof took, body: object) {
  const requestsToSend = REQUESTS[name]
  const started = performance.now()
  const answer = await call({ origin, agent, shopper }, requestsToSend, body)
  took[name].push(performance.now() - started)
  if (answer.status !== 200)
    throw new Error(`${requestsToSend} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

const gapMs = (1000 * shoppers.length) / perSecond
await Promise.all(
  shoppers.map(async (shopper, number) => {
    await sleep((number * gapMs) / shoppers.length)
    let due = performance.now()
    for (let order = 0; order < (seconds * 1000) / gapMs; order++, due += gapMs) {
      await sleep(Math.max(0, due - performance.now()))
      const placed = await timed(shopper, 'place', { orderItems: shopper.items })
      await timed(shopper, 'pay', { order_id: placed['id'], total_amount: placed['total_amount'] })
    }
  }),
)
agent.destroy()
console.log(JSON.stringify(took))
