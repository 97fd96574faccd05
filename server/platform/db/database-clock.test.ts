import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import type { DatabaseHandle } from './connect.ts'
import { openDatabaseClock } from './database-clock.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('the clock returns the database’s time, however wrong the clock of this machine is', async () => {
  const plain = Date.now
  const wrongByMs = 200_000
  Date.now = () => plain() + wrongByMs
  try {
    const clock = await openDatabaseClock(database.kysely)
    expect(Math.abs(clock.now().getTime() - plain())).toBeLessThan(1000)
    clock.stop()
  } finally {
    Date.now = plain
  }
})
