import { expect, test } from 'vitest'
import { openingStatus } from './opening-status.ts'

const friday = new Date('2026-11-20T18:00:00Z') // 20.00 in Helsinki
const store = { always_open: false, is_open: true, changes_at: '2026-11-20T20:00:00Z', time_zone: 'Europe/Helsinki' }

test('an open store tells when it closes, in its own time zone', () => {
  expect(openingStatus(store, friday)).toEqual({ isOpen: true, text: 'openUntil', time: '22:00' })
})

test('a store that closes after midnight tells the time all the same', () => {
  expect(openingStatus({ ...store, changes_at: '2026-11-20T23:00:00Z' }, friday)).toMatchObject({ time: '01:00' })
})

test('a store that stays open for days is just open', () => {
  expect(openingStatus({ ...store, changes_at: '2026-11-25T20:00:00Z' }, friday)).toEqual({
    isOpen: true,
    text: 'openNow',
  })
})

test('a store without hours is always open', () => {
  expect(openingStatus({ ...store, always_open: true, changes_at: null }, friday)).toEqual({
    isOpen: true,
    text: 'openAlways',
  })
})

const closed = { ...store, is_open: false }

test('a store that opens later today tells the time alone', () => {
  const early = new Date('2026-11-20T02:00:00Z')
  const status = openingStatus({ ...closed, changes_at: '2026-11-20T05:00:00Z' }, early)
  expect(status).toEqual({ isOpen: false, text: 'closedUntil', time: '07:00' })
})

test('a store that opens within a week tells the day, and one that opens later, a date', () => {
  const monday = openingStatus({ ...closed, changes_at: '2026-11-23T05:00:00Z' }, friday)
  expect(monday).toMatchObject({ text: 'closedUntilDay', time: '07:00', isThisWeek: true })
  const nextFriday = openingStatus({ ...closed, changes_at: '2026-11-27T05:00:00Z' }, friday)
  expect(nextFriday).toMatchObject({ text: 'closedUntilDay', isThisWeek: false })
})

test('a store that does not open in the coming weeks is just closed', () => {
  expect(openingStatus({ ...closed, changes_at: null }, friday)).toEqual({ isOpen: false, text: 'closedNow' })
})

test('hours kept from before the network went turn over when their time comes', () => {
  expect(openingStatus(store, new Date('2026-11-20T20:00:00Z'))).toEqual({ isOpen: false, text: 'closedNow' })
  expect(openingStatus({ ...closed, changes_at: '2026-11-20T17:00:00Z' }, friday)).toEqual({
    isOpen: true,
    text: 'openNow',
  })
})
