import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Trx } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { connectTo, type DatabaseHandle } from './connect.ts'
import { isConnectionError } from './retry-while-database-is-down.ts'
import { inOneStatement, inTransaction } from './transaction.ts'

let database: DatabaseHandle

beforeAll(async () => {
  database = await testDatabase()
  await database.pool.query('create table account (id integer primary key, amount integer not null)')
})
beforeEach(() => database.pool.query('truncate account; insert into account values (1, 100), (2, 100)'))
afterAll(() => database.close())

const add = (transaction: Trx, id: number, amount: number) =>
  sql`update account set amount = amount + ${amount} where id = ${id}`.execute(transaction)

async function amounts(): Promise<number[]> {
  const { rows } = await database.pool.query<{ amount: number }>('select amount from account order by id')
  return rows.map(row => row.amount)
}

/** Resolves for all callers once `expected` have called. */
function getMeeting(expected: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let present = 0
  return () => {
    present++
    if (present >= expected) resolve()
    return promise
  }
}

test('the result of the work is returned and its changes are committed', async () => {
  const result = await inTransaction(database.kysely, async transaction => {
    await add(transaction, 1, 5)
    return 'done'
  })
  expect(result).toBe('done')
  expect(await amounts()).toEqual([105, 100])
})

test('an error in the work rolls all of it back and is not retried', async () => {
  let runs = 0
  const work = inTransaction(database.kysely, async transaction => {
    runs++
    await add(transaction, 1, 5)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(runs).toBe(1)
  expect(await amounts()).toEqual([100, 100])
})

test('two transactions that deadlock both succeed', async () => {
  const meet = getMeeting(2)
  let runs = 0
  const move = (from: number, to: number) =>
    inTransaction(database.kysely, async transaction => {
      runs++
      await add(transaction, from, -10)
      await meet()
      await add(transaction, to, 10)
    })
  await Promise.all([move(1, 2), move(2, 1)])
  expect(runs).toBeGreaterThan(2)
  expect(await amounts()).toEqual([100, 100])
})

test('without retries, one of two deadlocked transactions fails', async () => {
  const meet = getMeeting(2)
  const move = (from: number, to: number) => {
    const work = async (transaction: Trx) => {
      await add(transaction, from, -10)
      await meet()
      await add(transaction, to, 10)
    }
    return inTransaction(database.kysely, work, { retries: 0 })
  }
  const outcomes = await Promise.allSettled([move(1, 2), move(2, 1)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a serialization failure is retried', async () => {
  let runs = 0
  await inTransaction(database.kysely, async transaction => {
    runs++
    if (runs < 3) await sql`do $$ begin raise exception 'again' using errcode = '40001'; end $$`.execute(transaction)
    await add(transaction, 1, 1)
  })
  expect(runs).toBe(3)
  expect(await amounts()).toEqual([101, 100])
})

test('a single-statement transaction is retried after a deadlock, and not after another error', async () => {
  let runs = 0
  const failing = (code: string, times: number) =>
    inOneStatement(async () => {
      runs++
      const text = `do $$ begin if ${runs} <= ${times} then raise exception 'no' using errcode = '${code}'; end if; end $$`
      await database.pool.query(text)
    })
  await failing('40P01', 2)
  expect(runs).toBe(3)
  await expect(failing('23505', 9)).rejects.toThrow('no')
  expect(runs).toBe(4)
})

test('a connection lost after the first statement is not retried: the commit may have happened', async () => {
  let runs = 0
  const work = inTransaction(database.kysely, async transaction => {
    runs++
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction)
  })
  expect(isConnectionError(await work.catch((error: unknown) => error))).toBe(true)
  expect(runs).toBe(1)
})

test('a missing connection before the first statement is retried and then reported as one', async () => {
  const nowhere = connectTo({ host: '/nonexistent', database: 'none', user: 'none' }, () => undefined)
  const startMs = performance.now()
  const work = inTransaction(nowhere.kysely, transaction => add(transaction, 1, 1), { retries: 2 })
  expect(isConnectionError(await work.catch((error: unknown) => error))).toBe(true)
  expect(performance.now() - startMs).toBeGreaterThan(100)
  await nowhere.close()
})

test('a mistake in a statement is not a connection error', async () => {
  const mistake = await database.pool.query('select nothing').catch((error: unknown) => error)
  expect(isConnectionError(mistake)).toBe(false)
  expect(isConnectionError(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false)
})
