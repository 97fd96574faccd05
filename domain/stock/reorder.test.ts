import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '#domain/zoned-time.ts'
import {
  type Demand,
  estimateDemand,
  type MovedDay,
  nextOrderDay,
  getOrderPack,
  proposeReorder,
  reorderWindow,
  usualCoverDays,
} from './reorder.ts'

/** A Thursday. */
const TODAY = '2026-11-26'
const ago = (days: number) => plusDays(TODAY, -days)
const sale = (days: number, sold: number): MovedDay => ({
  date: ago(days),
  movedThousandths: -sold,
  soldThousandths: sold,
})

describe('the demand', () => {
  test('counts the four weeks before today, and not today', () => {
    const moved = [sale(0, 5000), sale(1, 1000), sale(28, 2000), sale(29, 4000)]
    expect(estimateDemand(10_000, moved, TODAY)).toEqual({ soldThousandths: 3000, days: 28 })
  })

  test('leaves out days on which the shelf was empty from morning to evening', () => {
    // Sold out ten days ago, and delivered yesterday.
    const delivery = { date: ago(1), movedThousandths: 6000, soldThousandths: 0 }
    expect(estimateDemand(6000, [delivery, sale(10, 3000)], TODAY)).toEqual({ soldThousandths: 3000, days: 20 })
  })

  test('begins with the day on which a new product came', () => {
    const delivery = { date: ago(3), movedThousandths: 9000, soldThousandths: 1000 }
    expect(estimateDemand(7000, [delivery, sale(1, 2000)], TODAY)).toEqual({ soldThousandths: 3000, days: 3 })
  })

  test('of a product that was never there is nothing', () => {
    expect(estimateDemand(0, [], TODAY)).toEqual({ soldThousandths: 0, days: 0 })
    expect(estimateDemand(-3000, [], TODAY)).toEqual({ soldThousandths: 0, days: 0 })
  })

  test('is never below nothing, and counts a day with sales whatever the stock was', () => {
    const days = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
    const moves = days.chain(all =>
      fc.tuple(
        ...all.map(day =>
          fc.record({
            date: fc.constant(ago(day)),
            movedThousandths: fc.integer({ min: -9000, max: 9000 }),
            soldThousandths: fc.integer({ min: -2000, max: 9000 }),
          }),
        ),
      ),
    )
    const window = reorderWindow(TODAY)
    fc.assert(
      fc.property(fc.integer({ min: -9000, max: 90_000 }), moves, (stock, moved) => {
        const demand = estimateDemand(stock, moved, TODAY)
        const selling = moved.filter(({ date, soldThousandths }) => soldThousandths > 0 && window.includes(date))
        expect(demand.soldThousandths).toBeGreaterThanOrEqual(0)
        expect(demand.days).toBeGreaterThanOrEqual(selling.length)
        expect(demand.days).toBeLessThanOrEqual(28)
      }),
    )
  })
})

const thousandths = (max: number) => fc.integer({ min: 0, max })
const demands: fc.Arbitrary<Demand> = fc.record({
  soldThousandths: thousandths(10_000_000),
  days: fc.integer({ min: 0, max: 28 }),
})
const supplies = fc.record({
  stockThousandths: fc.integer({ min: -100_000, max: 10_000_000 }),
  onOrderThousandths: thousandths(10_000_000),
  alarmThousandths: thousandths(1_000_000),
  packThousandths: fc.integer({ min: 1, max: 100_000 }),
  leadDays: fc.integer({ min: 0, max: 365 }),
  coverDays: fc.integer({ min: 1, max: 120 }),
  saleDays: fc.constant(null),
})
const none = { stockThousandths: 0, onOrderThousandths: 0, alarmThousandths: 0, packThousandths: 1000, saleDays: null }

