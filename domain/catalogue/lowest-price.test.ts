import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReduction, lowestPriceIn } from './lowest-price.ts'

const moment = fc.integer({ min: 0, max: 40 })
const cents = fc.integer({ min: 1, max: 500 })
const changes = fc.array(fc.record({ from: moment, cents }), { maxLength: 8 })
const campaigns = fc.array(fc.record({ from: moment, until: moment, cents }), { maxLength: 4 })
const span = fc.tuple(moment, moment).map(([a, b]) => ({ start: Math.min(a, b), end: Math.max(a, b) }))
type History = Parameters<typeof lowestPriceIn>[0]

/** The prices at one moment: the last change up to it, and every campaign then. */
function pricesAt({ changes: all, campaigns: lower }: History, at: number): number[] {
  const last = Math.max(...all.filter(({ from }) => from <= at).map(({ from }) => from))
  const current = all.findLast(({ from }) => from === last)
  return [
    ...(current ? [current.cents] : []),
    ...lower.filter(({ from, until }) => from <= at && at < until).map(each => each.cents),
  ]
}

describe('the lowest price of a span', () => {
  test('is the lowest of all its moments', () => {
    fc.assert(
      fc.property(changes, campaigns, span, (regular, lower, { start, end }) => {
        const history = { changes: regular, campaigns: lower }
        const moments = Array.from({ length: end - start }, (_, after) => start + after)
        const all = moments.flatMap(at => pricesAt(history, at))
        expect(lowestPriceIn(history, { start, end })).toBe(all.length === 0 ? null : Math.min(...all))
      }),
      { numRuns: 2000 },
    )
  })

  test('does not depend on what comes at its end or later', () => {
    fc.assert(
      fc.property(changes, changes, span, (regular, later, { start, end }) => {
        const more = [...regular, ...later.map(change => ({ ...change, from: change.from + end }))]
        const plain = lowestPriceIn({ changes: regular, campaigns: [] }, { start, end })
        expect(lowestPriceIn({ changes: more, campaigns: [] }, { start, end })).toBe(plain)
      }),
    )
  })

  test('counts the price that was in force when it begins, and not one that was replaced at that moment', () => {
    const history = {
      changes: [
        { from: 0, cents: 100 },
        { from: 5, cents: 200 },
      ],
      campaigns: [],
    }
    expect(lowestPriceIn(history, { start: 4, end: 9 })).toBe(100)
    expect(lowestPriceIn(history, { start: 5, end: 9 })).toBe(200)
  })

  test('is unknown before the first price', () => {
    expect(lowestPriceIn({ changes: [{ from: 9, cents: 100 }], campaigns: [] }, { start: 1, end: 9 })).toBeNull()
  })
})

test('only a price below the lowest one is a reduction, except for food that perishes quickly', () => {
  const plain = { lowestCents: 199, isPerishable: false }
  expect(isReduction(198, plain)).toBe(true)
  expect(isReduction(199, plain)).toBe(false)
  expect(isReduction(100, { ...plain, lowestCents: null })).toBe(false)
  expect(isReduction(300, { ...plain, isPerishable: true })).toBe(true)
})
