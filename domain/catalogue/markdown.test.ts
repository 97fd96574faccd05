import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plusDays } from '#domain/zoned-time.ts'
import type { Lot } from './lot.ts'
import { findSteps, judgeLot, type MarkdownDecision, type MarkdownRule } from './markdown.ts'

const TODAY = '2026-12-01'
const day = (days: number) => plusDays(TODAY, days)
const MILK = {
  priceCents: 199,
  markdown: [
    { days_left: 2, percent: 30 },
    { days_left: 0, percent: 50 },
    { days_left: -1, percent: 70 },
  ],
}

describe('a package with a date', () => {
  test.each<[Lot, MarkdownDecision, string]>([
    [{ bestBefore: day(3) }, { kind: 'sold', priceCents: 199 }, 'before the first step'],
    [{ bestBefore: day(2) }, { kind: 'sold', priceCents: 139, percent: 30 }, 'on the day of the first step'],
    [{ useBy: day(1) }, { kind: 'sold', priceCents: 139, percent: 30 }, 'between two steps'],
    [{ useBy: day(0) }, { kind: 'sold', priceCents: 100, percent: 50 }, 'on its last day; half a cent is rounded up'],
    [{ bestBefore: day(-1) }, { kind: 'sold', priceCents: 60, percent: 70 }, 'best before yesterday, reduced'],
    [{ bestBefore: day(-9) }, { kind: 'sold', priceCents: 60, percent: 70 }, 'best before long ago, reduced'],
    [{ useBy: day(-1) }, { kind: 'use-by-passed' }, 'to be used by yesterday, whatever the rule'],
    [{ lot: 'L7' }, { kind: 'sold', priceCents: 199 }, 'only a lot'],
    [{}, { kind: 'sold', priceCents: 199 }, 'nothing'],
  ])('of %j is judged %j: %s', (lot, judged) => {
    expect(judgeLot(MILK, lot, TODAY)).toEqual(judged)
  })

  test('is refused once its best-before day has passed, if no step is meant for that', () => {
    const markdown = MILK.markdown.slice(0, 2)
    expect(judgeLot({ ...MILK, markdown }, { bestBefore: day(-1) }, TODAY)).toEqual({ kind: 'best-before-passed' })
    expect(judgeLot({ priceCents: 199 }, { bestBefore: day(-1) }, TODAY)).toEqual({ kind: 'best-before-passed' })
  })

  test('of a recalled lot is refused, on its last day, too', () => {
    const recalled = { ...MILK, recalledLots: ['L7'] }
    expect(judgeLot(recalled, { lot: 'L7', useBy: day(0) }, TODAY)).toEqual({ kind: 'lot-recalled' })
    expect(judgeLot(recalled, { lot: 'L8' }, TODAY)).toEqual({ kind: 'sold', priceCents: 199 })
    expect(judgeLot(recalled, undefined, TODAY)).toEqual({ kind: 'sold', priceCents: 199 })
  })

  test('keeps its deposit whole', () => {
    const can = { priceCents: 215, depositCents: 15, markdown: [{ days_left: 5, percent: 50 }] }
    expect(judgeLot(can, { bestBefore: day(0) }, TODAY)).toEqual({ kind: 'sold', priceCents: 115, percent: 50 })
  })

  test('never costs more, less than its deposit, or more as its date comes closer with steps that rise', () => {
    const step = fc.record({ days_left: fc.integer({ min: -60, max: 90 }), percent: fc.integer({ min: 1, max: 90 }) })
    const rising = fc.array(step, { maxLength: 6 }).map(steps => {
      const percents = steps.map(each => each.percent).toSorted((a, b) => a - b)
      const falling = [...new Set(steps.map(each => each.days_left))].toSorted((a, b) => b - a)
      return falling.map((days_left, index) => ({ days_left, percent: percents[index] ?? 1 }))
    })
    const prices = fc.record({ goodsCents: fc.nat(100_000), depositCents: fc.nat(100) })
    fc.assert(
      fc.property(prices, rising, fc.boolean(), ({ goodsCents, depositCents }, markdown, isBest) => {
        const product = { priceCents: goodsCents + depositCents, depositCents, markdown }
        let before = product.priceCents
        for (let left = 100; left >= -70; left--) {
          const judged = judgeLot(product, isBest ? { bestBefore: day(left) } : { useBy: day(left) }, TODAY)
          if (judged.kind !== 'sold') {
            expect(left).toBeLessThan(0)
            expect(isBest && markdown.some(each => each.days_left >= left && each.days_left < 0)).toBe(false)
            continue
          }
          expect(isBest || left >= 0).toBe(true)
          expect(judged.priceCents).toBeLessThanOrEqual(before)
          expect(judged.priceCents).toBeGreaterThanOrEqual(depositCents)
          expect(judged.percent === undefined).toBe(markdown.every(each => each.days_left < left))
          before = judged.priceCents
        }
      }),
      { numRuns: 50 },
    )
  })
})

test('a product follows its own rule, else its group’s, else the one for all', () => {
  const rule = (productId: number | null, groupId: number | null, percent: number): MarkdownRule => ({
    product_id: productId,
    group_id: groupId,
    steps: [{ days_left: 1, percent }],
  })
  const rules = [rule(null, null, 10), rule(null, 7, 20), rule(1001, null, 30)]
  const percent = (productId: number, groupId: number | null) => findSteps(rules, { productId, groupId })[0]?.percent
  expect(percent(1001, 7)).toBe(30)
  expect(percent(1002, 7)).toBe(20)
  expect(percent(1002, 8)).toBe(10)
  expect(percent(1002, null)).toBe(10)
  expect(findSteps([], { productId: 1001, groupId: null })).toEqual([])
})
