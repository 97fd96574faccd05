import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBasketStore } from './basket-store.ts'

const KEYS = { lines: 'basket-lines', store: 'basket-store' }

/** A browser's storage, shared by both tabs, and its event for the other tab. */
function openBrowser() {
  const stored = new Map<string, string>()
  const window = new EventTarget()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  return { stored, otherTabWrote: () => window.dispatchEvent(new Event('storage')) }
}

describe('the basket store', () => {
  let browser: ReturnType<typeof openBrowser>
  beforeEach(() => {
    browser = openBrowser()
  })
  afterEach(() => void vi.unstubAllGlobals())

  test('stores the lines in local storage under the specified keys', () => {
    createBasketStore(KEYS).put({ 1001: { quantity: 2 } })
    expect(JSON.parse(browser.stored.get('basket-lines') ?? '')).toEqual({ 1001: { quantity: 2 } })
    expect(createBasketStore(KEYS).basket()).toEqual({ 1001: { quantity: 2 } })
  })

  test('returns the same object until the content changes', () => {
    const store = createBasketStore(KEYS)
    store.put({ 1001: { quantity: 2 } })
    const before = store.basket()
    expect(store.basket()).toBe(before)
    store.put({ 1001: { quantity: 3 } })
    expect(store.basket()).not.toBe(before)
  })

  test('notifies listeners of its own changes and of another tab’s', () => {
    const store = createBasketStore(KEYS)
    const seen: number[] = []
    const stop = store.subscribe(() => seen.push(Object.keys(store.basket()).length))
    store.put({ 1001: { quantity: 1 } })
    browser.stored.set('basket-lines', '{"1001":{"quantity":1},"1002":{"quantity":1}}')
    browser.otherTabWrote()
    stop()
    store.put({})
    expect(seen).toEqual([1, 2])
  })

  test('adds to what another tab has stored in the meantime', () => {
    const store = createBasketStore(KEYS)
    store.put({ 1001: { quantity: 1 } })
    browser.stored.set('basket-lines', '{"1002":{"quantity":5}}')
    store.put({ ...store.basket(), 1003: { quantity: 1 } })
    expect(Object.keys(store.basket())).toEqual(['1002', '1003'])
  })

  test('is emptied when the active store differs from the stored one, and stores the new one', () => {
    const store = createBasketStore(KEYS)
    store.enterStore({ activeStoreId: 1001 })
    store.put({ 2001: { quantity: 1 } })
    expect(store.enterStore({ activeStoreId: 1001 })).toBe(false)
    expect(store.basket()).toEqual({ 2001: { quantity: 1 } })
    expect(store.enterStore({ activeStoreId: 1002 })).toBe(true)
    expect(store.basket()).toEqual({})
    expect(browser.stored.get('basket-store')).toBe('1002')
  })

  test('is kept while the active store is unknown', () => {
    const store = createBasketStore(KEYS)
    store.enterStore({ activeStoreId: 1001 })
    store.put({ 2001: { quantity: 1 } })
    expect(store.enterStore({ activeStoreId: null })).toBe(false)
    expect(store.basket()).toEqual({ 2001: { quantity: 1 } })
  })

  test('restores one product and leaves the others unchanged', () => {
    const store = createBasketStore(KEYS)
    store.put({ 1001: { quantity: 3 }, 1002: { quantity: 7 } })
    store.putEntry(1001, { quantity: 2 })
    expect(store.basket()).toEqual({ 1001: { quantity: 2 }, 1002: { quantity: 7 } })
    store.putEntry(1001, undefined)
    expect(store.basket()).toEqual({ 1002: { quantity: 7 } })
  })

  test('keeps valid lines, reports an invalid one once and removes it from storage', () => {
    browser.stored.set('basket-lines', '{"1001":{"quantity":-5},"1002":{"quantity":7}}')
    const store = createBasketStore(KEYS)
    expect(store.basket()).toEqual({ 1002: { quantity: 7 } })
    expect(store.consumeUnreadable()).toEqual(['1001'])
    expect(store.consumeUnreadable()).toEqual([])
    expect(browser.stored.get('basket-lines')).toBe('{"1002":{"quantity":7}}')
  })

  test('reports an invalid line that has since been overwritten by another change', () => {
    browser.stored.set('basket-lines', '{"1001":{"quantity":-5}}')
    const store = createBasketStore(KEYS)
    store.put({ ...store.basket(), 1002: { quantity: 1 } })
    expect(store.consumeUnreadable()).toEqual(['1001'])
    expect(store.basket()).toEqual({ 1002: { quantity: 1 } })
  })

  test('reads unparsable data as an empty basket', () => {
    browser.stored.set('basket-lines', '[not json')
    browser.stored.set('basket-store', 'x')
    const store = createBasketStore(KEYS)
    expect(store.basket()).toEqual({})
    expect(store.storeId()).toBe(null)
  })
})
