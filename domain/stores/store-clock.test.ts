import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import { dayOfClock, dayStart, type StoreClock } from './store-clock.ts'

const ZONES = ['Europe/Helsinki', 'Pacific/Kiritimati', 'America/New_York', 'Pacific/Pago_Pago', 'UTC']
const BEGIN = Date.parse('2026-03-01T00:00:00Z')

/** The periods of a store whose time zone was changed several times, as recorded at each change. */
const stores = fc
  .array(fc.record({ timeZone: fc.constantFrom(...ZONES), afterHours: fc.integer({ min: 1, max: 60 }) }), {
    minLength: 1,
    maxLength: 5,
  })
  .map(changes => {
    const clocks: StoreClock[] = []
    let at = BEGIN
    for (const { timeZone, afterHours } of changes) {
      const last = clocks.at(-1)
      const moment = new Date(at)
      if (last) last.until = moment
      clocks.push({
        since: last ? moment : null,
        until: null,
        timeZone,
        firstDay: last ? dayOfClock(last, moment) : null,
      })
      at += afterHours * HOUR_MS
    }
    return clocks
  })

const dayAt = (clocks: readonly StoreClock[], at: Date) => {
  const clock = clocks.find(({ since, until }) => (since === null || at >= since) && (until === null || at < until))
  if (!clock) throw new Error('no clock')
  return dayOfClock(clock, at)
}

test('days never go back and have no gaps between them, however often a store’s time zone changes', () => {
  fc.assert(
    fc.property(stores, fc.integer({ min: -40, max: 400 }), (clocks, hours) => {
      const at = new Date(BEGIN + hours * HOUR_MS)
      const day = dayAt(clocks, at)
      expect(dayAt(clocks, new Date(at.getTime() + HOUR_MS)) >= day).toBe(true)
      const start = dayStart(clocks, day)
      expect(start <= at).toBe(true)
      expect(dayAt(clocks, start) >= day).toBe(true)
      expect(dayAt(clocks, new Date(start.getTime() - 1)) < day).toBe(true)
    }),
    { numRuns: 2000 },
  )
})

test('a day of a store with a single time zone starts at midnight', () => {
  const clocks = [{ since: null, until: null, timeZone: 'Europe/Helsinki', firstDay: null }]
  expect(dayStart(clocks, '2026-03-02').toISOString()).toBe('2026-03-01T22:00:00.000Z')
})
