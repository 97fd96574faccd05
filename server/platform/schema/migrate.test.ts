import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import { isFullTier } from '#test/tier.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'

let directory: string
let database: DatabaseHandle

beforeEach(async () => {
  directory = await mkdtemp('/tmp/puoti-migrations-')
  await write(
    '001-shelf',
    'create table shelf (id integer primary key); insert into shelf values (1); insert into shelf values (2)',
  )
  await write('002-label', 'alter table shelf add column label text')
  database = await emptyDatabase()
})

afterEach(async () => {
  await database.close()
  await rm(directory, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(directory, `${name}.sql`), text)
const shelves = async () => (await database.pool.query('select * from shelf order by id')).rows

test('migrations run once and in order, and later ones are added', async () => {
  expect(await migrate(database.pool, { directory })).toEqual(['001-shelf', '002-label'])
  expect(await migrate(database.pool, { directory })).toEqual([])
  await write('003-more', 'insert into shelf values (3)')
  expect(await migrate(database.pool, { directory })).toEqual(['003-more'])
  expect(await shelves()).toEqual([1, 2, 3].map(id => ({ id, label: null })))
})

test('instances that start together migrate once', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool, { directory })))
  expect(applied.flat().toSorted()).toEqual(['001-shelf', '002-label'])
  expect(await shelves()).toHaveLength(2)
})

test('a failed file rolls back all of this start, and its name and line are reported', async () => {
  await write('003-wrong', 'insert into shelf values (3);\ninsert into shelves values (4)')
  await expect(migrate(database.pool, { directory })).rejects.toThrow(/003-wrong failed: .*shelves.*line 2/)
  await expect(shelves()).rejects.toThrow('does not exist')
  await rm(join(directory, '003-wrong.sql'))
  expect(await migrate(database.pool, { directory })).toHaveLength(2)
})

test('a database of a newer version is refused', async () => {
  await write('003-newer', 'insert into shelf values (3)')
  await migrate(database.pool, { directory })
  await rm(join(directory, '003-newer.sql'))
  await expect(migrate(database.pool, { directory })).rejects.toThrow(
    /newer than this version.*003-newer.*ends at 002-label/,
  )
})

test.runIf(isFullTier)('a migration waits for a table that stays locked for a moment', async () => {
  await migrate(database.pool, { directory })
  await write('003-wide', 'alter table shelf add column wide boolean')
  const holder = await database.pool.connect()
  await holder.query('begin; select * from shelf')
  const migrated = migrate(database.pool, { directory })
  setTimeout(() => void holder.query('commit').then(() => holder.release()), 2_500)
  expect(await migrated).toEqual(['003-wide'])
})

test('the test databases have every migration of the shop', async () => {
  const migrated = await testDatabase()
  const files = await readMigrationFiles()
  const { rows } = await migrated.pool.query<{ name: string }>('select name from kysely_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  await migrated.close()
})
