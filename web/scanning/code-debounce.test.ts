import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { awaitsSecondRead, type CodeRead, NOTHING_SEEN, sightCode } from './scan-pacing.ts'
import type { ScanPass } from './scan-passes.ts'

const MILK = '6401234567897'
const BREAD = '6409876543217'

type Listed = CodeRead['listed']

/** The accepted reads, as "code at ms". By default a read is of the near pass and without a product list. */
function acceptedCodes(
  reads: readonly (readonly [atMs: number, code: string, pass?: ScanPass, listed?: Listed])[],
  together?: readonly string[],
): string[] {
  let sightings = NOTHING_SEEN
  return reads.flatMap(([nowMs, code, pass = 'near', listed]) => {
    const seen = sightCode(sightings, { code, pass, listed, together }, nowMs)
    sightings = seen.sightings
    return seen.isTaken ? [`${code} at ${nowMs}`] : []
  })
}

const steadily = (code: string, fromMs: number, toMs: number): [number, string][] =>
  Array.from({ length: Math.floor((toMs - fromMs) / 80) + 1 }, (_, index) => [fromMs + index * 80, code])

describe('a code', () => {
  test('isn’t taken at its first read', () => {
    expect(acceptedCodes([[0, MILK]])).toEqual([])
  })

  test('is taken at a second equal read within 300 ms', () => {
    expect(
      acceptedCodes([
        [0, MILK],
        [300, MILK],
      ]),
    ).toEqual([`${MILK} at 300`])
  })

  test('isn’t taken at a later second read, which counts as a new first read', () => {
    expect(
      acceptedCodes([
        [0, MILK],
        [301, MILK],
      ]),
    ).toEqual([])
    expect(
      acceptedCodes([
        [0, MILK],
        [301, MILK],
        [500, MILK],
      ]),
    ).toEqual([`${MILK} at 500`])
  })

  test('is taken even if another code is read in between', () => {
    expect(
      acceptedCodes([
        [0, MILK],
        [80, BREAD],
        [160, MILK],
      ]),
    ).toEqual([`${MILK} at 160`])
  })

  test('is never taken if it is a single misread', () => {
    expect(
      acceptedCodes([
        [0, MILK],
        [80, BREAD],
        [160, MILK],
        [240, MILK],
      ]),
    ).toEqual([`${MILK} at 160`])
  })

  test('counts once while it stays in view, for however long', () => {
    expect(acceptedCodes(steadily(MILK, 0, 60_000))).toEqual([`${MILK} at 80`])
  })

  test('counts once if it is unreadable for less than 700 ms', () => {
    expect(acceptedCodes([...steadily(MILK, 0, 800), ...steadily(MILK, 1499, 3000)])).toEqual([`${MILK} at 80`])
  })

  test('counts again at its second read after 700 ms out of view', () => {
    expect(acceptedCodes([...steadily(MILK, 0, 800), ...steadily(MILK, 1500, 3000)])).toEqual([
      `${MILK} at 80`,
      `${MILK} at 1580`,
    ])
  })

  test('counts as the same code when read as UPC-A and as EAN-13', () => {
    expect(
      acceptedCodes([
        [0, '036000291452'],
        [80, '0036000291452'],
        [160, '036000291452'],
      ]),
    ).toEqual(['0036000291452 at 80'])
  })

  test('is counted separately from another code if one picture shows both', () => {
    const both = steadily(MILK, 0, 2000).flatMap<[number, string]>(([atMs]) => [
      [atMs, MILK],
      [atMs, BREAD],
    ])
    expect(acceptedCodes(both, [MILK, BREAD])).toEqual([`${MILK} at 80`, `${BREAD} at 80`])
  })

  test('is a misread of a code that counts if pictures show one or the other, until that is out of view', () => {
    const byTurns = steadily(MILK, 0, 2000).flatMap<[number, string]>(([atMs]) => [
      [atMs, MILK],
      [atMs + 40, BREAD],
    ])
    expect(acceptedCodes(byTurns)).toEqual([`${MILK} at 80`])
    expect(acceptedCodes([...byTurns, ...steadily(BREAD, 2800, 3000)])).toEqual([`${MILK} at 80`, `${BREAD} at 2880`])
  })
})

