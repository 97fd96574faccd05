import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import { continuesVisit } from './visit.ts'

/** The visits that events at these moments make: the first and the last moment of each. */
function toVisits(moments: readonly number[]): { firstAt: number; lastAt: number }[] {
  const visits: { firstAt: number; lastAt: number }[] = []
  for (const at of moments) {
    const latest = visits.at(-1)
    if (latest && continuesVisit(latest.lastAt, at)) latest.lastAt = at
    else visits.push({ firstAt: at, lastAt: at })
  }
  return visits
}

const sortedMoments = fc
  .array(fc.integer({ min: 0, max: 48 * HOUR_MS }), { minLength: 1, maxLength: 40 })
  .map(moments => moments.toSorted((a, b) => a - b))

test('visits are more than two hours apart, and nothing inside one is', () => {
  fc.assert(
    fc.property(sortedMoments, moments => {
      const visits = toVisits(moments)
      for (const [index, { firstAt, lastAt }] of visits.entries()) {
        const inside = moments.filter(at => at >= firstAt && at <= lastAt)
        expect(inside.every((at, place) => at - (inside[place - 1] ?? firstAt) <= 2 * HOUR_MS)).toBe(true)
        const next = visits[index + 1]
        if (next) expect(next.firstAt - lastAt).toBeGreaterThan(2 * HOUR_MS)
      }
      const covered = visits.map(({ firstAt, lastAt }) => moments.filter(at => at >= firstAt && at <= lastAt).length)
      expect(covered.reduce((sum, count) => sum + count, 0)).toBe(moments.length)
    }),
  )
})

test('exactly two hours later is the same visit, a millisecond more is another', () => {
  expect(continuesVisit(0, 2 * HOUR_MS)).toBe(true)
  expect(continuesVisit(0, 2 * HOUR_MS + 1)).toBe(false)
})
