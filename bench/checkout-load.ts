// A process of its own in which so many orders a second are placed and paid over HTTP; prints how long each took, in
// milliseconds. They come at their times, however long those before them take.
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import type { BenchShopper } from './bench-stock.ts'

export type CheckoutLoad = { origin: string; shoppers: BenchShopper[]; seconds: number; perSecond: number }

const { origin, shoppers, seconds, perSecond }: CheckoutLoad = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true })

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

async function buy(shopper: BenchShopper): Promise<number> {
  const begun = performance.now()
  const placed = (await call(shopper, 'order', { orderItems: shopper.items })) as Placed // as the contract says
  await call(shopper, 'order/pay', { order_id: placed.id, total_amount: placed.total_amount })
  return performance.now() - begun
}

const gapMs = (1000 * shoppers.length) / perSecond
const took = await Promise.all(
  shoppers.map(async (shopper, number) => {
    await pause((number * gapMs) / shoppers.length)
    const own: number[] = []
    for (let due = performance.now(); own.length < (seconds * 1000) / gapMs; due += gapMs) {
      await pause(Math.max(0, due - performance.now()))
      own.push(await buy(shopper))
    }
    return own
  }),
)
agent.destroy()
console.log(JSON.stringify(took.flat()))
