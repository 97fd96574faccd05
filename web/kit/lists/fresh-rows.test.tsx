import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { act } from 'react'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import type { Topic } from '#contract/topics.ts'
import { renderPart } from '#web/render-part.tsx'
import { useFreshRows } from './use-fresh-rows.ts'

type Good = { id: number }
const list = endpoint({
  method: 'GET',
  path: 'goods',
  description: 'Goods.',
  access: 'admin',
  reads: ['products'],
  answer: z.object({ items: z.array(z.object({ id: z.int() })), total: z.int() }),
  errors: [],
})
const source = { endpoint: list, isLive: true as const, getId: ({ id }: Good) => id, getName: () => '' }
const SHOWN = { items: [{ id: 1 }], total: 1 }

function List() {
  const { waiting } = useFreshRows<Good>({ source, input: {}, page: 1 }, SHOWN)
  return <p>{waiting} new</p>
}

/** A list of one row before a server that has two. `isRefused`: it opens no stream. */
async function openList({ isRefused = false } = {}) {
  vi.useFakeTimers()
  const polls: string[] = []
  let events: ReadableStreamDefaultController<Uint8Array> | undefined
  const asStream = () =>
    isRefused
      ? Response.json({ code: 'rate.limited', message: '' }, { status: 429 })
      : new Response(new ReadableStream({ start: controller => void (events = controller) }))
  vi.stubGlobal('fetch', async (url: string) => {
    if (url.startsWith('/api/admin/changes')) return asStream()
    polls.push(url)
    return Response.json({ items: [{ id: 2 }, { id: 1 }], total: 2 })
  })
  const request = async (_name: string, _options: object, work: () => Promise<void>) => work()
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  onTestFinished(async () => {
    cleanup()
    await after(10_000)
    vi.useRealTimers()
    vi.unstubAllGlobals()
    Reflect.deleteProperty(navigator, 'locks')
  })
  renderPart(
    <QueryClientProvider client={new QueryClient()}>
      <List />
    </QueryClientProvider>,
  )
  await after(0)
  const send = (text: string) => events?.enqueue(new TextEncoder().encode(text))
  return {
    polls,
    after,
    report: (...topics: Topic[]) => send(`data: ${JSON.stringify({ topics })}\n\n`),
    /** The server sends nothing for this long. */
    async beat(ms: number) {
      for (let left = ms; left > 0; left -= 15_000) {
        send(':\n\n')
        await after(15_000)
      }
    },
  }
}

test('without a stream a live list polls every 20 seconds', async () => {
  const { polls, after } = await openList({ isRefused: true })
  await after(61_000)
  expect(polls).toHaveLength(3)
  expect(screen.getByText('1 new')).toBeDefined()
})

test('with a stream it reads again what changed before, then a second after each change, and rarely otherwise', async () => {
  const { polls, after, beat, report } = await openList()
  await after(1_100)
  expect(polls).toHaveLength(1)
  await beat(60_000)
  report('visits', 'adminOrders')
  await beat(15_000)
  expect(polls).toHaveLength(1)

  report('visits', 'products')
  await after(1_100)
  expect(polls).toHaveLength(2)
  await beat(165_000)
  expect(polls).toHaveLength(2)
  await beat(45_000)
  expect(polls).toHaveLength(3)
})

test('many changes make it read every ten seconds at most', async () => {
  const { polls, after, report } = await openList()
  for (let second = 0; second < 30; second++) {
    report('products')
    await after(1_000)
  }
  expect(polls.length).toBeGreaterThanOrEqual(2)
  expect(polls.length).toBeLessThanOrEqual(4)
})

test('a stream that falls silent is replaced, and the list polls as without one', async () => {
  const { polls, after } = await openList()
  await after(1_100)
  expect(polls).toHaveLength(1)
  await after(44_000)
  expect(polls).toHaveLength(1)
  await after(60_000)
  expect(polls.length).toBeGreaterThanOrEqual(2)
})

test('a hidden window reads nothing, and reads again at once when it is visible', async () => {
  const { polls, after, report } = await openList()
  await after(1_100)
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  onTestFinished(() => visibility.mockRestore())
  document.dispatchEvent(new Event('visibilitychange'))
  report('products')
  await after(120_000)
  expect(polls).toHaveLength(1)

  visibility.mockReturnValue('visible')
  document.dispatchEvent(new Event('visibilitychange'))
  await after(10)
  expect(polls).toHaveLength(2)
})
