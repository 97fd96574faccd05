import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import { connectTo, type DatabaseHandle } from './connect.ts'
import { retryWhileDatabaseIsDown } from './retry-while-database-is-down.ts'

let database: DatabaseHandle
let away: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
  away = connectTo({ host: '127.0.0.1', port: 1 }, () => undefined)
})
afterAll(async () => {
  await away.close()
  await database.close()
})

test('a start continues when the database is back', async () => {
  let times = 0
  const work = () => (times++ < 2 ? away : database).pool.query<{ one: number }>('select 1 as one')
  expect((await retryWhileDatabaseIsDown(work)).rows).toEqual([{ one: 1 }])
  expect(times).toBe(3)
})

test('retries end after a time limit, and other errors are not retried', async () => {
  await expect(retryWhileDatabaseIsDown(() => away.pool.query('select 1'), 0)).rejects.toThrow(/ECONNREFUSED/)
  let times = 0
  const wrong = () => (times++, database.pool.query('select nothing from nowhere'))
  await expect(retryWhileDatabaseIsDown(wrong)).rejects.toThrow('nowhere')
  expect(times).toBe(1)
})
