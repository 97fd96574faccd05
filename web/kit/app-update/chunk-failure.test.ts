import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockReloadsWhile } from '#web/kit/api/reload-guard.ts'

// Browser APIs that Node lacks.
let reloads = 0
let cacheNames: string[] = []
let stored = new Map<string, string>()

async function freshPage({ isOnline = true, isPaying = false } = {}) {
  vi.stubGlobal('navigator', { onLine: isOnline })
  blockReloadsWhile({ isBlocked: () => isPaying, subscribe: () => () => undefined })
  vi.resetModules()
  const guard = await import('#web/kit/api/reload-guard.ts')
  guard.blockReloadsWhile({ isBlocked: () => isPaying, subscribe: () => () => undefined })
  return import('./chunk-failure.ts')
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T12:00:00Z') })
  reloads = 0
  cacheNames = ['files', 'pictures']
  stored = new Map()
  vi.stubGlobal('location', { reload: () => reloads++ })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  vi.stubGlobal('caches', {
    keys: async () => cacheNames,
    delete: async (name: string) => (cacheNames = cacheNames.filter(other => other !== name)),
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settled = () => vi.advanceTimersByTimeAsync(0)
const failing = () => Promise.reject(new Error('404'))

test('a missing chunk clears the caches and reloads the page, and the load stays pending', async () => {
  const { loadChunk } = await freshPage()
  const onEnd = vi.fn()
  void loadChunk(failing).then(onEnd, onEnd)
  await settled()
  expect(cacheNames).toEqual([])
  expect(reloads).toBe(1)
  expect(onEnd).not.toHaveBeenCalled()
})

test('a chunk that doesn’t load within 120 s reloads the page', async () => {
  const { loadChunk } = await freshPage()
  void loadChunk(() => new Promise(() => undefined))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(reloads).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(reloads).toBe(1)
})

test('the page reloads only once within 30 s', async () => {
  void (await freshPage()).loadChunk(failing)
  await settled()
  await expect((await freshPage()).loadChunk(failing)).rejects.toThrow('404')
  expect(reloads).toBe(1)
  vi.advanceTimersByTime(30_000)
  expect((await freshPage()).recoverFromChunkFailure()).toBe(true)
})

test.each([
  ['without a network', { isOnline: false }],
  ['during a payment', { isPaying: true }],
])('%s the page doesn’t reload, and the load fails', async (_, state) => {
  const { loadChunk } = await freshPage(state)
  await expect(loadChunk(failing)).rejects.toThrow('404')
  expect(cacheNames).toHaveLength(2)
  expect(reloads).toBe(0)
})
