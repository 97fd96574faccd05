import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { schemaCatalogue } from '#test/database/schema-catalogue.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { migrate, missingMigrations } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import { prepareSchema } from './prepare-schema.ts'

let next: string
let database: DatabaseHandle

beforeEach(async () => {
  next = await mkdtemp('/tmp/puoti-migrations-')
  await write(
    '901-shelf',
    'create table shelf (id integer primary key); insert into shelf values (1); insert into shelf values (2)',
  )
  await write('902-label', 'alter table shelf add column label text')
  database = await testDatabase()
})

afterEach(async () => {
  await database.close()
  await rm(next, { recursive: true })
})

const write = (name: string, text: string) => writeFile(join(next, `${name}.sql`), text)
const shelves = async () => (await database.pool.query('select * from shelf order by id')).rows

test('migrations run once and in order, and later ones are added', async () => {
  expect(await migrate(database.pool, { next })).toEqual(['901-shelf', '902-label'])
  expect(await migrate(database.pool, { next })).toEqual([])
  await write('903-more', 'insert into shelf values (3)')
  expect(await migrate(database.pool, { next })).toEqual(['903-more'])
  expect(await shelves()).toEqual([1, 2, 3].map(id => ({ id, label: null })))
})

test('instances that start together migrate once', async () => {
  const applied = await Promise.all(Array.from({ length: 6 }, () => migrate(database.pool, { next })))
  expect(applied.flat().toSorted()).toEqual(['901-shelf', '902-label'])
  expect(await shelves()).toHaveLength(2)
})

test('a failed file rolls back all of this start, and its name and line are reported', async () => {
  await write('903-wrong', 'insert into shelf values (3);\ninsert into shelves values (4)')
  await expect(migrate(database.pool, { next })).rejects.toThrow(/903-wrong failed: .*shelves.*line 2/)
  await expect(shelves()).rejects.toThrow('does not exist')
  await rm(join(next, '903-wrong.sql'))
  expect(await migrate(database.pool, { next })).toHaveLength(2)
})

test('a database of a newer version is refused', async () => {
  await write('903-newer', 'insert into shelf values (3)')
  await migrate(database.pool, { next })
  await rm(join(next, '903-newer.sql'))
  await expect(migrate(database.pool, { next })).rejects.toThrow(
    /newer than this version.*903-newer.*ends at 902-label/,
  )
})

test.runIf(onlyInFullTier('it waits for the two seconds after which a migration tries again'))(
  'a migration waits for a table that stays locked for a moment',
  async () => {
    await migrate(database.pool, { next })
    await write('903-wide', 'alter table shelf add column wide boolean')
    const holder = await database.pool.connect()
    await holder.query('begin; select * from shelf')
    const migrated = migrate(database.pool, { next })
    setTimeout(() => void holder.query('commit').then(() => holder.release()), 2_500)
    expect(await migrated).toEqual(['903-wide'])
  },
)

test('a new database gets the whole schema first', async () => {
  const fresh = await emptyDatabase()
  const fileNames = (await readMigrationFiles()).map(({ name }) => name)
  expect(fileNames[0]).toBe('000-schema-0.1.0')
  expect(await migrate(fresh.pool, { next })).toEqual([...fileNames, '901-shelf', '902-label'])
  await fresh.close()
})

test('a database from before 0.1.0 is refused, and stays as it is', async () => {
  const old = await emptyDatabase()
  await old.pool.query(`
    CREATE TABLE kysely_migration (name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL);
    CREATE TABLE kysely_migration_lock (id varchar(255) PRIMARY KEY, is_locked integer NOT NULL DEFAULT 0);
    INSERT INTO kysely_migration VALUES ('001-people', '2026-11-19T10:00:00.000Z');
    CREATE TABLE app_user (id integer)`)
  const message =
    /^The database was made by a version before 0\.1\.0.*delete the data directory.*export the data.*import it/
  await expect(prepareSchema(old.pool, { leavesOnline: true })).rejects.toThrow(message)
  await expect(missingMigrations(old.kysely)).rejects.toThrow(message)
  const { rows } = await old.pool.query(`SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace
    AND relkind = 'r' ORDER BY relname`)
  expect(rows.map(({ relname }) => relname)).toEqual(['app_user', 'kysely_migration', 'kysely_migration_lock'])
  await old.close()
})

describe('a database that was made from other statements', () => {
  const BEFORE = /^The database was made by a version before 0\.1\.0/

  test.each([
    ['an earlier state of 0.1.0', `UPDATE schema_migration SET sha256 = repeat('0', 64)`],
    ['a state that stored no hashes', 'ALTER TABLE schema_migration DROP COLUMN sha256'],
  ])('is refused: %s', async (_, statement) => {
    await database.pool.query(statement)
    await expect(prepareSchema(database.pool, { leavesOnline: true })).rejects.toThrow(BEFORE)
    await expect(missingMigrations(database.kysely)).rejects.toThrow(BEFORE)
  })

  test('is refused when a migration was edited, but not for its comments and line breaks', async () => {
    await migrate(database.pool, { next })
    await write('902-label', '-- Of a shelf.\nalter table shelf\n  add column label text\n')
    expect(await migrate(database.pool, { next })).toEqual([])
    await write('902-label', 'alter table shelf add column label text not null')
    await expect(migrate(database.pool, { next })).rejects.toThrow(
      /^The migration 902-label was applied.*start the version/,
    )
  })
})

test('the test databases have every migration of the shop', async () => {
  const migrated = await testDatabase()
  const files = await readMigrationFiles()
  const { rows } = await migrated.pool.query<{ name: string }>('select name from schema_migration order by name')
  expect(rows.map(({ name }) => name)).toEqual(files.map(({ name }) => name))
  await migrated.close()
})

describe('in the whole schema', () => {
  test('each constraint has a name that begins with its table and ends with its kind', async () => {
    const { constraints } = await schemaCatalogue(database.pool)
    const ends: Record<string, string> = { p: '_pkey', f: '_fkey', u: '_key', c: '_check', n: '_not_null' }
    const odd = constraints.filter(line => {
      const [table = '', name = '', kind = ''] = line.split(' ')
      return !name.startsWith(`${table}_`) || !name.endsWith(ends[kind] ?? '?')
    })
    expect(odd).toEqual([])
  })

  test('each reference has the type of what it refers to', async () => {
    const { rows } = await database.pool.query(
      `SELECT conname FROM pg_constraint
        JOIN pg_attribute own ON own.attrelid = conrelid AND own.attnum = conkey[1]
        JOIN pg_attribute other ON other.attrelid = confrelid AND other.attnum = confkey[1]
        WHERE contype = 'f' AND own.atttypid <> other.atttypid`,
    )
    expect(rows).toEqual([])
  })

  test('each table has a comment above it', async () => {
    const text = (await readMigrationFiles()).map(file => file.text).join('\n')
    expect(Array.from(text.matchAll(/^(?!--).*\nCREATE TABLE (\w+)/gm), ([, table]) => table)).toEqual([])
  })
})
