import { expect, test } from 'vitest'
import { mayPayAgainAt, pauseAfterTimeoutsMs } from './payment-attempt.ts'

const now = new Date('2026-11-24T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

test('the first abandoned payment causes no pause, and each further one a longer pause, up to two hours', () => {
  const minutes = [0, 1, 2, 3, 4, 5, 6, 100].map(timeouts => pauseAfterTimeoutsMs(timeouts) / 60_000)
  expect(minutes).toEqual([0, 0, 2, 10, 30, 120, 120, 120])
})

test('the pause begins with the end of the last abandoned payment', () => {
  expect(mayPayAgainAt(0, null, now)).toBeUndefined()
  expect(mayPayAgainAt(1, minutesAgo(0), now)).toBeUndefined()
  expect(mayPayAgainAt(3, minutesAgo(4), now)).toEqual(new Date('2026-11-24T12:06:00Z'))
  expect(mayPayAgainAt(3, minutesAgo(10), now)).toBeUndefined()
})
