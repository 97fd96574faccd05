import { DAY_MS } from '#domain/durations.ts'
import { isoWeekday, plusDays } from '#domain/zoned-time.ts'

/** Days of sales that a proposal looks back on: four of each weekday. */
export const REORDER_WINDOW_DAYS = 28
/** The sales of a new product are averaged over at least this many days: a good first day is no usual day. */
const MIN_DAYS = 7
/** Without days on which a supplier takes orders, one is expected each week. */
const USUAL_COVER_DAYS = 7
export const MAX_COVER_DAYS = 120
const THOUSANDTHS = 1000

/** What moved on a day, in the store's calendar. `soldThousandths`: less what came back. */
export type MovedDay = { date: string; movedThousandths: number; soldThousandths: number }

export type Demand = {
  soldThousandths: number
  /** The days on which it could be bought. */
  days: number
}

/** The dates of the window before a day, the newest first. */
export const reorderWindow = (today: string): string[] =>
  Array.from({ length: REORDER_WINDOW_DAYS }, (_, index) => plusDays(today, -1 - index))

/**
 * What was sold in the window before today, and on how many days it could be: not on those on which the shelf was empty, nor on
 * those before the product first came. `stockThousandths` is what is there now; `moved` has each day at most once.
 */
export function estimateDemand(stockThousandths: number, moved: readonly MovedDay[], today: string): Demand {
  const byDate = new Map(moved.map(day => [day.date, day]))
  let there = stockThousandths - (byDate.get(today)?.movedThousandths ?? 0)
  const demand: Demand = { soldThousandths: 0, days: 0 }
  for (const date of reorderWindow(today)) {
    const { movedThousandths = 0, soldThousandths = 0 } = byDate.get(date) ?? {}
    const before = there - movedThousandths
    if (there > 0 || before > 0 || soldThousandths > 0) demand.days += 1
    demand.soldThousandths += soldThousandths
    there = before
  }
  return { ...demand, soldThousandths: Math.max(0, demand.soldThousandths) }
}

type Supply = {
  stockThousandths: number
  /** Ordered and not received yet. */
  onOrderThousandths: number
  /** Should still be there when the next delivery comes; 0 for none. */
  alarmThousandths: number
  /** Goods are ordered in multiples of it. */
  packThousandths: number
  leadDays: number
  coverDays: number
  /** On how many days a delivery can be sold before its date; null: it has none. */
  saleDays: number | null
}

/** `packs`: as many as needed, but at most `maxPacks`. */
export type Proposal = { neededThousandths: number; neededPacks: number; maxPacks: number | null; packs: number }

/**
 * How many packs to order, so that what is there and on order lasts until the delivery after the next one; but no more than can be
 * sold before their date. A negative stock counts as 0.
 */
export function proposeReorder(demand: Demand, supply: Supply): Proposal {
  const days = Math.max(MIN_DAYS, demand.days)
  const sold = Math.ceil((demand.soldThousandths * (supply.leadDays + supply.coverDays)) / days)
  const neededThousandths = sold + supply.alarmThousandths
  const missing = neededThousandths - countAvailable(supply)
  const neededPacks = missing > 0 ? Math.ceil(missing / supply.packThousandths) : 0
  const maxPacks = findMaxPacks(demand, supply)
  return { neededThousandths, neededPacks, maxPacks, packs: Math.min(neededPacks, maxPacks ?? neededPacks) }
}

const countAvailable = ({ stockThousandths, onOrderThousandths }: Supply): number =>
  Math.max(0, stockThousandths) + onOrderThousandths

/** The packs that are sold before their date, once all older goods are sold; null: they have no date, or it was never sold here. */
function findMaxPacks(demand: Demand, supply: Supply): number | null {
  const { saleDays, leadDays, packThousandths } = supply
  if (saleDays === null || demand.days === 0) return null
  const days = Math.max(MIN_DAYS, demand.days)
  const countSold = (during: number) => Math.floor((demand.soldThousandths * during) / days)
  const sellable = Math.min(countSold(saleDays), countSold(leadDays + saleDays) - countAvailable(supply))
  return Math.max(0, Math.floor(sellable / packThousandths))
}

/** The quantity that goods are ordered in: the pack, or else a case, or else one. */
export const getOrderPack = (orderPackThousandths: number | null, unitsPerCase: number | null): number =>
  orderPackThousandths ?? (unitsPerCase ?? 1) * THOUSANDTHS

/** The first day from `from` on which a supplier takes orders. `orderDays`: weekdays such as `14`; null: any day. */
export function nextOrderDay(orderDays: string | null, from: string): string {
  const days = Array.from({ length: 7 }, (_, index) => plusDays(from, index))
  return days.find(day => orderDays === null || orderDays.includes(String(isoWeekday(day)))) ?? from
}

/**
 * How many days from today an order has to last, besides the time of its delivery: until the order after it can be sent. A week
 * if every day is possible.
 */
export function usualCoverDays(orderDays: string | null, today: string): number {
  if (orderDays === null) return USUAL_COVER_DAYS
  const following = nextOrderDay(orderDays, plusDays(nextOrderDay(orderDays, today), 1))
  return (Date.parse(following) - Date.parse(today)) / DAY_MS
}
