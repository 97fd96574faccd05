import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from '#contract/orders/orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { StringCode } from '#domain/payments/attempt-states.ts'
import { inTier } from '#test/tier.ts'
import type { Chances } from '../chances.ts'
import type { DatedProduct } from '../world/dated-goods.ts'
import type { SignedInShopper } from '../world/stock.ts'
import { call, type Answer } from './call.ts'
import type { Notebook } from './notebook.ts'
import { ScanningPhone } from './scanning-phone.ts'

const LOOK_TIMEOUT_MS = 3000
const PAY_TIMEOUT_MS = 60_000

/** The probability of each behaviour, per payment. */
export type Habits = {
  /** The probability that a pre-order is booked and picked up, instead of a basket paid. */
  preorder: number
  /** Of each press: that the shopper chooses to pay in the app, where the store has it. */
  phone: number
  twoTabs: number
  hangUp: number
  reload: number
  abort: number
  cancel: number
  move: number
}
export const HURRIED: Habits = {
  preorder: 0.15,
  // Takes seconds, not a fraction of one: fewer in the quick tier.
  phone: inTier({ merge: 0.2, full: 0.35 }),
  twoTabs: 0.3,
  hangUp: 0.15,
  reload: 0.1,
  abort: 0.06,
  cancel: 0.06,
  move: 0.05,
}

export type ShopperLife = {
  origin: string
  shopper: SignedInShopper
  products: readonly number[]
  datedProducts: readonly DatedProduct[]
  event: { id: number; products: readonly number[] }
  stores: readonly number[]
  chances: Chances
  habits: Habits
  notebook: Notebook
  /** Whether stores also take payments in the app. */
  hasApp: boolean
  /** Aborts when no new payment may begin; one in progress is followed to its end. */
  closing: AbortSignal
  /** Aborts when even that must stop. */
  end: AbortSignal
}

/** Buys again and again, with all the bad habits of people in a hurry. */
export async function liveAsShopper(life: ShopperLife): Promise<void> {
  const { datedProducts: products, chances } = life
  const phone = new ScanningPhone({ products, chances, load: () => request(life, 'GET products') })
  while (!life.closing.aborted) {
    const order = life.chances.isTrue(life.habits.preorder) ? await bookPreorder(life) : await place(life, phone)
    if (!order) {
      await sleep(life.chances.between(200, 600))
      continue
    }
    do await payAndFollow(life, order)
    while (!life.closing.aborted && life.chances.isTrue(0.4) && (await isPayable(life, order)))
  }
}

const request = (life: ShopperLife, line: string, options: { body?: unknown; timeoutMs?: number } = {}) =>
  call({
    origin: life.origin,
    headers: life.shopper.headers,
    line,
    body: options.body,
    signal: AbortSignal.any([life.end, AbortSignal.timeout(Math.round(options.timeoutMs ?? LOOK_TIMEOUT_MS))]),
    onError: life.notebook.countError,
  }).then(answer => {
    life.notebook.countAnswer(answer?.status ?? 0)
    return answer
  })

async function place(life: ShopperLife, phone: ScanningPhone): Promise<Order | undefined> {
  const { chances, products } = life
  const first = chances.below(products.length)
  const orderItems = Array.from({ length: 1 + chances.below(2) }, (_, index) => ({
    product_id: products[(first + index) % products.length],
    quantity: 1 + chances.below(3),
  }))
  const scanned = await phone.scan()
  const body = { orderItems: [...orderItems, ...scanned.map(({ item }) => item)] }
  const answer = await request(life, 'POST order', { body })
  const order = orderIn(answer)
  if (answer && !order) phone.forget()
  if (order) life.notebook.scans.push(...scanned.map(({ scan }) => ({ ...scan, order_id: order.id })))
  return order
}

/** Books goods of the event, sometimes with two taps at once; returns the pre-order as placed. */
async function bookPreorder(life: ShopperLife): Promise<Order | undefined> {
  const { chances, event } = life
  const orderItems = [{ product_id: chances.pick(event.products), quantity: 1 + chances.below(2) }]
  const placed = orderIn(await request(life, 'POST order', { body: { preorder_event_id: event.id, orderItems } }))
  if (!placed) return undefined
  const body = { order_id: placed.id, total_amount: placed.total_amount }
  const fingers = chances.isTrue(life.habits.twoTabs) ? 2 : 1
  const booked = await Promise.all(
    Array.from({ length: fingers }, () => request(life, 'POST order/preorder', { body })),
  )
  return booked.some(answer => answer?.status === 200) ? placed : undefined
}

/** The contract defines the body of a 200. */
const orderIn = (answer: Answer | undefined): Order | undefined =>
  answer?.status === 200 ? (answer.body as Order) : undefined

