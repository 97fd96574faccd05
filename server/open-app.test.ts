import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import { openApp, startInOrder } from './app.ts'
import { ConfigError } from './config/config-values.ts'
import { readConfig } from './config/config.ts'

afterEach(() => vi.useRealTimers())

test('a start that fails half way leaves no timer running', async () => {
  const database = await testDatabase()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  // The clock and the job queue have been started by the time the credentials are read.
  const config = readConfig({
    NODE_ENV: 'test',
    PUOTI_DEMO: 'off',
    PUOTI_LOG_LEVEL: 'silent',
    PUOTI_FCM_CREDENTIALS: '/no/such/credentials.json',
  })
  await expect(openApp({ config, database })).rejects.toThrow(ConfigError)
  expect(vi.getTimerCount()).toBe(0)
  await database.close()
})

test('recovery of every module ends before the outbox sends and before any periodic job starts', async () => {
  const order: string[] = []
  const job = (name: string) => () => {
    order.push(name)
    return { stop: () => undefined }
  }
  const modules = ['first', 'second'].map(name => ({
    recovery: [job(`${name} recovers`)],
    jobs: [job(`${name} runs`)],
  }))
  await startInOrder(modules, {
    start: async start => start(undefined as never, undefined as never),
    startOutbox: async () => void order.push('outbox sends'),
  })
  expect(order).toEqual(['first recovers', 'second recovers', 'outbox sends', 'first runs', 'second runs'])
})
