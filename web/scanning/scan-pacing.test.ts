import { expect, test } from 'vitest'
import { createLotReader, createScanClock } from './scan-pacing.ts'

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

test('the lot of a package is passed on once, whichever of its codes is read first', () => {
  const [EAN, LOT] = ['6401234567897', '6401234567897/b2026-12-31/L7']
  const counted = { isTaken: true, isCounted: true }
  const inView = { isTaken: false, isCounted: true }
  const read = createLotReader()
  // The EAN is read first, and the lot while the package is still in view.
  expect(read({ code: EAN, withLot: undefined }, inView)).toBeUndefined()
  expect(read({ code: EAN, withLot: undefined }, counted)).toEqual({ code: EAN })
  expect(read({ code: EAN, withLot: LOT }, { isCounted: false })).toBeUndefined()
  expect(read({ code: EAN, withLot: LOT }, inView)).toEqual({ lot: LOT })
  expect(read({ code: EAN, withLot: LOT }, inView)).toBeUndefined()
  // The next package shows its lot at once.
  expect(read({ code: EAN, withLot: LOT }, counted)).toEqual({ code: LOT })
  expect(read({ code: EAN, withLot: LOT }, inView)).toBeUndefined()
})
