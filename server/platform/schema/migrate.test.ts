import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '#test/database.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import { isFullTier } from '#test/tier.ts'

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

test('the files run once, in order, and later ones are added', async () => {
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

test('a file that fails leaves nothing of this start behind, and its name and line are told', async () => {
  await write('003-wrong', 'insert into shelf values (3);\ninsert into shelves values (4)')
  await expect(migrate(database.pool, { directory })).rejects.toThrow(/003-wrong failed: .*shelves.*line 2/)
  await expect(shelves()).rejects.toThrow('does not exist')
  await rm(join(directory, '003-wrong.sql'))
  expect(await migrate(database.pool, { directory })).toHaveLength(2)
})

test('a database that a newer version made is refused, and nothing is changed', async () => {
  await write('003-newer', 'insert into shelf values (3)')
  await migrate(database.pool, { directory })
  await rm(join(directory, '003-newer.sql'))
  await expect(migrate(database.pool, { directory })).rejects.toThrow(
    /newer than this version.*003-newer.*ends at 002-label/,
  )
})

test.runIf(isFullTier)('a table that stays locked for a moment is waited for', async () => {
  await migrate(database.pool, { directory })
  await write('003-wide', 'alter table shelf add column wide boolean')
  const holder = await database.pool.connect()
  await holder.query('begin; select * from shelf')
  const migrated = migrate(database.pool, { directory })
  setTimeout(() => void holder.query('commit').then(() => holder.release()), 2_500)
  expect(await migrated).toEqual(['003-wide'])
})

test('every migration of the shop is applied to the databases of the tests', async () => {
  const migrated = await testDatabase()
  const files = await readMigrationFiles()
  const { rows } = await migrated.pool.query<{ name: string }>('select name from kysely_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  await migrated.close()
})
