import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openApp } from './app.ts'
import { ConfigError } from './config/config-error.ts'
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
