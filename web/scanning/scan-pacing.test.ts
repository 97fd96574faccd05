import { expect, test } from 'vitest'
import { createScanClock } from './scan-pacing.ts'

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
