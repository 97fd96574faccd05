import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { claimNightlyBackup } from './nightly-backup.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** Whether a server takes the night's backup at a moment in UTC: Finland is two hours ahead in winter. */
const isAccepted = (at: string, env: Record<string, string> = { PUOTI_BACKUP_DIR: '/tmp/none' }) =>
  claimNightlyBackup({ config: readConfig({ NODE_ENV: 'test', ...env }), db: database.kysely, now: () => new Date(at) })

test('exactly one of several servers takes the nightly backup once it is due', async () => {
  expect(await isAccepted('2026-11-22T01:29:00Z')).toBe(false)
  const servers = await Promise.all(Array.from({ length: 8 }, () => isAccepted('2026-11-22T01:30:00Z')))
  expect(servers.filter(Boolean)).toHaveLength(1)
  expect(await isAccepted('2026-11-22T12:00:00Z')).toBe(false)
  expect(await isAccepted('2026-11-22T23:00:00Z')).toBe(false)
  expect(await isAccepted('2026-11-23T01:30:00Z')).toBe(true)
})

test('a shop that was down during the night takes the backup when it is up again', async () => {
  expect(await isAccepted('2026-12-01T09:00:00Z')).toBe(true)
})

test('no nightly backup is taken when it is off, or when its directory is not configured or implied', async () => {
  expect(await isAccepted('2026-12-24T01:30:00Z', {})).toBe(false)
  expect(await isAccepted('2026-12-24T01:30:00Z', { PUOTI_BACKUP_DIR: '/tmp', PUOTI_BACKUP_TIME: 'off' })).toBe(false)
  const production = { NODE_ENV: 'production', PUOTI_PUBLIC_URL: 'https://puoti.example', PUOTI_SECRET: 'stored' }
  const url = { ...production, DATABASE_URL: 'postgres://puoti@localhost/puoti' }
  expect(await isAccepted('2026-12-24T01:30:00Z', url)).toBe(false)
  expect(await isAccepted('2026-12-24T01:30:00Z', production)).toBe(true)
})
