import { expect, test } from 'vitest'
import { SECOND_MS, MINUTE_MS, HOUR_MS } from '#domain/durations.ts'
import { afterSending, cooldownEnd, type Cooldown } from './send-code.ts'

const START = new Date('2026-03-02T10:00:00Z')
const at = (ms: number) => new Date(START.getTime() + ms)

/** Sends as often as the cooldown allows for `forMs`; returns the times in milliseconds. */
function eagerSends(forMs: number, stepMs = SECOND_MS): number[] {
  const sends: number[] = []
  let cooldown: Cooldown | undefined
  for (let ms = 0; ms < forMs; ms += stepMs) {
    if (cooldown && cooldownEnd([cooldown], at(ms))) continue
    cooldown = afterSending(cooldown, at(ms))
    sends.push(ms)
  }
  return sends
}

test('the cooldown is a minute, five minutes, an hour and a day, and then starts over', () => {
  const day = MINUTE_MS + 5 * MINUTE_MS + HOUR_MS + 24 * HOUR_MS
  expect(eagerSends(48 * HOUR_MS)).toEqual([
    0,
    MINUTE_MS,
    6 * MINUTE_MS,
    66 * MINUTE_MS,
    day,
    day + MINUTE_MS,
    day + 6 * MINUTE_MS,
    day + 66 * MINUTE_MS,
  ])
})

test('a phone gets at most three SMS in ten minutes and five in an hour', () => {
  const sends = eagerSends(80 * HOUR_MS, 10 * SECOND_MS)
  for (const start of sends) {
    const within = (ms: number) => sends.filter(send => send >= start && send < start + ms).length
    expect(within(10 * MINUTE_MS)).toBeLessThanOrEqual(3)
    expect(within(HOUR_MS)).toBeLessThanOrEqual(5)
  }
})

test('the cooldown resets after a day without SMS, and not earlier', () => {
  const second = afterSending(afterSending(undefined, at(0)), at(MINUTE_MS))
  expect(second).toEqual({ sentCount: 2, until: at(6 * MINUTE_MS) })
  expect(afterSending(second, at(MINUTE_MS + 24 * HOUR_MS - 1)).sentCount).toBe(3)
  expect(afterSending(second, at(MINUTE_MS + 24 * HOUR_MS)).sentCount).toBe(1)
})

test('the first SMS counts as one when the row was created without sending', () => {
  expect(afterSending({ sentCount: 0, until: at(0) }, at(5)).sentCount).toBe(1)
})

test('the later of two cooldowns applies, and an expired one does not', () => {
  const cooldowns = [
    { sentCount: 1, until: at(MINUTE_MS) },
    { sentCount: 2, until: at(5 * MINUTE_MS) },
  ]
  expect(cooldownEnd(cooldowns, at(0))).toEqual(at(5 * MINUTE_MS))
  expect(cooldownEnd(cooldowns, at(5 * MINUTE_MS))).toBeUndefined()
  expect(cooldownEnd([], at(0))).toBeUndefined()
})