describe('a proposal', () => {
  test('is what is sold in the time of delivery and cover, less what is there and on order, in whole packs', () => {
    // 2 a day for 2 + 7 days, and 4 should be left: 22. There are 5, and 6 are coming.
    const supply = {
      ...none,
      stockThousandths: 5000,
      onOrderThousandths: 6000,
      alarmThousandths: 4000,
      packThousandths: 6000,
    }
    const proposal = proposeReorder({ soldThousandths: 56_000, days: 28 }, { ...supply, leadDays: 2, coverDays: 7 })
    expect(proposal).toEqual({ neededThousandths: 22_000, neededPacks: 2, maxPacks: null, packs: 2 })
  })

  test('takes three days of a new product for a week', () => {
    const supply = { ...none, leadDays: 0, coverDays: 7 }
    expect(proposeReorder({ soldThousandths: 3000, days: 3 }, supply).packs).toBe(3)
  })

  test('of a product without sales keeps its low-stock limit', () => {
    const supply = { ...none, alarmThousandths: 3000, leadDays: 2, coverDays: 7 }
    expect(proposeReorder({ soldThousandths: 0, days: 0 }, supply).packs).toBe(3)
    expect(proposeReorder({ soldThousandths: 0, days: 0 }, { ...supply, stockThousandths: 3000 }).packs).toBe(0)
  })

  test('is enough, and one pack fewer would not be', () => {
    fc.assert(
      fc.property(demands, supplies, (demand, supply) => {
        const { neededThousandths, packs } = proposeReorder(demand, supply)
        const there = Math.max(0, supply.stockThousandths) + supply.onOrderThousandths
        const rate = demand.soldThousandths / Math.max(7, demand.days)
        const sold = rate * (supply.leadDays + supply.coverDays)
        expect(neededThousandths).toBeGreaterThanOrEqual(Math.floor(sold) + supply.alarmThousandths)
        expect(neededThousandths).toBeLessThanOrEqual(Math.ceil(sold) + 1 + supply.alarmThousandths)
        expect(Number.isSafeInteger(packs) && packs >= 0).toBe(true)
        expect(there + packs * supply.packThousandths).toBeGreaterThanOrEqual(neededThousandths)
        if (packs > 0) expect(there + (packs - 1) * supply.packThousandths).toBeLessThan(neededThousandths)
      }),
    )
  })

  test('never grows with what is there or on order, and never shrinks with sales', () => {
    fc.assert(
      fc.property(demands, supplies, thousandths(1_000_000), (demand, supply, more) => {
        const { packs } = proposeReorder(demand, supply)
        const inStock = { ...supply, stockThousandths: supply.stockThousandths + more }
        const onOrder = { ...supply, onOrderThousandths: supply.onOrderThousandths + more }
        const sold = { ...demand, soldThousandths: demand.soldThousandths + more }
        expect(proposeReorder(demand, inStock).packs).toBeLessThanOrEqual(packs)
        expect(proposeReorder(demand, onOrder).packs).toBeLessThanOrEqual(packs)
        expect(proposeReorder(sold, supply).packs).toBeGreaterThanOrEqual(packs)
      }),
    )
  })
})

describe('a proposal of goods with a date', () => {
  const dated = fc
    .tuple(supplies, fc.integer({ min: 1, max: 60 }))
    .map(([supply, saleDays]) => ({ ...supply, saleDays }))
  const soldDemands = demands.filter(({ days }) => days > 0)

  test('is what sells in their days, less what is still there when they come', () => {
    // 2 a day, so 10 in five days. Of the 6 there, 2 are left after two days.
    const supply = { ...none, stockThousandths: 6000, packThousandths: 2000, leadDays: 2, coverDays: 14, saleDays: 5 }
    expect(proposeReorder({ soldThousandths: 56_000, days: 28 }, supply)).toMatchObject({
      neededPacks: 13,
      maxPacks: 4,
      packs: 4,
    })
    // Sold out before the delivery comes: what is not there can't be sold.
    const empty = { ...supply, stockThousandths: 0 }
    expect(proposeReorder({ soldThousandths: 56_000, days: 28 }, empty)).toMatchObject({ maxPacks: 5, packs: 5 })
  })

  test('has no limit where the product could never be bought yet', () => {
    const supply = { ...none, alarmThousandths: 3000, leadDays: 2, coverDays: 7, saleDays: 1 }
    expect(proposeReorder({ soldThousandths: 0, days: 0 }, supply)).toMatchObject({ maxPacks: null, packs: 3 })
  })

  test('is never more than sells in their days, the oldest first, nor more than is needed, and no smaller than it must be', () => {
    fc.assert(
      fc.property(soldDemands, dated, (demand, supply) => {
        const { neededPacks, packs } = proposeReorder(demand, supply)
        const rate = demand.soldThousandths / Math.max(7, demand.days)
        const there = Math.max(0, supply.stockThousandths) + supply.onOrderThousandths
        const older = Math.max(0, there - rate * supply.leadDays)
        const isSold = (some: number) => older + some * supply.packThousandths <= rate * supply.saleDays + 0.001
        expect(packs).toBeLessThanOrEqual(neededPacks)
        if (packs > 0) expect(isSold(packs)).toBe(true)
        if (packs < neededPacks) expect(isSold(packs + 1.001)).toBe(false)
        expect(packs <= proposeReorder(demand, { ...supply, saleDays: supply.saleDays + 1 }).packs).toBe(true)
        expect(neededPacks).toBe(proposeReorder(demand, { ...supply, saleDays: null }).packs)
      }),
    )
  })
})

describe('the days of a supplier', () => {
  test('are the next ones on which it takes orders, today included', () => {
    expect(nextOrderDay(null, TODAY)).toBe(TODAY)
    expect(nextOrderDay('4', TODAY)).toBe(TODAY)
    expect(nextOrderDay('13', TODAY)).toBe('2026-11-30')
  })

  test('are covered until the order after the next one can be sent', () => {
    expect(usualCoverDays(null, TODAY)).toBe(7)
    expect(usualCoverDays('4', TODAY)).toBe(7)
    // Ordered on Monday; the following order is Wednesday's.
    expect(usualCoverDays('13', TODAY)).toBe(6)
    // Ordered next Wednesday, and again a week later.
    expect(usualCoverDays('3', TODAY)).toBe(13)
    expect(usualCoverDays('1234567', TODAY)).toBe(1)
  })
})

test('goods without a pack are ordered by the case, or else one by one', () => {
  expect([getOrderPack(2500, 12), getOrderPack(null, 12), getOrderPack(null, null)]).toEqual([2500, 12_000, 1000])
})
