import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { migrate } from './migrate.ts'
import { readOnlineStatements } from './online-migration.ts'

const BACKFILL = `UPDATE shelf SET label = 'no. ' || id WHERE id IN (SELECT id FROM shelf WHERE label IS NULL LIMIT 1000);`
const INDEX = `DROP INDEX CONCURRENTLY IF EXISTS shelf_by_label;\nCREATE UNIQUE INDEX CONCURRENTLY shelf_by_label ON shelf (label);`

let next: string
let database: DatabaseHandle

beforeEach(async () => {
  next = await mkdtemp('/tmp/puoti-migrations-')
  await write('901-shelf', 'CREATE TABLE shelf (id integer PRIMARY KEY, label text)')
  database = await testDatabase()
  await migrate(database.pool, { next })
  await database.pool.query('INSERT INTO shelf SELECT generate_series(1, 2500)')
})

afterEach(async () => {
  await database.close()
  await rm(next, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(next, `${name}.sql`), text)
const getCount = async (what: string) =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::integer AS count FROM ${what}`)).rows[0]?.count
const validIndexes = () =>
  getCount(`pg_index JOIN pg_class ON pg_class.oid = indexrelid WHERE relname = 'shelf_by_label' AND indisvalid`)

test('an online migration fills in batches, validates and builds an index, statement by statement', async () => {
  await write('902-rule', 'ALTER TABLE shelf ADD CONSTRAINT labelled CHECK (label IS NOT NULL) NOT VALID')
  await write(
    '903-fill.online',
    `-- All of them.\n${BACKFILL}\nALTER TABLE shelf VALIDATE CONSTRAINT labelled;\n${INDEX}\n`,
  )
  expect(await migrate(database.pool, { next })).toEqual(['902-rule', '903-fill.online'])
  expect(await getCount(`shelf WHERE label = 'no. ' || id`)).toBe(2500)
  expect(await getCount(`pg_constraint WHERE conname = 'labelled' AND convalidated`)).toBe(1)
  expect(await validIndexes()).toBe(1)
  expect(await migrate(database.pool, { next })).toEqual([])
})

test('an online migration may wait until the shop is open only if none follows it', async () => {
  await write('902-fill.online', BACKFILL)
  expect(await migrate(database.pool, { next, leavesOnline: true })).toEqual([])
  await write('903-more', 'ALTER TABLE shelf ADD COLUMN more text')
  await write('904-index.online', INDEX)
  expect(await migrate(database.pool, { next, leavesOnline: true })).toEqual(['902-fill.online', '903-more'])
  expect(await migrate(database.pool, { next })).toEqual(['904-index.online'])
})

test('a new database gets online migrations at once', async () => {
  await write('902-fill.online', BACKFILL)
  const fresh = await emptyDatabase()
  expect(await migrate(fresh.pool, { next, leavesOnline: true })).toEqual(
    expect.arrayContaining(['000-schema-0.1.0', '901-shelf', '902-fill.online']),
  )
  await fresh.close()
})

test('instances that start together run an online migration once', async () => {
  await write('902-all.online', `${BACKFILL}\n${INDEX}`)
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.pool, { next })))
  expect(applied.flat()).toEqual(['902-all.online'])
  expect(await validIndexes()).toBe(1)
})

test.runIf(onlyInFullTier('it fills a table for several batches'))(
  'a failed online migration is named, keeps its progress, and continues the next time',
  async () => {
    await write('902-all.online', `${BACKFILL}\n${INDEX}`)
    await database.pool.query(`INSERT INTO shelf VALUES (0, 'no. 7')`)
    await expect(migrate(database.pool, { next })).rejects.toThrow(/902-all.online failed: .*shelf_by_label/)
    expect(await getCount('shelf WHERE label IS NULL')).toBe(0)
    expect(await validIndexes()).toBe(0)
    await database.pool.query('DELETE FROM shelf WHERE id = 0')
    expect(await migrate(database.pool, { next })).toEqual(['902-all.online'])
    expect(await validIndexes()).toBe(1)
  },
)

test.runIf(onlyInFullTier('it waits for the time limit of a row lock'))(
  'a batch gives way to a row lock and is retried',
  async () => {
    await write('902-fill.online', BACKFILL)
    const shopper = await database.pool.connect()
    await shopper.query('BEGIN; UPDATE shelf SET id = id WHERE id = 5')
    const migrated = migrate(database.pool, { next })
    setTimeout(() => void shopper.query('COMMIT').then(() => shopper.release()), 2_500)
    expect(await migrated).toEqual(['902-fill.online'])
    expect(await getCount('shelf WHERE label IS NULL')).toBe(0)
  },
)

describe('an online migration', () => {
  test.each([
    ['locks a table', 'ALTER TABLE shelf ADD COLUMN more text'],
    ['locks a table while an index is built', 'CREATE INDEX shelf_by_label ON shelf (label)'],
    ['changes all rows in one transaction', 'UPDATE shelf SET label = 0'],
    ['changes too many rows in one transaction', 'DELETE FROM shelf WHERE id IN (SELECT id FROM shelf LIMIT 10001)'],
    ['drops an index for good', 'DROP INDEX shelf_by_label'],
    ['cannot be run again', 'CREATE INDEX CONCURRENTLY shelf_by_label ON shelf (label)'],
  ])('is refused if it %s', (_, text) => {
    expect(() => readOnlineStatements(`${INDEX}\n${text};`)).toThrow(/beside the shop|DROP INDEX CONCURRENTLY/)
  })
})
