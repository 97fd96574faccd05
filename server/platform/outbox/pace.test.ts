import { expect, test } from 'vitest'
import { createPace } from './channel-worker.ts'

/** Keeps the processor busy, as many concurrent requests do. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

test('pace limits the number of calls per second', async () => {
  const next = createPace(200)
  const started = performance.now()
  await Promise.all(Array.from({ length: 60 }, () => next()))
  expect(performance.now() - started).toBeGreaterThan(59 * 5 - 10)
})

test('pace slows down while the process is busy', async () => {
  const next = createPace(200)
  let passed = 0
  const end = AbortSignal.timeout(600)
  const passing = (async () => {
    for (; !end.aborted; passed++) await next()
  })()
  const blocking = setInterval(() => block(60), 70)
  await passing
  clearInterval(blocking)
  // 120 would pass undisturbed.
  expect(passed).toBeLessThan(30)
})
