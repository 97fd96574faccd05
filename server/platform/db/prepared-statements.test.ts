import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import type { DatabaseHandle } from './connect.ts'
import { preparingPool } from './prepare-statements.ts'

let database: DatabaseHandle
let db: Db

beforeAll(async () => {
  database = await testDatabase()
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool: preparingPool(database.pool) }) })
})
afterAll(() => database.close())

const preparedOn = async (connection: Db) => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(connection)
  return rows.map(row => row.statement)
}

test('a statement with parameters is prepared once per connection, and one without is not', async () => {
  await db.connection().execute(async connection => {
    const before = await preparedOn(connection)
    for (const id of [1001, 1002, 1003]) {
      const language = connection.selectFrom('language').select('id').where('id', '=', id)
      expect(await language.executeTakeFirstOrThrow()).toEqual({ id })
    }
    await connection.selectFrom('language').select('id').execute()
    const made = (await preparedOn(connection)).filter(statement => !before.includes(statement))
    expect(made).toEqual(['select "id" from "language" where "id" = $1'])
  })
})

test('a statement as long as those of a payment is prepared, and one that is a list of values is not', async () => {
  await db.connection().execute(async connection => {
    const withLength = (length: number) =>
      sql<{ n: number }>`select ${1}::integer as n /* ${sql.raw('-'.repeat(length))} */`.execute(connection)
    const before = await preparedOn(connection)
    for (const length of [10_000, 100_000]) expect((await withLength(length)).rows).toEqual([{ n: 1 }])
    const made = (await preparedOn(connection)).filter(statement => !before.includes(statement))
    expect(made.map(statement => Math.round(statement.length / 1000))).toEqual([10])
  })
})

test('an unlimited number of statements is prepared up to a limit, and works beyond it', async () => {
  await db.connection().execute(async connection => {
    for (let number = 0; number < 250; number++) {
      const { rows } = await sql`select ${1}::integer as ${sql.ref(`n${number}`)}`.execute(connection)
      expect(rows).toEqual([{ [`n${number}`]: 1 }])
    }
    expect((await preparedOn(connection)).length).toBeLessThanOrEqual(200)
  })
})

test('a failed statement leaves its connection and its prepared name usable', async () => {
  await db.connection().execute(async connection => {
    const divide = (by: number) => sql<{ n: number }>`select 10 / ${by}::integer as n`.execute(connection)
    await expect(divide(0)).rejects.toThrow('division by zero')
    expect((await divide(5)).rows).toEqual([{ n: 2 }])
    await expect(sql`select ${1}::integer from nowhere`.execute(connection)).rejects.toThrow('does not exist')
    expect((await divide(2)).rows).toEqual([{ n: 5 }])
  })
})

test('transactions roll back and connections return to the pool', async () => {
  const failing = db.transaction().execute(async trx => {
    await trx.insertInto('supplier').values({ name: 'A farm' }).execute()
    throw new Error('on second thought')
  })
  await expect(failing).rejects.toThrow('on second thought')
  expect(await db.selectFrom('supplier').selectAll().execute()).toEqual([])
  expect(database.pool.idleCount).toBe(database.pool.totalCount)
})
