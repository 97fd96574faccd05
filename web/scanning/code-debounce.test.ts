import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awaitsSecondRead, NOTHING_SEEN, sightCode } from './scan-pacing.ts'

const MILK = '6401234567897'
const BREAD = '6409876543217'

/** The reads that were taken, as "code at ms". */
function taken(reads: readonly [atMs: number, code: string][]): string[] {
  let sightings = NOTHING_SEEN
  return reads.flatMap(([atMs, code]) => {
    const seen = sightCode(sightings, code, atMs)
    sightings = seen.sightings
    return seen.isTaken ? [`${code} at ${atMs}`] : []
  })
}

const steadily = (code: string, fromMs: number, toMs: number): [number, string][] =>
  Array.from({ length: Math.floor((toMs - fromMs) / 80) + 1 }, (_, index) => [fromMs + index * 80, code])

describe('a code', () => {
  test('isn’t taken at its first read', () => {
    expect(taken([[0, MILK]])).toEqual([])
  })

  test('is taken at a second equal read within 300 ms', () => {
    expect(
      taken([
        [0, MILK],
        [300, MILK],
      ]),
    ).toEqual([`${MILK} at 300`])
  })

  test('isn’t taken at a later second read, which counts as a new first read', () => {
    expect(
      taken([
        [0, MILK],
        [301, MILK],
      ]),
    ).toEqual([])
    expect(
      taken([
        [0, MILK],
        [301, MILK],
        [500, MILK],
      ]),
    ).toEqual([`${MILK} at 500`])
  })

  test('is taken even if another code is read in between', () => {
    expect(
      taken([
        [0, MILK],
        [80, BREAD],
        [160, MILK],
      ]),
    ).toEqual([`${MILK} at 160`])
  })

  test('is never taken if it is a single misread', () => {
    expect(
      taken([
        [0, MILK],
        [80, BREAD],
        [160, MILK],
        [240, MILK],
      ]),
    ).toEqual([`${MILK} at 160`])
  })

  test('counts once while it stays in view, for however long', () => {
    expect(taken(steadily(MILK, 0, 60_000))).toEqual([`${MILK} at 80`])
  })

  test('counts once if it is unreadable for less than 700 ms', () => {
    expect(taken([...steadily(MILK, 0, 800), ...steadily(MILK, 1499, 3000)])).toEqual([`${MILK} at 80`])
  })

  test('counts again at its second read after 700 ms out of view', () => {
    expect(taken([...steadily(MILK, 0, 800), ...steadily(MILK, 1500, 3000)])).toEqual([
      `${MILK} at 80`,
      `${MILK} at 1580`,
    ])
  })

  test('counts as the same code when read as UPC-A and as EAN-13', () => {
    expect(
      taken([
        [0, '036000291452'],
        [80, '0036000291452'],
        [160, '036000291452'],
      ]),
    ).toEqual(['0036000291452 at 80'])
  })

  test('is counted separately from another code in view', () => {
    const both = steadily(MILK, 0, 2000).flatMap<[number, string]>(([atMs]) => [
      [atMs, MILK],
      [atMs + 10, BREAD],
    ])
    expect(taken(both)).toEqual([`${MILK} at 80`, `${BREAD} at 90`])
  })
})

test('a code read once requests quick frames until it is taken or 300 ms have passed', () => {
  const once = sightCode(NOTHING_SEEN, MILK, 1000).sightings
  expect(awaitsSecondRead(NOTHING_SEEN, 1000)).toBe(false)
  expect(awaitsSecondRead(once, 1300)).toBe(true)
  expect(awaitsSecondRead(once, 1301)).toBe(false)
  expect(awaitsSecondRead(sightCode(once, MILK, 1100).sightings, 1200)).toBe(false)
})

test('two counts of a code are always separated by 700 ms without it', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, steps => {
      let nowMs = 0
      let sightings = NOTHING_SEEN
      let longestPauseMs = Infinity
      for (const stepMs of steps) {
        nowMs += stepMs
        longestPauseMs = Math.max(longestPauseMs, stepMs)
        const seen = sightCode(sightings, MILK, nowMs)
        sightings = seen.sightings
        if (!seen.isTaken) continue
        expect(longestPauseMs).toBeGreaterThanOrEqual(700)
        expect(stepMs).toBeLessThanOrEqual(300)
        longestPauseMs = 0
      }
    }),
  )
})
