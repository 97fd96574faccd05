import type { Order } from '#contract/orders/orders.ts'
import { call } from './actors/call.ts'
import { percentile } from './figures.ts'
import type { Options } from './options.ts'
import { openWorld, type World } from './world/open-world.ts'
import type { SignedInShopper } from './world/stock.ts'

const WARM_UP = 30
const PAYMENTS = 300

/** How long the pay call takes when the terminal responds at once and nothing goes wrong: one shopper, then eight together. */
export async function measureLatency(options: Options): Promise<string> {
  const scene = { stores: 8, terminalsPerStore: 1, shoppers: 8, servers: 1, thinkMs: 0 }
  const world = await openWorld({ ...options, ...scene })
  try {
    const [first] = world.stocked.shoppers
    if (!first) throw new Error('There is no shopper')
    await payments(world, first, WARM_UP)
    const alone = await payments(world, first, PAYMENTS)
    const together = await Promise.all(world.stocked.shoppers.map(shopper => payments(world, shopper, PAYMENTS / 4)))
    const rows = [formatRow('one shopper', alone), formatRow('eight shoppers', together.flat())]
    return [`| ${options.terminal}, instant | p50 | p95 | calls |`, '| --- | --: | --: | --: |', ...rows].join('\n')
  } finally {
    await world.close()
  }
}

async function payments(world: World, shopper: SignedInShopper, count: number): Promise<number[]> {
  const origin = `http://127.0.0.1:${world.servers[0]?.port}`
  const request = (line: string, body: unknown) =>
    call({ origin, headers: shopper.headers, line, body, signal: AbortSignal.timeout(10_000) })
  const times: number[] = []
  for (let number = 0; number < count; number++) {
    const orderItems = [{ product_id: world.stocked.products[number % 8], quantity: 1 }]
    const placed = await request('POST order', { orderItems })
    const order = placed?.body as Order // the contract's type of a 200; pay's response is checked
    const began = performance.now()
    const paid = await request('POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    if (paid?.status !== 200) throw new Error(`A payment was answered with ${paid?.status}`)
    times.push(performance.now() - began)
  }
  return times
}

function formatRow(who: string, times: number[]): string {
  const at = (share: number) => `${percentile(times, share).toFixed(1)} ms`
  return `| ${who} | ${at(0.5)} | ${at(0.95)} | ${times.length} |`
}
