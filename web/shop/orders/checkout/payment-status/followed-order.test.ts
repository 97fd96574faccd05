import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { followedOrder, followOn, followOrder, stopFollowing } from './followed-order.ts'

function storage() {
  const stored = new Map<string, string>()
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  }
}

/** Each tab has a separate session storage, and all share the local storage. */
const openTab = () => vi.stubGlobal('sessionStorage', storage())

beforeEach(() => {
  vi.stubGlobal('localStorage', storage())
  openTab()
})
afterEach(() => void vi.unstubAllGlobals())

test('a followed order survives a reload and is known in another tab', () => {
  followOrder({ id: 1001, sinceMs: 5 })
  expect(followedOrder()).toEqual({ id: 1001, sinceMs: 5 })
  openTab()
  expect(followedOrder()).toEqual({ id: 1001, sinceMs: 5 })
})

test('only the first tab to stop following reports the outcome', () => {
  const first = storage()
  const second = storage()
  for (const tab of [first, second]) {
    vi.stubGlobal('sessionStorage', tab)
    followOrder({ id: 1001, sinceMs: 5 })
  }
  vi.stubGlobal('sessionStorage', first)
  expect(stopFollowing(1001)).toBe(true)
  expect(followedOrder()).toBe(null)
  vi.stubGlobal('sessionStorage', second)
  expect(followedOrder()).toEqual({ id: 1001, sinceMs: 5 })
  expect(stopFollowing(1001)).toBe(false)
  expect(followedOrder()).toBe(null)
})

test('a tab that still follows an earlier order doesn’t end a later one', () => {
  followOrder({ id: 1001, sinceMs: 5 })
  const late = sessionStorage
  openTab()
  followOrder({ id: 1002, sinceMs: 6 })
  vi.stubGlobal('sessionStorage', late)
  expect(stopFollowing(1001)).toBe(false)
  expect(followedOrder()).toEqual({ id: 1002, sinceMs: 6 })
})

test('the response of a pay call is ignored once the outcome was shown or another order is followed', () => {
  followOrder({ id: 1001, sinceMs: 5, askedAt: 'then' })
  expect(followOn({ id: 1001, sinceMs: 6 })).toBe(true)
  expect(followedOrder()).toEqual({ id: 1001, sinceMs: 6 })
  stopFollowing(1001)
  expect(followOn({ id: 1001, sinceMs: 7 })).toBe(false)
  expect(followedOrder()).toBe(null)
  followOrder({ id: 1002, sinceMs: 8 })
  expect(followOn({ id: 1001, sinceMs: 9 })).toBe(false)
  expect(followedOrder()).toEqual({ id: 1002, sinceMs: 8 })
})

test('invalid stored data gives no followed order', () => {
  localStorage.setItem('followed-order', '{"id":"1001"}')
  expect(followedOrder()).toBe(null)
  localStorage.setItem('followed-order', '{')
  expect(followedOrder()).toBe(null)
})

test('without storage the order is followed as long as the page lives', () => {
  vi.stubGlobal('localStorage', undefined)
  vi.stubGlobal('sessionStorage', undefined)
  followOrder({ id: 1003, sinceMs: 5 })
  expect(followedOrder()).toEqual({ id: 1003, sinceMs: 5 })
  expect(stopFollowing(1003)).toBe(true)
  expect(followedOrder()).toBe(null)
})