describe('a code that the product list does not know', () => {
  const unlisted = (nowMs: number, pass: ScanPass, code = MILK) => [nowMs, code, pass, 'none'] as const

  test('is taken at its third read, if a sharpened picture was not the first to show it', () => {
    expect(acceptedCodes([unlisted(0, 'near'), unlisted(40, 'near')])).toEqual([])
    expect(acceptedCodes([unlisted(0, 'near'), unlisted(40, 'sharp'), unlisted(80, 'near')])).toEqual([`${MILK} at 80`])
    expect(acceptedCodes([unlisted(0, 'sharp'), unlisted(40, 'near'), unlisted(80, 'near')])).toEqual([])
  })

  test('may be so small that only the far pass reads it, every third of a second', () => {
    expect(acceptedCodes([0, 350, 700].map(nowMs => unlisted(nowMs, 'far')))).toEqual([`${MILK} at 700`])
    expect(acceptedCodes([0, 350, 1050].map(nowMs => unlisted(nowMs, 'far')))).toEqual([])
  })

  test('is ignored beside a code that counts, until that is out of view', () => {
    const bread = (nowMs: number) => [nowMs, BREAD, 'near', 'all'] as const
    const beside = [bread(0), bread(40), unlisted(80, 'whole'), unlisted(120, 'whole'), unlisted(160, 'whole')]
    const later = [740, 780, 820].map(nowMs => unlisted(nowMs, 'whole'))
    expect(acceptedCodes(beside)).toEqual([`${BREAD} at 40`])
    expect(acceptedCodes([...beside, ...later])).toEqual([`${BREAD} at 40`, `${MILK} at 820`])
  })

  test('counts once, also when another code comes into view beside it and leaves', () => {
    const reads = Array.from({ length: 60 }, (_, index) => [
      unlisted(index * 40, 'whole'),
      ...(index > 10 && index < 40 ? [[index * 40, BREAD, 'near', 'all'] as const] : []),
    ])
    expect(acceptedCodes(reads.flat())).toEqual([`${MILK} at 80`, `${BREAD} at 480`])
  })

  test('requests no quick frames: another pass has to read it', () => {
    const once = sightCode(NOTHING_SEEN, { code: MILK, pass: 'near', listed: 'none' }, 1000)
    expect(awaitsSecondRead(once.sightings, 1010)).toBe(false)
  })
})

describe('a code of a sharpened picture', () => {
  const sharp = (nowMs: number, listed: Listed) => [nowMs, MILK, 'sharp', listed] as const

  test('is taken at its second read if the list confirms every digit', () => {
    expect(acceptedCodes([sharp(0, 'all'), sharp(40, 'all')])).toEqual([`${MILK} at 40`])
  })

  test.each(['none', 'item', undefined] as const)('is ignored if the list confirms %s', listed => {
    const reads = Array.from({ length: 20 }, (_, index) => sharp(index * 40, listed))
    expect(acceptedCodes(reads)).toEqual([])
    const seen = sightCode(NOTHING_SEEN, { code: MILK, pass: 'sharp', listed }, 0)
    expect(awaitsSecondRead(seen.sightings, 10)).toBe(false)
    expect(seen.isCounted).toBeUndefined()
  })

  test('confirms a label’s weight or price that another picture has shown', () => {
    expect(acceptedCodes([[0, MILK, 'near', 'item'], sharp(40, 'item')])).toEqual([`${MILK} at 40`])
  })
})

describe('a short code without a list', () => {
  const [SHORT, LONG] = ['60002914', '0036000291452']

  test('is taken at its third read, and requests no quick frames', () => {
    expect(acceptedCodes(steadily(SHORT, 0, 240))).toEqual([`${SHORT} at 160`])
    const { sightings } = sightCode(NOTHING_SEEN, { code: SHORT, pass: 'near' }, 0)
    expect(awaitsSecondRead(sightings, 0)).toBe(false)
  })

  test('is a part of a longer code that another pass reads', () => {
    expect(
      acceptedCodes([
        [0, SHORT],
        [40, LONG, 'turned'],
        [80, LONG, 'turned'],
        [120, SHORT],
        [160, SHORT],
        [200, SHORT],
      ]),
    ).toEqual([`${LONG} at 80`])
  })

  test('is taken at its second read if a list has it', () => {
    expect(
      acceptedCodes([
        [0, SHORT, 'near', 'all'],
        [40, SHORT, 'near', 'all'],
      ]),
    ).toEqual([`${SHORT} at 40`])
  })
})

test('a code read once requests quick frames until it is taken or 300 ms have passed', () => {
  const read = { code: MILK, pass: 'near' } as const
  const once = sightCode(NOTHING_SEEN, read, 1000).sightings
  expect(awaitsSecondRead(NOTHING_SEEN, 1000)).toBe(false)
  expect(awaitsSecondRead(once, 1300)).toBe(true)
  expect(awaitsSecondRead(once, 1301)).toBe(false)
  expect(awaitsSecondRead(sightCode(once, read, 1100).sightings, 1200)).toBe(false)
})

test('two counts of a code are always separated by 700 ms without it', () => {
  const gaps = fc.array(fc.integer({ min: 1, max: 1000 }), { maxLength: 60 })
  fc.assert(
    fc.property(gaps, steps => {
      let nowMs = 0
      let sightings = NOTHING_SEEN
      let maxPauseMs = Infinity
      for (const stepMs of steps) {
        nowMs += stepMs
        maxPauseMs = Math.max(maxPauseMs, stepMs)
        const seen = sightCode(sightings, { code: MILK, pass: 'near' }, nowMs)
        sightings = seen.sightings
        if (!seen.isTaken) continue
        expect(maxPauseMs).toBeGreaterThanOrEqual(700)
        expect(stepMs).toBeLessThanOrEqual(300)
        maxPauseMs = 0
      }
    }),
  )
})
