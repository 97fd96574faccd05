import { SECOND_MS, MINUTE_MS, HOUR_MS, DAY_MS } from '#domain/durations.ts'
import { VISIT_HOURS } from '#domain/stores/visit.ts'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'
import {
  WEEKDAY_WEIGHTS,
  HOUR_WEIGHTS,
  PRODUCT_POPULARITY,
  PURCHASES_A_DAY,
  REFUND_REASONS,
  SEASONS,
} from '#server/seed/demo-data/past.ts'
import type { DemoShop, DemoProduct, DemoStore } from '#server/seed/demo-data/types.ts'
import {
  approvedFrom,
  toGeneratedLine,
  type GeneratedAttempt,
  type GeneratedLine,
  type GeneratedOrder,
  type GeneratedRefund,
  type GeneratedStep,
  type GeneratedVisit,
  toMoment,
} from './generated-order.ts'
import { type Random, createRandom } from './random.ts'

/** `shoppers`: their addresses and their usual stores. `dates`: yyyy-mm-dd, oldest first. Nothing happens after `now`. */
export type SalesInput = {
  demo: DemoShop
  shoppers: readonly { email: string; store: string }[]
  dates: readonly string[]
  now: number
}

const USUAL_POPULARITY = 3
const SALES_SHARES = {
  elsewhere: 0.08,
  declined: 0.02,
  cancelled: 0.03,
  refunded: 0.012,
  twoPieces: 0.2,
  withoutBuying: 0.17,
  choosingStore: 0.15,
}
/** How many lines a purchase has, the likelier the more often it is listed. */
const LINE_COUNTS = [1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5, 6, 8]
const VISIT_MINUTES = 30

export type MadeSales = { orders: GeneratedOrder[]; visits: GeneratedVisit[] }

/** Purchases in all stores, and the visits that they began with or that ended without one. A day is the same whenever it is made. */
export function makeSales(past: SalesInput): MadeSales {
  const visits = new VisitGenerator()
  const orders = past.dates.flatMap(date =>
    past.demo.stores.flatMap(store => {
      const random = createRandom(`sales ${date} ${store.key}`)
      const count = countPurchases(store, date, random)
      return Array.from({ length: count }, () => makeVisit(past, { store, date, random, visits })).flat()
    }),
  )
  return { orders: orders.filter(order => order.createdAt < past.now), visits: visits.until(past.now) }
}

function countPurchases({ key }: DemoStore, date: string, random: Random): number {
  const usual = PURCHASES_A_DAY[key] * (WEEKDAY_WEIGHTS[isoWeekday(date) - 1] ?? 1)
  return Math.round(usual * (0.75 + 0.5 * random.share()))
}

type VisitToMake = { store: DemoStore; date: string; random: Random; visits: VisitGenerator }

/** A visit, with its order if the shopper bought anything. */
function makeVisit(past: SalesInput, { store, date, random, visits }: VisitToMake): GeneratedOrder[] {
  const at = momentIn(store, date, random)
  if (at === undefined) return []
  const shopper = visits.choose(past, { store, at, random })
  if (shopper === undefined || random.isBelow(SALES_SHARES.withoutBuying)) return []
  const order = makeOrder(past, { store, date, random, shopper, createdAt: at + random.between(4, 14) * MINUTE_MS })
  // What would end after this moment did not begin.
  const last = order.steps.at(-1)?.at ?? order.createdAt
  return last < past.now ? [order] : []
}

const toMinutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

function momentIn({ hours, alwaysOpen, timeZone }: DemoStore, date: string, random: Random): number | undefined {
  const open = hours.find(({ weekday }) => weekday === isoWeekday(date))
  const [opens, closes] = alwaysOpen ? [0, 1440] : open ? [toMinutes(open.opensAt), toMinutes(open.closesAt)] : [0, 0]
  const last = closes - VISIT_MINUTES
  const isOpenAt = (hour: number) => hour * 60 >= opens && hour * 60 + 59 <= last
  const hour = random.weighted([...HOUR_WEIGHTS.keys()], each => (isOpenAt(each) ? (HOUR_WEIGHTS[each] ?? 0) : 0))
  return hour === undefined
    ? undefined
    : toMoment(date, hour * 60 + random.between(0, 59), timeZone) + random.between(0, 59) * SECOND_MS
}

/** Further visits of a shopper are hours apart. */
class VisitGenerator {
  readonly #all: GeneratedVisit[] = []
  readonly #last = new Map<string, number[]>()

