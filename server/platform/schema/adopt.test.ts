import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createBackup } from '#server/modules/operations/backup/create-backup.ts'
import { restoreBackup } from '#server/modules/operations/backup/restore-backup.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { allRows, columnsOfTables, schemaCatalogue } from '#test/schema-catalogue.ts'
import { migrate } from './migrate.ts'
import { readSchemaFiles } from './migration-files.ts'

/** The last migration before the whole schema was written down. */
const LAST_BEFORE = '060-web-vitals-by-size'

let fresh: DatabaseHandle
let old: DatabaseHandle
let initial: Record<string, string[]>
let columns: Record<string, string[]>
beforeAll(async () => {
  fresh = await testDatabase()
  old = await emptyDatabase()
  await migrate(old.pool, { until: LAST_BEFORE })
  columns = await columnsOfTables(old.pool)
  initial = await allRows(old.pool, columns)
})
afterAll(async () => {
  await old.close()
  await fresh.close()
})

const fill = async ({ pool }: DatabaseHandle) =>
  pool.query(await readFile(join(import.meta.dirname, '../../../test/rows-of-060.sql'), 'utf8'))
const namesIn = async ({ pool }: DatabaseHandle) =>
  (await pool.query<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')).rows.map(({ name }) => name)

describe('a database from before 0.1.0', () => {
  let before: Record<string, string[]>
  const backup: Buffer[] = []
  beforeAll(async () => {
    await fill(old)
    before = await allRows(old.pool, columns)
    for await (const piece of createBackup(old.pool)) backup.push(piece)
    await migrate(old.pool)
  })

  test('gets the schema of a new one, to the last name', async () => {
    expect(await schemaCatalogue(old.pool)).toEqual(await schemaCatalogue(fresh.pool))
    expect(await namesIn(old)).toEqual(await namesIn(fresh))
  })

  test('keeps every row', async () => {
    expect(await allRows(old.pool, columns)).toEqual(before)
  })

  test('counts on with 64-bit ids', async () => {
    const order = `INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents)
      SELECT user_id, store_id, 'checkout', 290, 255 FROM customer_order LIMIT 1 RETURNING id`
    expect((await old.pool.query(order)).rows).toEqual([{ id: 1002 }])
    await old.pool.query('DELETE FROM customer_order WHERE id = 1002')
    await old.pool.query('ALTER TABLE customer_order ALTER COLUMN id RESTART WITH 5000000000')
    expect((await old.pool.query(order)).rows).toEqual([{ id: 5_000_000_000 }])
  })

  test('leaves backups that restore', async () => {
    const target = await emptyDatabase()
    const pieces = async function* () {
      yield* backup
    }
    const { head } = await restoreBackup(target.pool, pieces(), { now: new Date(), isMove: true })
    expect(head.schema).toBe(LAST_BEFORE)
    expect(await allRows(target.pool, columns)).toEqual(before)
    expect(await schemaCatalogue(target.pool)).toEqual(await schemaCatalogue(fresh.pool))
    await target.close()
  })
})

test('a new database has the rows that all migrations insert', async () => {
  expect(await allRows(fresh.pool, columns)).toEqual(initial)
})

test('an instance of an older version that fills the empty database first leaves the rest to this one', async () => {
  const database = await emptyDatabase()
  const [first, second] = await Promise.all([migrate(database.pool, { until: LAST_BEFORE }), migrate(database.pool)])
  await migrate(database.pool)
  expect([...first, ...second].length).toBeGreaterThan(0)
  expect(await schemaCatalogue(database.pool)).toEqual(await schemaCatalogue(fresh.pool))
  await database.close()
})

describe('in the whole schema', () => {
  test('each constraint has a name that begins with its table and ends with its kind', async () => {
    const { constraints } = await schemaCatalogue(fresh.pool)
    const ends: Record<string, string> = { p: '_pkey', f: '_fkey', u: '_key', c: '_check', n: '_not_null' }
    const odd = constraints.filter(line => {
      const [table = '', name = '', kind = ''] = line.split(' ')
      return !name.startsWith(`${table}_`) || !name.endsWith(ends[kind] ?? '?')
    })
    expect(odd).toEqual([])
  })

  test('each reference has the type of what it refers to', async () => {
    const { rows } = await fresh.pool.query(
      `SELECT conname FROM pg_constraint
        JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = conkey[1]
        JOIN pg_attribute other ON other.attrelid = confrelid AND other.attnum = confkey[1]
        WHERE contype = 'f' AND own.atttypid <> other.atttypid`,
    )
    expect(rows).toEqual([])
  })

  test('each table has a comment above it', async () => {
    const text = (await readSchemaFiles()).map(file => file.text).join('\n')
    expect(Array.from(text.matchAll(/^(?!--).*\nCREATE TABLE (\w+)/gm), ([, table]) => table)).toEqual([])
  })
})
