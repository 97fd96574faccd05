import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

/** Files that build SQL from text, and why no caller's input can be in it. */
const FROM_TEXT = {
  'platform/schema/migrate.ts': 'the files of the migrations',
  'platform/schema/online-migration.ts': 'the files of the migrations',
  'platform/db/sql-fragments.ts': 'columns that the code names',
  'modules/administration/dashboard/find-sales-figures.ts': 'periods that the code names',
  'modules/catalogue/admin-products/save-versions.ts': 'columns that the code names',
}

/** Files that use the driver directly instead of Kysely: input from outside reaches it only as parameters. */
const PAST_KYSELY =
  /^(?:platform\/(?:db|schema|outbox)|modules\/operations\/(?:backup|clean-up))\/|^modules\/messaging\/push\/close-unsent\.ts$/

const files = globSync('**/*.ts', { cwd: server }).filter(file => !file.endsWith('.test.ts'))
const filesWith = (pattern: RegExp) => files.filter(file => pattern.test(readFileSync(join(server, file), 'utf8')))

test('only the listed files build SQL from text, so that input everywhere else is a parameter', () => {
  expect(filesWith(/\bsql\.raw\(|\bCompiledQuery\.raw\(/).toSorted()).toEqual(Object.keys(FROM_TEXT).toSorted())
})

test('only the listed parts use the driver directly instead of Kysely, which makes parameters', () => {
  const past = filesWith(/\b(?:client|pool|connection)\.query\b/)
  expect(past).toContain('modules/operations/backup/create-backup.ts')
  expect(past.filter(file => !PAST_KYSELY.test(file))).toEqual([])
})
