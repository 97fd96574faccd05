import { SECOND_MS, MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import type { DemoShop, DemoEvent, StoreKey } from '#server/seed/demo-data/types.ts'
import { approvedFrom, toGeneratedLine, type GeneratedOrder, type GeneratedStep } from './generated-order.ts'
import type { SalesInput } from './make-sales.ts'
import { type Random, createRandom } from './random.ts'

/** Of every so many pre-orders of an event that is over, one was never picked up. */
const NOT_PICKED_UP = 6

type MakePreordersInput = {
  event: DemoEvent
  eventId: number
  /** yyyy-mm-dd */
  startDate: string
  count: number
  /** Bookings are made between these moments. */
  from: number
  until: number
}

/** Pre-orders of an event, within its caps: booked or, of an event that is over, delivered, and most paid at pick-up. */
export function makePreorders({ demo, shoppers, now }: SalesInput, input: MakePreordersInput): GeneratedOrder[] {
  const { event, eventId, startDate, count, from, until } = input
  const random = createRandom(`preorders ${event.names.en}`)
  const booked = new Map<string, number>()
  const near = shoppers.filter(({ store }) => event.stores.some(key => key === store))
  const chosen = near.toSorted((a, b) => a.email.length - b.email.length || a.email.localeCompare(b.email))
  return Array.from({ length: count }).flatMap((_, index): GeneratedOrder[] => {
    const shopper = chosen[(index * 7) % chosen.length]
    const store = event.stores.find(key => key === shopper?.store)
    const items = makeItems(event, booked, random)
    const createdAt = from + Math.floor(random.share() * (until - from))
    const soon = Math.min(createdAt + random.between(30, 120) * SECOND_MS, now - 1)
    if (!shopper || !store || items.length === 0 || createdAt >= now) return []
    const lines = items.flatMap(({ product: key, pieces }) => {
      const product = demo.products.find(each => each.key === key)
      return product
        ? [
            toGeneratedLine(product, pieces * 1000, {
              date: shopDate(new Date(createdAt)),
              vatClasses: demo.vatClasses,
            }),
          ]
        : []
    })
    const reason = { actor: 'shopper', at: soon, kind: 'booked' } as const
    const step: GeneratedStep = { from: 'checkout', to: 'preorder_booked', ...reason }
    const preorder = { eventId, bookedAt: soon }
    const order = { store, shopper: shopper.email, lines, createdAt, preorder, attempts: [] }
    const isOver = Date.parse(`${startDate}T00:00:00Z`) + event.lastsDays * DAY_MS < now
    return [
      isOver
        ? pickedUp({ ...order, status: 'preorder_booked', steps: [step] }, { demo, startDate, store, random, index })
        : { ...order, status: 'preorder_booked', steps: [step] },
    ]
  })
}

function makeItems({ items }: DemoEvent, booked: Map<string, number>, random: Random) {
  return items.flatMap(({ product, capPieces }) => {
    const before = booked.get(product) ?? 0
    const pieces = Math.min(random.between(0, 2), (capPieces ?? Infinity) - before)
    if (pieces <= 0) return []
    booked.set(product, before + pieces)
    return [{ product, pieces }]
  })
}

type PickUp = { demo: DemoShop; startDate: string; store: StoreKey; random: Random; index: number }

/** Delivered on the first morning; most are paid and picked up on that day or the next. */
function pickedUp(order: GeneratedOrder, { demo, startDate, store, random, index }: PickUp): GeneratedOrder {
  const timeZone = demo.stores.find(({ key }) => key === store)?.timeZone ?? 'Europe/Helsinki'
  const deliveredAt = toInstant(startDate, 8 * 60 + 12, timeZone)
  const reason = { actor: 'admin', at: deliveredAt, kind: 'delivered' } as const
  const steps = [...order.steps, { from: 'preorder_booked', to: 'preorder_delivered', ...reason } as const]
  const preorder = order.preorder && { ...order.preorder, deliveredAt }
  const delivered: GeneratedOrder = { ...order, status: 'preorder_delivered', steps, ...(preorder && { preorder }) }
  if (index % NOT_PICKED_UP === NOT_PICKED_UP - 1) return delivered
  const sentAt = toInstant(plusDays(startDate, random.between(0, 1)), random.between(600, 1140), timeZone)
  const paidAt = sentAt + random.between(6, 30) * SECOND_MS + (index % 7) * MINUTE_MS
  const { attempt, step } = approvedFrom('preorder_delivered', paidAt - random.between(5, 9) * SECOND_MS, paidAt)
  return { ...delivered, status: 'complete', paidAt, attempts: [attempt], steps: [...steps, step] }
}
