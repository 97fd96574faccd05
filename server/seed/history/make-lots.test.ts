import { expect, test } from 'vitest'
import { judgeLot, reducedBy } from '#domain/catalogue/markdown.ts'
import { DAY_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import { SHELF_LIVES } from '#server/seed/demo-data/shelf-lives.ts'
import { makeLots, nameSoldLots, getSteps } from './make-lots.ts'
import { makeSales, pastDates } from './make-sales.ts'
import { makeStock } from './make-stock.ts'

const shoppers = DEMO.stores.flatMap(({ key }) =>
  Array.from({ length: 12 }, (_, index) => ({ email: `${key}${'x'.repeat(index)}@posti.example`, store: key })),
)

/** What the demo has on a day, at eight o'clock. */
function makePast(now: number) {
  const today = shopDate(new Date(now))
  const dates = pastDates(today, 56)
  const { orders } = makeSales({ demo: DEMO, dates, now, shoppers })
  const moves = makeStock({ demo: DEMO, dates, now, shoppers }, orders, now - 56 * DAY_MS)
  const lots = makeLots(moves, today)
  nameSoldLots(lots)
  return { today, lots, orders }
}

const MONDAY = Date.parse('2026-11-30T06:00:00Z')
const weekdays = Array.from({ length: 7 }, (_, day) => MONDAY + day * DAY_MS)

test.each(weekdays)('on each day of the week each store has goods to reduce, and none past its date: %d', now => {
  const { today, lots } = makePast(now)
  const there = lots.filter(({ remainingThousandths }) => remainingThousandths > 0)
  expect(there.filter(({ lot }) => (lot.useBy ?? lot.bestBefore ?? '') < today)).toEqual([])
  const reduced = there.filter(({ product, lot }) =>
    reducedBy({ priceCents: product.priceCents, markdown: getSteps(product) }, lot, today),
  )
  expect(new Set(reduced.map(({ store }) => store)).size).toBe(DEMO.stores.length)
})

test('sales cost what the rules said on their days, and the same each time', () => {
  const { orders } = makePast(MONDAY)
  expect(makePast(MONDAY).orders).toEqual(orders)
  const sold = orders.flatMap(({ lines, createdAt }) =>
    lines.map(line => ({ line, date: shopDate(new Date(createdAt)) })),
  )
  const withLot = sold.filter(({ line }) => line.lot)
  for (const { line, date } of withLot) {
    const { product, lot, reduced } = line
    const judged = judgeLot({ priceCents: product.priceCents, markdown: getSteps(product) }, lot, date)
    expect(judged).toMatchObject({ kind: 'sold', priceCents: reduced?.priceCents ?? product.priceCents })
  }
  expect(withLot.filter(({ line }) => line.reduced).length).toBeGreaterThan(20)
  expect(sold.some(({ line }) => !line.lot && SHELF_LIVES[line.product.key])).toBe(true)
})

test('what moves took of a lot and what is left of it is what was delivered', () => {
  const { lots } = makePast(MONDAY)
  for (const { parts, remainingThousandths } of lots) {
    const sum = parts.reduce((total, { quantityThousandths }) => total + quantityThousandths, 0)
    expect(sum).toBe(remainingThousandths)
    expect(
      parts.every(
        ({ move, quantityThousandths }) => Math.abs(quantityThousandths) <= Math.abs(move.quantityThousandths),
      ),
    ).toBe(true)
  }
})
