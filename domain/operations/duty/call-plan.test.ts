import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { type DutyContact, type DutyRules, dueCalls } from './call-plan.ts'

const RULES: DutyRules = {
  escalateAfterMinutes: 15,
  quietHours: { from: '21:00', until: '07:00' },
  timeZone: 'Europe/Helsinki',
}
/** 14:00 in Helsinki. */
const NOON = new Date('2026-12-01T12:00:00Z')
const after = (from: Date, minutes: number) => new Date(from.getTime() + minutes * MINUTE_MS)
const anyTime = (id: number, step: number): DutyContact => ({ id, step, channels: ['push', 'email'], hours: null })
const urgent = { openedAt: NOON, canWait: false }
const calledAt = (minutes: number, contacts: readonly DutyContact[], alert = urgent) => [
  ...new Set(dueCalls(alert, { contacts, rules: RULES }, after(alert.openedAt, minutes)).map(({ contact }) => contact)),
]

test('the first step is called at once by each channel, the next ones after the time of escalation', () => {
  const contacts = [anyTime(2, 2), anyTime(1, 1), anyTime(3, 3)]
  expect(dueCalls(urgent, { contacts, rules: RULES }, NOON)).toEqual([
    { contact: 1, step: 1, channel: 'push' },
    { contact: 1, step: 1, channel: 'email' },
  ])
  expect(calledAt(14.9, contacts)).toEqual([1])
  expect(calledAt(15, contacts)).toEqual([1, 2])
  expect(calledAt(30, contacts)).toEqual([1, 2, 3])
})

test('a step of which nobody is on duty is skipped at once, and called when its hours begin', () => {
  const evening = { ...anyTime(1, 1), hours: { from: '15:00', until: '22:00' } }
  const contacts = [evening, anyTime(2, 2), anyTime(3, 3)]
  expect(calledAt(0, contacts)).toEqual([2])
  expect(calledAt(15, contacts)).toEqual([2, 3])
  expect(calledAt(60, contacts)).toEqual([1, 2, 3])
})

test('hours that end at or before their begin last until the next day', () => {
  const night = { ...anyTime(1, 1), hours: { from: '22:00', until: '06:00' } }
  const at = (time: string) => calledAt(0, [night], { openedAt: new Date(time), canWait: false })
  expect([at('2026-12-01T19:59:00Z'), at('2026-12-01T20:00:00Z')]).toEqual([[], [1]])
  expect([at('2026-12-02T03:59:00Z'), at('2026-12-02T04:00:00Z')]).toEqual([[1], []])
})

test('what can wait is called when the quiet hours are over, also on the day of a clock change', () => {
  // 23:00 in Helsinki; the clock is set forward at 3:00.
  const alert = { openedAt: new Date('2026-03-28T21:00:00Z'), canWait: true }
  const calls = (time: string) => dueCalls(alert, { contacts: [anyTime(1, 1)], rules: RULES }, new Date(time)).length
  expect([calls('2026-03-29T03:59:00Z'), calls('2026-03-29T04:00:00Z')]).toEqual([0, 2])
  expect(
    dueCalls({ ...alert, canWait: false }, { contacts: [anyTime(1, 1)], rules: RULES }, alert.openedAt),
  ).toHaveLength(2)
  expect(dueCalls({ ...alert, openedAt: NOON }, { contacts: [anyTime(1, 1)], rules: RULES }, NOON)).toHaveLength(2)
})

test('what can wait does not escalate in the quiet hours, and goes on after them', () => {
  // 20:50 in Helsinki.
  const alert = { openedAt: new Date('2026-12-01T18:50:00Z'), canWait: true }
  const contacts = [anyTime(1, 1), anyTime(2, 2), anyTime(3, 3)]
  const called = (time: string) =>
    new Set(dueCalls(alert, { contacts, rules: RULES }, new Date(time)).map(call => call.contact))
  expect(called('2026-12-01T18:50:00Z')).toEqual(new Set([1]))
  expect(called('2026-12-01T19:30:00Z')).toEqual(new Set([1]))
  expect(called('2026-12-02T04:59:00Z')).toEqual(new Set([1]))
  expect(called('2026-12-02T05:00:00Z')).toEqual(new Set([1, 2]))
  expect(called('2026-12-02T05:15:00Z')).toEqual(new Set([1, 2, 3]))
})

const contact = fc.record({
  id: fc.integer({ min: 1, max: 6 }),
  step: fc.integer({ min: 1, max: 3 }),
  channels: fc.uniqueArray(fc.constantFrom('push', 'email', 'sms'), { minLength: 1 }),
  hours: fc.constant(null),
}) as fc.Arbitrary<DutyContact>

test('calls only grow with time, and in the end everybody has been called', () => {
  fc.assert(
    fc.property(
      fc.array(contact, { minLength: 1, maxLength: 6 }),
      fc.record({ canWait: fc.boolean(), start: fc.nat({ max: 100_000 }) }),
      fc.nat({ max: 2000 }),
      (contacts, { canWait, start }, minutes) => {
        const alert = { openedAt: after(NOON, start), canWait }
        const calls = (at: number) => dueCalls(alert, { contacts, rules: RULES }, after(alert.openedAt, at))
        const [sooner, later] = [calls(minutes), calls(minutes + 10)]
        for (const call of sooner) expect(later).toContainEqual(call)
        expect(new Set(calls(24 * 60).map(call => call.contact))).toEqual(new Set(contacts.map(({ id }) => id)))
        if (!canWait) expect(calls(0)).not.toEqual([])
      },
    ),
  )
})
