import { expect, test } from 'vitest'
import { createLookingClock } from './scan-pacing.ts'

function clockAt(realStartMs: number) {
  let realMs = realStartMs
  const clock = createLookingClock(() => realMs)
  const lookAfter = (ms: number) => {
    realMs += ms
    clock.look()
    return clock.nowMs()
  }
  return { clock, lookAfter }
}

test('time advances from look to look', () => {
  const { clock, lookAfter } = clockAt(1000)
  expect(clock.nowMs()).toBe(0)
  expect(lookAfter(80)).toBe(80)
  expect(lookAfter(70)).toBe(150)
})

test('a pause without looks counts as one long look at most', () => {
  const { lookAfter } = clockAt(1000)
  expect(lookAfter(80)).toBe(80)
  expect(lookAfter(60_000)).toBe(230)
  expect(lookAfter(20)).toBe(250)
})
