import { expect, test } from 'vitest'
import { createScanClock } from './scan-pacing.ts'

function clockAt(realStartMs: number) {
  let realMs = realStartMs
  const clock = createScanClock(() => realMs)
  const lookAfter = (ms: number) => {
    realMs += ms
    clock.tick()
    return clock.nowMs()
  }
  return { clock, lookAfter }
}

test('time advances from pass to pass', () => {
  const { clock, lookAfter } = clockAt(1000)
  expect(clock.nowMs()).toBe(0)
  expect(lookAfter(80)).toBe(80)
  expect(lookAfter(70)).toBe(150)
})

test('a pause without passes counts as one long pass at most', () => {
  const { lookAfter } = clockAt(1000)
  expect(lookAfter(80)).toBe(80)
  expect(lookAfter(60_000)).toBe(230)
  expect(lookAfter(20)).toBe(250)
})
