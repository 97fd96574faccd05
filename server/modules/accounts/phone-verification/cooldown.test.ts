import { expect, test } from 'vitest'
import { afterSending, cooldownEnd, type Cooldown } from './send-code.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const START = new Date('2026-03-02T10:00:00Z')
const at = (ms: number) => new Date(START.getTime() + ms)

/** Sends as often as the cooldown allows for `forMs`; returns the times in milliseconds. */
function eagerSends(forMs: number, stepMs = SECOND): number[] {
  const sends: number[] = []
  let known: Cooldown | undefined
  for (let ms = 0; ms < forMs; ms += stepMs) {
    if (known && cooldownEnd([known], at(ms))) continue
    known = afterSending(known, at(ms))
    sends.push(ms)
  }
  return sends
}

test('the cooldown is a minute, five minutes, an hour and a day, and then starts over', () => {
  const day = MINUTE + 5 * MINUTE + HOUR + 24 * HOUR
  expect(eagerSends(48 * HOUR)).toEqual([
    0,
    MINUTE,
    6 * MINUTE,
    66 * MINUTE,
    day,
    day + MINUTE,
    day + 6 * MINUTE,
    day + 66 * MINUTE,
  ])
})

test('a phone gets at most three SMS in ten minutes and five in an hour', () => {
  const sends = eagerSends(80 * HOUR, 10 * SECOND)
  for (const start of sends) {
    const within = (ms: number) => sends.filter(send => send >= start && send < start + ms).length
    expect(within(10 * MINUTE)).toBeLessThanOrEqual(3)
    expect(within(HOUR)).toBeLessThanOrEqual(5)
  }
})

test('the cooldown resets after a day without SMS, and not earlier', () => {
  const second = afterSending(afterSending(undefined, at(0)), at(MINUTE))
  expect(second).toEqual({ sentCount: 2, until: at(6 * MINUTE) })
  expect(afterSending(second, at(MINUTE + 24 * HOUR - 1)).sentCount).toBe(3)
  expect(afterSending(second, at(MINUTE + 24 * HOUR)).sentCount).toBe(1)
})

test('the first SMS counts as one when the row was created without sending', () => {
  expect(afterSending({ sentCount: 0, until: at(0) }, at(5)).sentCount).toBe(1)
})

test('the later of two cooldowns applies, and an expired one does not', () => {
  const known = [
    { sentCount: 1, until: at(MINUTE) },
    { sentCount: 2, until: at(5 * MINUTE) },
  ]
  expect(cooldownEnd(known, at(0))).toEqual(at(5 * MINUTE))
  expect(cooldownEnd(known, at(5 * MINUTE))).toBeUndefined()
  expect(cooldownEnd([], at(0))).toBeUndefined()
})
