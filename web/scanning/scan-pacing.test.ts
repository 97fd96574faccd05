import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseScannedCode } from '#domain/catalogue/lot.ts'
import { createLotReader, createScanClock, NOTHING_SEEN, sightCode } from './scan-pacing.ts'

function clockAt(realStartMs: number) {
  let realMs = realStartMs
  const clock = createScanClock(() => realMs)
  const tickAfter = (ms: number) => {
    realMs += ms
    clock.tick()
    return clock.nowMs()
  }
  return { clock, tickAfter }
}

test('time advances from pass to pass', () => {
  const { clock, tickAfter } = clockAt(1000)
  expect(clock.nowMs()).toBe(0)
  expect(tickAfter(80)).toBe(80)
  expect(tickAfter(70)).toBe(150)
})

test('a pause without passes counts as one long pass at most', () => {
  const { tickAfter } = clockAt(1000)
  expect(tickAfter(80)).toBe(80)
  expect(tickAfter(60_000)).toBe(230)
  expect(tickAfter(20)).toBe(250)
})

const [EAN, LOT, OTHER] = ['6401234567897', '6401234567897/b2026-12-31/L7', '6409876543217']

/** What is passed on of pictures of one code, at milliseconds after the last one: each `lasts` so many pictures, 80 ms apart. */
function passedOn(...views: readonly { after: number; texts: string[]; lasts?: number }[]): string[] {
  const readLot = createLotReader()
  let nowMs = 0
  let sightings = NOTHING_SEEN
  return views.flatMap(({ after, texts, lasts = 3 }) => {
    nowMs += after - 80
    const code = parseScannedCode(texts[0] ?? '').code
    return Array.from({ length: lasts }).flatMap(() => {
      nowMs += 80
      const seen = sightCode(sightings, { code, pass: 'near' }, nowMs)
      sightings = seen.sightings
      const found = readLot({ code, texts }, seen, nowMs)
      return found ? ['code' in found ? `piece ${found.code}` : `lot ${found.lot}`] : []
    })
  })
}

const EAN_ALONE = { after: 1500, texts: [EAN] }
const LOT_ALONE = { after: 1500, texts: [LOT] }
const BOTH = { after: 1500, texts: [EAN, LOT] }

describe('a package with an EAN and a code that names its lot', () => {
  test('gets its lot while it is in view, or soon after', () => {
    expect(passedOn(EAN_ALONE, { ...LOT_ALONE, after: 80 })).toEqual([`piece ${EAN}`, `lot ${LOT}`])
    expect(passedOn(EAN_ALONE, LOT_ALONE)).toEqual([`piece ${EAN}`, `lot ${LOT}`])
    expect(passedOn(EAN_ALONE, { ...BOTH, after: 80 })).toEqual([`piece ${EAN}`, `lot ${LOT}`])
  })

  test('is one piece if its lot is read first, or together with the EAN', () => {
    expect(passedOn(LOT_ALONE, EAN_ALONE)).toEqual([`piece ${LOT}`])
    expect(passedOn(BOTH)).toEqual([`piece ${LOT}`])
  })

  test('is another piece when a code comes back, when two seconds have passed, or after another product', () => {
    expect(passedOn(LOT_ALONE, LOT_ALONE)).toEqual([`piece ${LOT}`, `piece ${LOT}`])
    expect(passedOn(EAN_ALONE, LOT_ALONE, EAN_ALONE)).toEqual([`piece ${EAN}`, `lot ${LOT}`, `piece ${EAN}`])
    expect(passedOn(BOTH, LOT_ALONE, BOTH)).toEqual([`piece ${LOT}`, `piece ${LOT}`, `piece ${LOT}`])
    expect(passedOn(EAN_ALONE, { ...LOT_ALONE, after: 2200 })).toEqual([`piece ${EAN}`, `piece ${LOT}`])
    expect(passedOn(EAN_ALONE, { after: 750, texts: [OTHER] }, { ...LOT_ALONE, after: 750 })).toEqual([
      `piece ${EAN}`,
      `piece ${OTHER}`,
      `piece ${LOT}`,
    ])
  })
})

test('however a package is turned once, its piece is counted once and with its lot', () => {
  const pause = fc.integer({ min: 1, max: 1900 })
  const lasts = fc.integer({ min: 3, max: 30 })
  fc.assert(
    fc.property(fc.boolean(), pause, lasts, (isLotFirst, after, pictures) => {
      const [first, second] = isLotFirst ? [LOT, EAN] : [EAN, LOT]
      const passed = passedOn(
        { after: 80, texts: [first], lasts: pictures },
        { after, texts: [second], lasts: pictures },
      )
      expect(passed).toEqual(isLotFirst ? [`piece ${LOT}`] : [`piece ${EAN}`, `lot ${LOT}`])
    }),
  )
})
