import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type HoursOfStore,
  listHoursChanges,
  listSpecialDays,
  type SharedHours,
  withSharedHours,
} from './shared-hours.ts'

const MONDAY = { weekday: 1, opens_at: '08:00', closes_at: '20:00' }
const STORE: HoursOfStore = {
  always_open: false,
  weekly: [MONDAY],
  exceptions: [
    { date: '2026-12-06', opens_at: null, closes_at: null },
    { date: '2026-12-24', opens_at: '10:00', closes_at: '14:00' },
  ],
}

test('a special day replaces that of its date and leaves the others', () => {
  const shared = { weekly: null, exceptions: [{ date: '2026-12-24', opens_at: null, closes_at: null }] }
  expect(withSharedHours(STORE, shared)).toEqual({
    weekly: [MONDAY],
    exceptions: [STORE.exceptions[0], shared.exceptions[0]],
  })
  expect(listHoursChanges(STORE, shared)).toEqual([
    { day: '2026-12-24', from: { opens_at: '10:00', closes_at: '14:00' }, to: null },
  ])
})

test('a date without special hours changes even when the store closes on it', () => {
  const shared = { weekly: null, exceptions: [{ date: '2026-12-25', opens_at: null, closes_at: null }] }
  expect(listHoursChanges(STORE, shared)).toEqual([{ day: '2026-12-25', from: undefined, to: null }])
})

test('a date becomes an ordinary day where it had special hours', () => {
  const shared = { weekly: null, exceptions: [], ordinary_dates: ['2026-12-24', '2026-12-25'] }
  expect(withSharedHours(STORE, shared).exceptions).toEqual([STORE.exceptions[0]])
  expect(listHoursChanges(STORE, shared)).toEqual([
    { day: '2026-12-24', from: { opens_at: '10:00', closes_at: '14:00' }, to: undefined },
  ])
})

test('special days of several stores are listed with the stores that have the same hours', () => {
  const [one, other] = [
    { ...STORE, name: 'one' },
    { ...STORE, name: 'other', exceptions: [{ date: '2026-12-24', opens_at: null, closes_at: null }] },
  ]
  const days = listSpecialDays([one, other, { ...one, name: 'third' }], '2026-12-07')
  expect(
    days.map(({ date, hours }) => [date, hours.map(({ span, stores }) => [span, stores.map(({ name }) => name)])]),
  ).toEqual([
    [
      '2026-12-24',
      [
        ['10:00–14:00', ['one', 'third']],
        [undefined, ['other']],
      ],
    ],
  ])
})

test('a week changes the weekdays that differ, and none of a store that is always open', () => {
  const tuesday = { weekday: 2, opens_at: '09:00', closes_at: '18:00' }
  const shared = { weekly: [tuesday, MONDAY], exceptions: [] }
  expect(listHoursChanges(STORE, shared)).toEqual([
    { day: 2, from: null, to: { opens_at: '09:00', closes_at: '18:00' } },
  ])
  expect(listHoursChanges({ ...STORE, always_open: true }, shared)).toEqual([])
})

const time = fc.constantFrom('08:00', '12:30', '20:00')
const special = fc
  .tuple(fc.constantFrom('2026-12-06', '2026-12-24', '2026-12-25', '2027-01-01'), fc.option(fc.tuple(time, time)))
  .map(([date, span]) => ({ date, opens_at: span?.[0] ?? null, closes_at: span?.[1] ?? null }))
const exceptions = fc.uniqueArray(special, { selector: ({ date }) => date })
const weekly = fc.uniqueArray(
  fc
    .tuple(fc.integer({ min: 1, max: 7 }), time, time)
    .map(([weekday, opens_at, closes_at]) => ({ weekday, opens_at, closes_at })),
  { selector: ({ weekday }) => weekday },
)

test('after the change nothing is left to change, no other date is lost, and nothing else differs', () => {
  const store = fc.record({ always_open: fc.boolean(), weekly, exceptions })
  const ordinary = fc.subarray(['2026-12-06', '2026-12-24', '2026-12-25'])
  const shared: fc.Arbitrary<SharedHours> = fc
    .record({ weekly: fc.option(weekly), exceptions, ordinary_dates: ordinary })
    .map(change => ({
      ...change,
      ordinary_dates: change.ordinary_dates.filter(day => change.exceptions.every(({ date }) => date !== day)),
    }))
  fc.assert(
    fc.property(store, shared, (before, change) => {
      const after = { ...before, ...withSharedHours(before, change) }
      expect(listHoursChanges(after, change)).toEqual([])
      for (const day of before.exceptions)
        if (change.ordinary_dates?.includes(day.date))
          expect(after.exceptions.map(({ date }) => date)).not.toContain(day.date)
        else if (!change.exceptions.some(({ date }) => date === day.date)) expect(after.exceptions).toContainEqual(day)
      for (const day of change.exceptions) expect(after.exceptions).toContainEqual(day)
      const isUnchanged = listHoursChanges(before, change).length === 0
      const sorted = withSharedHours(before, { weekly: null, exceptions: [] })
      if (isUnchanged) expect(withSharedHours(before, change)).toEqual(sorted)
    }),
  )
})
