// Child process in which shoppers visit an event that has just opened: each requests what is left, places a pre-order and books
// it. Prints the outcomes and the durations.
import { readFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PreorderShopper } from './preorder-stock.ts'
import { call, type Answer, type Caller } from './shopper-call.ts'

/** Shoppers arrive evenly over `overSeconds`; when it is 0, `atOnce` at a time, the next one when one has finished. */
export type PreorderLoad = {
  origin: string
  eventId: number
  /** A JSON file of the shoppers: they are too many for an argument. */
  shoppersFile: string
  overSeconds: number
  atOnce: number
}
export type PreorderResult = {
  /** Counts of each visit's last result: `booked`, `preorder.soldOut`, or anything else. */
  answers: Record<string, number>
  /** Durations in milliseconds: of `POST order/preorder`, and of the whole visit. */
  bookingMs: number[]
  visitMs: number[]
  seconds: number
}

const { origin, eventId, shoppersFile, overSeconds, atOnce }: PreorderLoad = JSON.parse(process.argv[2] ?? 'null')
const shoppers: PreorderShopper[] = JSON.parse(await readFile(shoppersFile, 'utf8'))

/** Each shopper has their own connection, as from a phone. */
type Phone = Caller<PreorderShopper>

const result: PreorderResult = { answers: {}, bookingMs: [], visitMs: [], seconds: 0 }
const formatRefusal = (endpoint: string, { status, body }: Answer) =>
  body['code'] === 'preorder.soldOut' ? 'preorder.soldOut' : `${endpoint}: ${status} ${String(body['code'])}`

async function visit(caller: Phone): Promise<string> {
  const remaining = await call(caller, `GET preorder-events/${eventId}/remaining`)
  if (remaining.status !== 200) return formatRefusal('left', remaining)
  const order = { preorder_event_id: eventId, orderItems: caller.shopper.items }
  const placed = await call(caller, 'POST order', order)
  if (placed.status !== 200) return formatRefusal('place', placed)
  const { id: order_id, total_amount } = placed.body
  const started = performance.now()
  const booked = await call(caller, 'POST order/preorder', { order_id, total_amount })
  result.bookingMs.push(performance.now() - started)
  return booked.status === 200 ? 'booked' : formatRefusal('book', booked)
}

async function come(shopper: PreorderShopper): Promise<void> {
  const started = performance.now()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answer = await visit({ origin, agent, shopper }).catch((error: unknown) => String(error))
  agent.destroy()
  result.visitMs.push(performance.now() - started)
  result.answers[answer] = (result.answers[answer] ?? 0) + 1
}

const started = performance.now()
if (overSeconds > 0) {
  const each = (overSeconds * 1000) / shoppers.length
  await Promise.all(shoppers.map((shopper, number) => sleep(number * each).then(() => come(shopper))))
} else {
  const waiting = shoppers.values()
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const shopper of waiting) await come(shopper)
    }),
  )
}
result.seconds = (performance.now() - started) / 1000
console.log(JSON.stringify(result))
