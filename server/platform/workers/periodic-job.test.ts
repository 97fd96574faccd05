import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Context } from '#server/platform/context.ts'
import { listPeriodicJobs, startPeriodicJob } from './periodic-job.ts'

/** A log that records its messages by level. */
function captureLog() {
  const logged: [level: string, message: string][] = []
  const at =
    (level: string) =>
    (...args: unknown[]) =>
      void logged.push([level, String(args.at(-1))])
  return { logged, context: { log: { warn: at('warn'), error: at('error') } as unknown as Context['log'] } }
}

test('a periodic job runs one round at a time, again and again, until it is stopped', async () => {
  const { context } = captureLog()
  let atWork = 0
  let max = 0
  let rounds = 0
  const running = startPeriodicJob(context, {
    name: 'counting',
    everyMs: 2,
    work: async () => {
      max = Math.max(max, ++atWork)
      await sleep(10)
      atWork--
      rounds++
    },
  })
  await vi.waitUntil(() => rounds >= 3)
  running.stop()
  await vi.waitUntil(() => atWork === 0)
  const counted = rounds
  await sleep(30)
  expect([max, rounds]).toEqual([1, counted])
})

test('a failed round is logged, an unavailable database as a warning, and the next round retries', async () => {
  const { context, logged } = captureLog()
  const errors = [
    new Error('a bug'),
    Object.assign(new Error('away'), { code: 'ECONNREFUSED', syscall: 'connect', errno: -1 }),
  ]
  let isWell = false
  const running = startPeriodicJob(context, {
    name: 'trying',
    everyMs: 2,
    work: async () => {
      const error = errors.shift()
      if (error) throw error
      isWell = true
    },
  })
  await vi.waitUntil(() => isWell)
  running.stop()
  expect(logged).toEqual([
    ['error', 'trying: failed; will retry'],
    ['warn', 'trying: waiting for the database'],
  ])
})

test('the first round may run long before the second', async () => {
  let rounds = 0
  const work = async () => void rounds++
  const running = startPeriodicJob(captureLog().context, { name: 'soon', everyMs: 60_000, firstAfterMs: 1, work })
  await vi.waitUntil(() => rounds === 1)
  running.stop()
})

test('each job reports its period and the time since its last success, until it is stopped', async () => {
  const { context } = captureLog()
  let fails = true
  const work = async () => {
    if (fails) throw new Error('not yet')
  }
  const running = startPeriodicJob(context, { name: 'trying', everyMs: 5, work })
  await sleep(60)
  const [failing] = listPeriodicJobs(context)
  expect(failing).toMatchObject({ name: 'trying', periodSeconds: 0.005 })
  expect(failing?.sinceSuccessSeconds).toBeGreaterThan(0.05)
  fails = false
  await vi.waitUntil(() => (listPeriodicJobs(context)[0]?.sinceSuccessSeconds ?? 1) < 0.03)
  running.stop()
  expect(listPeriodicJobs(context)).toEqual([])
})
