import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { blockReloadsWhile } from '#web/kit/api/reload-guard.ts'
import { activateWorker } from './use-app-update.ts'

// Browser APIs that Node lacks.
let reloads = 0
let container = new EventTarget()

class Worker extends EventTarget {
  state: ServiceWorkerState = 'installed'
  readonly messages: unknown[] = []
  postMessage(message: unknown): void {
    this.messages.push(message)
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  reloads = 0
  container = new EventTarget()
  vi.stubGlobal('location', { reload: () => reloads++ })
  vi.stubGlobal('navigator', { serviceWorker: container })
  blockReloadsWhile({ isBlocked: () => false, subscribe: () => () => undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the page reloads once when the new worker takes control', () => {
  const worker = new Worker()
  activateWorker(worker)
  expect(worker.messages).toEqual([{ type: 'SKIP_WAITING' }])
  expect(reloads).toBe(0)
  container.dispatchEvent(new Event('controllerchange'))
  vi.advanceTimersByTime(10_000)
  expect(reloads).toBe(1)
})

test('the page reloads after 4 s if the worker doesn’t take control', () => {
  activateWorker(new Worker())
  vi.advanceTimersByTime(3999)
  expect(reloads).toBe(0)
  vi.advanceTimersByTime(1)
  expect(reloads).toBe(1)
})

test('the page reloads at once if the worker fails', () => {
  const worker = new Worker()
  activateWorker(worker)
  worker.state = 'redundant'
  worker.dispatchEvent(new Event('statechange'))
  expect(reloads).toBe(1)
})

test('the page reloads at once if the message can’t be sent', () => {
  const worker = new Worker()
  worker.postMessage = () => {
    throw new Error('gone')
  }
  activateWorker(worker)
  expect(reloads).toBe(1)
})

test('a payment started in the meantime delays the reload until its outcome', () => {
  let isPaying = true
  const listeners = new Set<() => void>()
  blockReloadsWhile({
    isBlocked: () => isPaying,
    subscribe: listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  })
  activateWorker(new Worker())
  vi.advanceTimersByTime(5000)
  expect(reloads).toBe(0)
  isPaying = false
  listeners.forEach(listener => listener())
  expect(reloads).toBe(1)
})
