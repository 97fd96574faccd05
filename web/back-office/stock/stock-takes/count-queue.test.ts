import { beforeEach, expect, test } from 'vitest'
import type { StockTakeLine } from '#contract/stock/stock-takes.ts'
import { ApiError } from '#web/kit/api/api-error.ts'
import { writeStored } from '#web/kit/api/browser-storage.ts'
import {
  countQueue,
  dropRefused,
  type PendingCount,
  queueCount,
  retryRefused,
  sendCounts,
  withPending,
} from './count-queue.ts'

const MILK = { productId: 1001, name: 'Milk', unit: 'kpl', codeType: 'standard' } as const
const count = (quantity: number, mode: 'add' | 'set' = 'add') => queueCount({ ...MILK, takeId: 7, mode, quantity })

/** A server that counts each key once, and a network that may lose its responses. */
function shop(lose: (call: number) => boolean = () => false, refuse: (call: number) => boolean = () => false) {
  const keys = new Map<string, number>()
  let calls = 0
  const counted = () => [...keys.values()].reduce((sum, some) => sum + some, 0)
  const send = ({ key, quantity }: PendingCount): Promise<StockTakeLine> => {
    calls++
    if (refuse(calls)) return Promise.reject(new ApiError({ status: 409, code: 'stockTake.closed' }))
    keys.set(key, quantity)
    if (lose(calls)) return Promise.reject(new ApiError({ status: 0, code: 'network' }))
    const line = { product_id: 1001, name: 'Milk', unit: 'kpl', expected: 0, variance: 0, value: 0, counted_at: null }
    return Promise.resolve({ ...line, counted: counted() })
  }
  return { send, counted }
}
const noListener = () => undefined

beforeEach(() => countQueue.erase())

test('every count is recorded once, even if responses are lost repeatedly', async () => {
  const { send, counted } = shop(call => call % 2 === 1)
  for (const some of [1, 12, 1]) count(some)
  const outcomes = [
    await sendCounts(noListener, send),
    await sendCounts(noListener, send),
    await sendCounts(noListener, send),
  ]
  expect(outcomes).toEqual(['waits', 'waits', 'waits'])
  expect(await sendCounts(noListener, send)).toBe('empty')
  expect([counted(), countQueue.get()]).toEqual([14, []])
})

test('a count added during a request is sent too, and concurrent calls send nothing twice', async () => {
  const { send, counted } = shop()
  count(1)
  const first = sendCounts(() => {
    if (counted() === 1) count(2)
  }, send)
  expect(await sendCounts(noListener, send)).toBeUndefined()
  expect(await first).toBe('empty')
  expect(counted()).toBe(3)
})

test('a refused count stays until it is retried or dropped, and blocks no other', async () => {
  const { send, counted } = shop(undefined, call => call === 1)
  count(5)
  count(1)
  expect(await sendCounts(noListener, send)).toBe('empty')
  expect(countQueue.get()).toMatchObject([{ quantity: 5, isRefused: true }])
  retryRefused(7)
  expect(await sendCounts(noListener, send)).toBe('empty')
  expect([counted(), countQueue.get()]).toEqual([6, []])
  count(3)
  await sendCounts(noListener, shop(undefined, () => true).send)
  dropRefused(8)
  expect(countQueue.get()).toHaveLength(1)
  dropRefused(7)
  expect(countQueue.get()).toEqual([])
})

test('pending counts are shown on top of the server’s count', () => {
  const add = (quantity: number) => ({ mode: 'add', quantity }) as const
  expect(withPending(null, [])).toBeNull()
  expect(withPending(null, [add(1)])).toBe(1)
  expect(withPending(0.1, [add(0.2)])).toBe(0.3)
  expect(withPending(9, [add(1), { mode: 'set', quantity: 4 }, add(-1)])).toBe(3)
})

test('an unreadable stored count is skipped, and the others are kept', () => {
  count(3)
  const [sound] = countQueue.get()
  writeStored('stock-take-counts', JSON.stringify([{ ...sound, quantity: 'x' }, sound]))
  expect(countQueue.get()).toEqual([sound])
})
