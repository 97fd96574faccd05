import { SECOND_MS, MINUTE_MS } from '#domain/durations.ts'
import { isoWeekday } from '#domain/zoned-time.ts'
import { DELIVERY_DAYS, WASTE_REASONS } from '#server/seed/demo-data/past.ts'
import type { DemoProduct, DemoStore } from '#server/seed/demo-data/types.ts'
import { type GeneratedLine, type GeneratedOrder, toMoment } from './generated-order.ts'
import type { SalesInput } from './make-sales.ts'
import { createRandom } from './random.ts'

/** `entry`: moves of one stock form have the same. `line` and `order`: of a sale, or of a return after a refund. */
export type MadeMove = {
  store: DemoStore['key']
  product: DemoProduct
  quantityThousandths: number
  kind: 'count' | 'sale' | 'return' | 'delivery' | 'waste'
  at: number
  entry?: string
  reason?: string
  order?: GeneratedOrder
  line?: GeneratedLine
}

const DELIVERY_MINUTE = 5 * 60 + 40
const CLOSING_MINUTE = 20 * 60 + 10
const WASTE_SHARE = 0.035
/** A delivery of goods by weight comes in steps of this much. */
const WEIGHT_STEP_THOUSANDTHS = 2_500
const PACK_OF_UNKNOWN_SIZE = 6

/**
 * Every change of stock, oldest first, beginning with a count. Each shelf is walked backwards from what it has now: before a sale
 * it had more, before a delivery less. So no shelf was ever below zero, and each ends with the demo's quantity.
 */
export function makeStock(past: SalesInput, orders: readonly GeneratedOrder[], opensAt: number): MadeMove[] {
  const sold = soldMoves(orders)
  const moves = past.demo.stores.flatMap(store =>
    past.demo.products.flatMap(product => {
      const remaining = product.stockThousandths[store.key]
      if (remaining === undefined) return []
      return makeShelf(past, {
        store,
        product,
        remaining: remaining,
        opensAt,
        sold: sold.get(`${store.key} ${product.key}`) ?? [],
      })
    }),
  )
  return moves.toSorted((a, b) => a.at - b.at)
}

function soldMoves(orders: readonly GeneratedOrder[]): Map<string, MadeMove[]> {
  const moves = orders.flatMap(order =>
    order.paidAt === undefined || order.preorder ? [] : toMoves(order, order.paidAt),
  )
  return Map.groupBy(moves, ({ store, product }) => `${store} ${product.key}`)
}

function toMoves(order: GeneratedOrder, paidAt: number): MadeMove[] {
  const { store, lines, refund } = order
  const sales = lines.map((line): MadeMove => {
    const { product, quantityThousandths } = line
    return { store, product, quantityThousandths: -quantityThousandths, kind: 'sale', at: paidAt, order, line }
  })
  if (!refund?.returnsStock) return sales
  const { line, at, reason } = refund
  const { product, quantityThousandths } = line
  return [...sales, { store, product, quantityThousandths, kind: 'return', at, reason, order, line }]
}

type ShelfHistory = {
  store: DemoStore
  product: DemoProduct
  remaining: number
  opensAt: number
  sold: readonly MadeMove[]
}

function makeShelf(past: SalesInput, { store, product, remaining: left, opensAt, sold }: ShelfHistory): MadeMove[] {
  const planned = [...sold, ...byHand(past, store, product)].filter(({ at }) => at < past.now && at > opensAt)
  let there = left
  const moves: MadeMove[] = []
  for (const move of planned.toSorted((a, b) => b.at - a.at)) {
    const moved = move.kind === 'delivery' ? deliveredTo(there, product) : move.quantityThousandths
    // A return to a shelf that has less now went to the bin.
    if (moved === 0 || moved > there) continue
    there -= moved
    moves.push({ ...move, quantityThousandths: moved })
  }
  const at = opensAt
  return [
    ...moves,
    { store: store.key, product, quantityThousandths: there, kind: 'count', at, reason: 'opening stock' },
  ]
}

/** How much a delivery brought to a shelf that has this much after it: whole packs, leaving a little on the shelf before. */
function deliveredTo(there: number, { unit, unitsPerCase, alarmLimitThousandths: low }: DemoProduct): number {
  const pack = unit === 'kg' ? WEIGHT_STEP_THOUSANDTHS : (unitsPerCase ?? PACK_OF_UNKNOWN_SIZE) * 1000
  return Math.max(0, Math.floor((there - low / 2) / pack)) * pack
}

/** The mornings on which the supplier may deliver, and the evenings with waste; how much a delivery brought shows later. */
function byHand({ dates }: SalesInput, store: DemoStore, product: DemoProduct): MadeMove[] {
  const days = DELIVERY_DAYS[product.supplier] ?? [4]
  const about = { store: store.key, product }
  return dates.flatMap(date => {
    const random = createRandom(`stock ${date} ${store.key} ${product.key}`)
    const at = (minutes: number) => toMoment(date, minutes + store.name.length, store.timeZone)
    const moves: MadeMove[] = []
    if (days.includes(isoWeekday(date))) {
      const entry = `delivery ${date} ${store.key} ${product.supplier}`
      moves.push({ ...about, kind: 'delivery', quantityThousandths: 0, at: at(DELIVERY_MINUTE), entry })
    }
    if (product.perishable && random.isBelow(WASTE_SHARE)) {
      const quantity = product.unit === 'kg' ? random.between(15, 45) * 10 : random.between(1, 2) * 1000
      const reason = random.pick(WASTE_REASONS)
      const entry = `waste ${date} ${store.key} ${reason}`
      const when = at(CLOSING_MINUTE) + (reason === 'damaged' ? 3 * MINUTE_MS + 20 * SECOND_MS : 0)
      moves.push({ ...about, kind: 'waste', quantityThousandths: -quantity, at: when, entry, reason })
    }
    return moves
  })
}
