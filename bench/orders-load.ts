// A process of its own in which shoppers place and pay order after order over HTTP; prints the orders per second.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { BenchShopper } from './bench-stock.ts'

/** Ends after so many seconds, or so many orders of each shopper. */
export type OrdersLoad = { origin: string; shoppers: BenchShopper[]; seconds: number; mostOrders: number }

const { origin, shoppers, seconds, mostOrders }: OrdersLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true, maxSockets: shoppers.length })

async function call(shopper: BenchShopper, path: string, body: unknown): Promise<unknown> {
  const payload = JSON.stringify(body)
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const headers = {
    cookie: shopper.cookie,
    'x-csrf-token': shopper.csrfToken,
    origin,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(payload),
  }
  request(`${origin}/api/${path}?lang=fi`, { method: 'POST', agent, headers }, answer => {
    const wrong = answer.statusCode === 200 ? undefined : `${path} answered ${answer.statusCode}`
    text(answer).then(got => (wrong ? reject(new Error(`${wrong}: ${got}`)) : resolve(got)), reject)
  })
    .on('error', reject)
    .end(payload)
  return JSON.parse(await promise)
}

type Placed = { id: number; total_amount: number }

async function buy(shopper: BenchShopper): Promise<void> {
  const placed = (await call(shopper, 'order', { orderItems: shopper.items })) as Placed // as the contract says
  const seen = { order_id: placed.id, total_amount: placed.total_amount }
  const paid = (await call(shopper, 'order/pay', seen)) as { string_code: string } // as the contract says
  if (paid.string_code !== 'SUCCESS') throw new Error(`A payment ended with ${paid.string_code}`)
}

const begun = performance.now()
let orders = 0
await Promise.all(
  shoppers.map(async shopper => {
    for (let number = 0; number < mostOrders && performance.now() - begun < seconds * 1000; number++) {
      await buy(shopper)
      orders++
    }
  }),
)
agent.destroy()
console.log(JSON.stringify((orders * 1000) / (performance.now() - begun)))
