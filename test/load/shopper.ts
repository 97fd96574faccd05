import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#contract/orders/orders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import { MAX_POLL_PAUSE_BEFORE_TERMINAL_MS, pollPace } from '#web/shop/orders/checkout/payment-status/poll-pace.ts'
import { call, type Answer } from '../faults/actors/call.ts'
import type { Notebook } from '../faults/actors/notebook.ts'
import type { Chances } from '../faults/chances.ts'
import type { SignedInShopper } from '../faults/world/stock.ts'
import type { Kind, Press, Samples } from './samples.ts'

/** As the app polls during a payment: early whether it has begun, then now and then. */
const FIRST_POLL_MS = 400
const POLL_MS = 2000
const POLL_AT_TERMINAL_MS = 4000
const TIMEOUT_MS = 30_000
const PAY_TIMEOUT_MS = 240_000
const LINES = 4
/** A shopper whose card was declined uses another one. */
const MAX_TRIES = 3

export type Shopper = {
  who: SignedInShopper
  chances: Chances
  /** Of the lists that the phone caches. */
  etags: Partial<Record<'stores' | 'products', string | undefined>>
}

/** Shared by all shoppers. */
export type Shop = {
  origin: string
  products: readonly number[]
  notebook: Notebook
  presses: Press[]
  /** Of the current stretch. */
  samples: Samples
  openPays: number
}

type Visit = { shop: Shop; shopper: Shopper }

/** One visit to a store: opens the app, scans without a network, pays, and looks at the purchase. */
export async function visit(shop: Shop, shopper: Shopper): Promise<void> {
  const current = { shop, shopper }
  const { chances } = shopper
  await openApp(current)
  await sleep(chances.between(3000, 9000))
  const order = await place(current)
  if (!order) return
  await sleep(chances.between(1000, 3000))
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    if ((await payAndFollow(current, order)) === 'SUCCESS') break
    await sleep(chances.between(1000, 3000))
  }
  await visitCompleted(current, order)
}

/** The parallel requests of the app's home page. */
async function openApp(current: Visit): Promise<void> {
  await Promise.all([
    request(current, { kind: 'authenticate', line: 'POST authenticate' }),
    readList(current, 'stores'),
    readList(current, 'products'),
    request(current, { kind: 'order', line: 'GET order', expected: [200, 404] }),
  ])
}

/** A list that the phone has cached, unless it changed. */
async function readList(current: Visit, kind: 'stores' | 'products'): Promise<void> {
  const { samples } = current.shop
  const { etags } = current.shopper
  const headers = { 'accept-encoding': 'br', ...(etags[kind] && { 'if-none-match': etags[kind] }) }
  const answer = await request(current, { kind, line: `GET ${kind}`, headers, expected: [200, 304] })
  if (answer?.status === 304) samples.unchanged[kind]++
  etags[kind] = answer?.headers.etag ?? etags[kind]
}

async function place(current: Visit): Promise<Order | undefined> {
  const { products } = current.shop
  const { chances } = current.shopper
  const first = chances.below(products.length)
  // Four different products, for any first one.
  const orderItems = Array.from({ length: LINES }, (_, index) => ({
    product_id: products[(first + index * 7) % products.length],
    quantity: 1 + chances.below(2),
  }))
  const answer = await request(current, { kind: 'place', line: 'POST order', body: { orderItems } })
  // The contract defines the body of a 200.
  return answer?.status === 200 ? (answer.body as Order) : undefined
}

/** The pay call waits for the outcome; meanwhile the app polls the order. */
async function payAndFollow(current: Visit, { id, total_amount }: Order): Promise<StringCode | undefined> {
  const { shop } = current
  const pressed = { orderId: id, pressedAt: Date.now(), samples: shop.samples }
  shop.openPays++
  let isOver = false
  const body = { order_id: id, total_amount }
  const paying = request(current, { kind: 'pay', line: 'POST order/pay', body, timeoutMs: PAY_TIMEOUT_MS }).finally(
    () => (isOver = true),
  )
  void pollUntil(current, () => isOver)
  return noteOutcome(current, pressed, await paying)
}

async function pollUntil(current: Visit, isOver: () => boolean): Promise<void> {
  const pace = pollPace()
  let isAtTerminal = false
  for (let waitMs = FIRST_POLL_MS; ;) {
    await sleep(pace.paced(waitMs, isAtTerminal ? undefined : MAX_POLL_PAUSE_BEFORE_TERMINAL_MS))
    if (isOver()) return
    const answer = await pace.timed(request(current, { kind: 'order', line: 'GET order', expected: [200, 404] }))
    // The contract defines the body of a 200.
    const order = answer?.status === 200 ? (answer.body as Order) : undefined
    isAtTerminal = order?.payment?.state === 'at_terminal'
    waitMs = isAtTerminal ? POLL_AT_TERMINAL_MS : POLL_MS
  }
}

function noteOutcome(
  { shop, shopper }: Visit,
  pressed: Omit<Press, 'answeredAt'>,
  answer: Timed | undefined,
): StringCode | undefined {
  shop.openPays--
  if (answer?.status !== 200) return undefined
  // The contract defines the body of a 200.
  const { string_code: code, order_id: orderId } = answer.body as { string_code: StringCode; order_id: number }
  shop.presses.push({ ...pressed, answeredAt: answer.at })
  shop.notebook.results.push({ orderId, userId: shopper.who.userId, by: 'pay', code, at: answer.at })
  pressed.samples.countCode(code)
  return code
}

async function visitCompleted(current: Visit, { id }: Order): Promise<void> {
  const answer = await request(current, { kind: 'completed', line: `GET orders/${id}` })
  if (answer?.status !== 200) return
  // The contract defines the body of a 200.
  const { status, string_code } = answer.body as Order
  const code = status === 'complete' ? 'SUCCESS' : string_code
  const { notebook } = current.shop
  if (code) notebook.results.push({ orderId: id, userId: current.shopper.who.userId, by: 'show', code, at: Date.now() })
}

type RequestInput = {
  kind: Kind
  line: string
  body?: unknown
  headers?: Record<string, string>
  expected?: readonly number[]
  timeoutMs?: number
}
type Timed = Answer & { at: number }

/** One call, timed from sending until the response was read; an unexpected status is an error. */
async function request({ shop, shopper }: Visit, input: RequestInput): Promise<Timed | undefined> {
  const { kind, line, body, headers, expected = [200], timeoutMs: patienceMs = TIMEOUT_MS } = input
  const { samples, origin } = shop
  const error = (what: string) => samples.countError(`${line.replace(/\d+/, ':id')}: ${what}`)
  const began = performance.now()
  const answer = await call({
    origin,
    headers: { ...shopper.who.headers, ...headers },
    line: `${line}?lang=en`,
    body,
    signal: AbortSignal.timeout(patienceMs),
    onError: error,
  })
  if (!answer) return undefined
  samples.times[kind].push(performance.now() - began)
  if (!expected.includes(answer.status)) error(`${answer.status} ${codeIn(answer.body)}`)
  return { ...answer, at: Date.now() }
}

const codeIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'code' in body ? String(body.code) : ''