  choose({ shoppers }: SalesInput, { store, at, random }: { store: DemoStore; at: number; random: Random }) {
    const isNear = !random.isBelow(SALES_SHARES.elsewhere)
    const candidates = shoppers.filter(shopper => (shopper.store === store.key) === isNear)
    const free = candidates.filter(({ email }) =>
      (this.#last.get(email) ?? []).every(other => Math.abs(other - at) > (VISIT_HOURS + 1) * HOUR_MS),
    )
    // Some come often, others now and then.
    const chosen = random.weighted(free, ({ email }) => 1 + (email.length % 5))
    if (!chosen) return undefined
    this.#last.set(chosen.email, [...(this.#last.get(chosen.email) ?? []), at])
    this.#all.push({ store: store.key, shopper: chosen.email, at, ...beginVisit(store, `${chosen.email} ${at}`, at) })
    return chosen.email
  }

  until = (moment: number) => this.#all.filter(({ at }) => at < moment).toSorted((a, b) => a.at - b.at)
}

/** Through a door with a lock by a code, then *Start shopping*; elsewhere seldom by choosing the store. */
function beginVisit({ lock, key }: DemoStore, name: string, at: number): Pick<GeneratedVisit, 'beganBy' | 'lastAt'> {
  const random = createRandom(`visit ${key} ${name}`)
  const beganBy = lock !== null ? 'door' : random.isBelow(SALES_SHARES.choosingStore) ? 'store' : 'start'
  return { beganBy, lastAt: beganBy === 'start' ? at : at + random.between(30, 170) * SECOND_MS }
}

type OrderToMake = { store: DemoStore; date: string; random: Random; shopper: string; createdAt: number }

function makeOrder(
  { demo, now }: SalesInput,
  { store, date, random, shopper, createdAt }: OrderToMake,
): GeneratedOrder {
  const lines = makeLines(demo, { store, random, date })
  const order = { store: store.key, shopper, lines, createdAt }
  if (random.isBelow(SALES_SHARES.cancelled)) {
    const cancelledAt = createdAt + random.between(20, 200) * SECOND_MS
    const why = { actor: 'shopper', at: cancelledAt, kind: 'cancelled' } as const
    return {
      ...order,
      status: 'checkout',
      cancelledAt,
      attempts: [],
      steps: [{ from: 'checkout', to: 'cancelled', ...why }],
    }
  }
  const attempts: GeneratedAttempt[] = []
  const steps: GeneratedStep[] = []
  let sentAt = createdAt + random.between(8, 50) * SECOND_MS
  if (random.isBelow(SALES_SHARES.declined)) {
    const outcomeAt = sentAt + random.between(7, 20) * SECOND_MS
    attempts.push({ state: 'DECLINED', sentAt, outcomeAt, before: 'checkout' })
    const why = { actor: 'terminal', at: outcomeAt, kind: 'payment' } as const
    steps.push({ from: 'payment_pending', to: 'checkout', ...why })
    sentAt = outcomeAt + random.between(20, 60) * SECOND_MS
  }
  const paidAt = sentAt + random.between(6, 22) * SECOND_MS
  const { attempt, step } = approvedFrom('checkout', sentAt, paidAt)
  const refund = random.isBelow(SALES_SHARES.refunded) ? makeRefund(lines, paidAt, random) : undefined
  return {
    ...order,
    status: 'complete',
    paidAt,
    attempts: [...attempts, attempt],
    steps: [...steps, step],
    ...(refund && refund.at < now && { refund }),
  }
}

/** On one of the next days, in the afternoon. */
function makeRefund(lines: readonly GeneratedLine[], paidAt: number, random: Random): GeneratedRefund {
  const at = paidAt + random.between(1, 3) * DAY_MS + random.between(0, 90) * MINUTE_MS
  const reason = random.pick(REFUND_REASONS)
  return { line: random.pick(lines), at, reason, returnsStock: reason === 'scanned twice' }
}

type LinesToMake = { store: DemoStore; random: Random; date: string }

function makeLines(demo: DemoShop, { store, random, date }: LinesToMake): GeneratedLine[] {
  const onSale = weighedFor(demo, store, date.slice(0, 7))
  const chosen = new Set<DemoProduct>()
  for (let remaining = random.pick(LINE_COUNTS); remaining > 0; remaining--) {
    const next = random.weighted(onSale, ({ product, weight }) => (chosen.has(product) ? 0 : weight))
    if (next) chosen.add(next.product)
  }
  return [...chosen].map(product =>
    toGeneratedLine(product, pickQuantity(product, random), { date, vatClasses: demo.vatClasses }),
  )
}

type WeighedGoods = { product: DemoProduct; weight: number }
const weighedByMonth = new Map<string, WeighedGoods[]>()

/** What a store sells in a month, and how well. */
function weighedFor(demo: DemoShop, { key }: DemoStore, month: string): WeighedGoods[] {
  const cached = weighedByMonth.get(`${key} ${month}`)
  if (cached) return cached
  const made = demo.products
    .filter(product => product.stockThousandths[key] !== undefined && product.minAge === null)
    .map(product => ({ product, weight: popularityIn(Number(month.slice(5)), product) }))
  weighedByMonth.set(`${key} ${month}`, made)
  return made
}

function popularityIn(month: number, { key }: DemoProduct): number {
  const season = SEASONS.filter(({ products, months }) => products.includes(key) && months.includes(month))
  return season.reduce((weight, { factor }) => weight * factor, PRODUCT_POPULARITY[key] ?? USUAL_POPULARITY)
}

function pickQuantity({ productCodeType, unit }: DemoProduct, random: Random): number {
  if (unit === 'kg') return productCodeType === 'bulk' ? random.between(30, 180) * 10 : random.between(180, 900)
  return random.isBelow(SALES_SHARES.twoPieces) ? random.between(2, 3) * 1000 : 1000
}

/** The days of the past weeks up to today, oldest first. */
export const pastDates = (today: string, days: number): string[] =>
  Array.from({ length: days }, (_, index) => plusDays(today, index + 1 - days))
