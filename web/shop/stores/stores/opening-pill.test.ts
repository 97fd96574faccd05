import { expect, test } from 'vitest'
import { openingStatus } from './opening-pill.tsx'

const friday = new Date('2026-11-20T18:00:00Z') // 20.00 in Helsinki
const store = { always_open: false, is_open: true, changes_at: '2026-11-20T20:00:00Z', time_zone: 'Europe/Helsinki' }

test('an open store shows its closing time in its own time zone', () => {
  expect(openingStatus(store, friday)).toEqual({ isOpen: true, text: 'openUntil', time: '22:00' })
})

test('a store that closes after midnight shows its closing time, too', () => {
  expect(openingStatus({ ...store, changes_at: '2026-11-20T23:00:00Z' }, friday)).toMatchObject({ time: '01:00' })
})

test('a store that stays open for days is shown as open', () => {
  expect(openingStatus({ ...store, changes_at: '2026-11-25T20:00:00Z' }, friday)).toEqual({
    isOpen: true,
    text: 'openNow',
  })
})

test('a store without hours is shown as always open', () => {
  expect(openingStatus({ ...store, always_open: true, changes_at: null }, friday)).toEqual({
    isOpen: true,
    text: 'openAlways',
  })
})

const closed = { ...store, is_open: false }

test('a store that opens later today shows only the time', () => {
  const early = new Date('2026-11-20T02:00:00Z')
  const status = openingStatus({ ...closed, changes_at: '2026-11-20T05:00:00Z' }, early)
  expect(status).toEqual({ isOpen: false, text: 'closedUntil', time: '07:00' })
})

test('a store that opens within a week shows the weekday, a later one the date', () => {
  const monday = openingStatus({ ...closed, changes_at: '2026-11-23T05:00:00Z' }, friday)
  expect(monday).toMatchObject({ text: 'closedUntilDay', time: '07:00', isThisWeek: true })
  const nextFriday = openingStatus({ ...closed, changes_at: '2026-11-27T05:00:00Z' }, friday)
  expect(nextFriday).toMatchObject({ text: 'closedUntilDay', isThisWeek: false })
})

test('a store that doesn’t open in the coming weeks is shown as closed', () => {
  expect(openingStatus({ ...closed, changes_at: null }, friday)).toEqual({ isOpen: false, text: 'closedNow' })
})

test('stored hours are updated by the clock while the network is down', () => {
  expect(openingStatus(store, new Date('2026-11-20T20:00:00Z'))).toEqual({ isOpen: false, text: 'closedNow' })
  expect(openingStatus({ ...closed, changes_at: '2026-11-20T17:00:00Z' }, friday)).toEqual({
    isOpen: true,
    text: 'openNow',
  })
})