async function payAndFollow(life: ShopperLife, order: Order): Promise<void> {
  const { chances, habits } = life
  const acts = [pay(life, order, chances.isTrue(habits.hangUp) ? chances.between(5, 200) : PAY_TIMEOUT_MS)]
  // Two tabs, or a double tap.
  if (chances.isTrue(habits.twoTabs))
    acts.push(pauseAnd(chances.between(0, 60), () => pay(life, order, PAY_TIMEOUT_MS)))
  // A reload in the middle: the app looks at the order, and pays it if it seems to be at checkout.
  if (chances.isTrue(habits.reload)) acts.push(pauseAnd(chances.between(20, 400), () => reload(life, order)))
  if (chances.isTrue(habits.abort))
    acts.push(pauseAnd(chances.between(0, 400), () => request(life, 'POST order/pay/abort')))
  if (chances.isTrue(habits.cancel)) acts.push(pauseAnd(chances.between(0, 200), () => cancel(life, order)))
  if (chances.isTrue(habits.move)) acts.push(pauseAnd(chances.between(0, 400), () => moveOn(life)))
  // The app polls now and then while it waits for the response, and once more afterwards.
  await Promise.race([Promise.all(acts), sleep(700)])
  await follow(life, order)
  life.notebook.payments++
}

const cancel = (life: ShopperLife, { id, isPreorder }: Order) =>
  request(life, isPreorder ? `DELETE preorders/${id}` : 'DELETE order')

/** Changes the store meanwhile: refused while a payment is open; otherwise it cancels the order at checkout. */
const moveOn = (life: ShopperLife) =>
  request(life, 'PUT user', { body: { activeStoreId: life.chances.pick(life.stores) } })

const pauseAnd = async (ms: number, act: () => Promise<unknown>): Promise<void> => {
  await sleep(ms)
  await act()
}

async function pay(life: ShopperLife, order: Order, timeoutMs: number): Promise<void> {
  const began = performance.now()
  const { id, total_amount, isPreorder } = order
  // Each tab by itself: one may choose the terminal, and the other the phone.
  const method = life.hasApp && life.chances.isTrue(life.habits.phone) ? ({ method: 'phone' } as const) : {}
  const answer = isPreorder
    ? await request(life, `POST order/preorder/${id}/pay`, { body: { total_amount, ...method }, timeoutMs: timeoutMs })
    : await request(life, 'POST order/pay', { body: { order_id: id, total_amount, ...method }, timeoutMs: timeoutMs })
  if (answer?.status !== 200) {
    life.notebook.failedPays.push({ status: answer?.status ?? 0, line: JSON.stringify(answer?.body ?? {}) })
    return
  }
  // The contract defines the body of a 200.
  const { string_code, order_id } = answer.body as { string_code: StringCode; order_id: number }
  life.notebook.pays.push({ began, ended: performance.now(), code: string_code })
  report(life, 'pay', { orderId: order_id, code: string_code })
}

async function reload(life: ShopperLife, order: Order): Promise<void> {
  if (await isPayable(life, order)) await pay(life, order, PAY_TIMEOUT_MS)
}

const isPayable = async (life: ShopperLife, { id, isPreorder }: Order): Promise<boolean> => {
  // The contract defines the body of a 200.
  if (isPreorder) return ((await request(life, `GET preorders/${id}`))?.body as Preorder | undefined)?.may?.pay ?? false
  const current = orderIn(await request(life, 'GET order'))
  return current?.id === id && current.status === 'checkout'
}

/** Polls the order as the app does, until it is no longer pending; opens the payment app once its link is there. */
async function follow(life: ShopperLife, { id }: Order): Promise<void> {
  let opened: string | undefined
  while (!life.end.aborted) {
    const shown = orderIn(await request(life, `GET orders/${id}`))
    if (shown && shown.status !== 'payment_pending') return reportDisplayed(life, shown)
    const link = shown?.payment?.app_link ?? undefined
    if (link !== undefined && link !== opened) void openApp(life, (opened = link))
    const isLinkDue = shown?.payment?.method === 'phone' && link === undefined
    await sleep(isLinkDue ? life.chances.between(200, 500) : life.chances.between(1000, 2500))
  }
}

/** Opens the payment app; some shoppers cancel in the shop meanwhile, when the app may already have approved. */
async function openApp(life: ShopperLife, link: string): Promise<void> {
  const { chances, habits } = life
  if (chances.isTrue(2 * habits.abort))
    void pauseAnd(chances.between(0, 1000), () => request(life, 'POST order/pay/abort'))
  await fetch(link, { signal: AbortSignal.timeout(LOOK_TIMEOUT_MS) }).then(
    ({ body }) => body?.cancel(),
    () => undefined,
  )
}

function reportDisplayed(life: ShopperLife, { id, status, string_code }: Order): void {
  if (status === 'complete') report(life, 'show', { orderId: id, code: 'SUCCESS' })
  else if (string_code) report(life, 'show', { orderId: id, code: string_code })
}

function report(
  { notebook, shopper }: ShopperLife,
  by: 'pay' | 'show',
  what: { orderId: number; code: StringCode },
): void {
  notebook.results.push({ ...what, by, userId: shopper.userId, at: Date.now() })
}
