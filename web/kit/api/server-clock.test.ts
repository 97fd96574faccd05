import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { orders } from '#contract/orders/orders.ts'
import { HOUR_MS } from '#domain/durations.ts'
import { callApi } from './call-api.ts'
import { updateServerTime, onServerClock, serverNow } from './server-clock.ts'

const SERVER_MS = Date.parse('2026-11-24T20:50:30.400Z')

const answer = (serverMs: number) => new Headers({ Date: new Date(serverMs).toUTCString() })
/** A response that arrived at once, at the phone's time. */
const receiveAt = (phoneMs: number, serverMs = SERVER_MS) => {
  vi.setSystemTime(phoneMs)
  updateServerTime(answer(serverMs), phoneMs)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => {
  // Together these two bounds reset the offset to 0.
  const second = Math.floor(SERVER_MS / 1000) * 1000
  receiveAt(second, second)
  receiveAt(second + 1000, second)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test.each([-24, -1, 1, 24])('a phone that is %i hours off uses the server’s time after one response', hours => {
  const phoneMs = SERVER_MS + hours * HOUR_MS
  receiveAt(phoneMs)
  expect(Math.abs(serverNow() - SERVER_MS)).toBeLessThan(1000)
  vi.setSystemTime(phoneMs + 60_000)
  expect(Math.abs(serverNow() - SERVER_MS - 60_000)).toBeLessThan(1000)
})

test('a phone with a correct clock keeps its own time, although the header has whole seconds only', () => {
  receiveAt(SERVER_MS)
  expect(serverNow()).toBe(SERVER_MS)
})

test('a consistent response doesn’t change the offset, and an inconsistent one narrows it', () => {
  const listener = vi.fn<() => void>()
  const phoneMs = SERVER_MS - HOUR_MS
  receiveAt(phoneMs)
  const stop = onServerClock(listener)
  receiveAt(phoneMs + 10, SERVER_MS + 10)
  expect(listener).not.toHaveBeenCalled()
  receiveAt(phoneMs + 700, SERVER_MS + 700)
  expect(listener).toHaveBeenCalledTimes(1)
  expect(Math.abs(serverNow() - SERVER_MS - 700)).toBeLessThan(450)
  stop()
})

test('a slow response doesn’t change an offset within its round trip', () => {
  const phoneMs = SERVER_MS + 3000
  vi.setSystemTime(phoneMs)
  updateServerTime(answer(SERVER_MS), phoneMs - 20_000)
  expect(serverNow()).toBe(phoneMs)
})

test('a response without a time, or with the clock set back during the call, is ignored', () => {
  vi.setSystemTime(SERVER_MS)
  updateServerTime(new Headers(), SERVER_MS)
  updateServerTime(answer(SERVER_MS + HOUR_MS), SERVER_MS + 5000)
  expect(serverNow()).toBe(SERVER_MS)
})

test('every call reads the server’s time, even from refusals', async () => {
  vi.setSystemTime(SERVER_MS - HOUR_MS)
  vi.stubGlobal('fetch', () =>
    Promise.resolve(Response.json({ code: 'order.none', message: 'No.' }, { status: 404, headers: answer(SERVER_MS) })),
  )
  await callApi(orders.current).catch(() => undefined)
  expect(Math.abs(serverNow() - SERVER_MS)).toBeLessThan(1000)
})
