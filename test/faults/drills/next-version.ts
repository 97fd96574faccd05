import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRunDirectory } from '#test/files/run-directory.ts'

const REPOSITORY = join(import.meta.dirname, '../../..')
const MIGRATIONS = 'server/platform/schema/migrations'
/** What a server needs of a checkout. */
const COPIED = ['contract', 'domain', 'server', 'test', 'scripts', 'package.json']

/** A possible release: a column and an index that are added, a value to fill in, and a column and an index that are removed. */
const RELEASE = {
  '901-weekday': `ALTER TABLE customer_order ADD COLUMN weekday integer, ADD COLUMN season text,
      ADD CONSTRAINT customer_order_weekday_check CHECK (weekday BETWEEN 1 AND 7) NOT VALID;`,
  '902-weekdays.online': `DROP INDEX CONCURRENTLY IF EXISTS order_weekday;
    CREATE INDEX CONCURRENTLY order_weekday ON customer_order (store_id, weekday);
    UPDATE customer_order SET weekday = extract(isodow FROM created_at) WHERE id IN (
      SELECT id FROM customer_order WHERE weekday IS NULL AND id % 10 = 0 ORDER BY id LIMIT 5000);
    ALTER TABLE customer_order VALIDATE CONSTRAINT customer_order_weekday_check;`,
  // No server uses the column.
  '903-no-season': 'ALTER TABLE customer_order DROP COLUMN season;',
  // Only a list of the back office uses it.
  '904-no-totals.online': 'DROP INDEX CONCURRENTLY IF EXISTS order_total;',
}

/** `migrations`: the directory of those that the checkout has and this version lacks. */
export type NextVersion = { repository: string; migrations: string; remove: () => void }

/** A copy of this checkout with the migrations of a next release, which servers can run. */
export function makeNextVersion(): NextVersion {
  const directory = makeRunDirectory('next')
  const [repository, migrations] = [join(directory, 'checkout'), join(directory, 'migrations')]
  for (const name of COPIED) cpSync(join(REPOSITORY, name), join(repository, name), { recursive: true })
  // Uses the installed dependencies.
  symlinkSync(join(REPOSITORY, 'node_modules'), join(repository, 'node_modules'))
  addNextMigrations(repository)
  mkdirSync(migrations)
  writeRelease(migrations)
  return { repository, migrations, remove: () => rmSync(directory, { recursive: true, force: true }) }
}

/** Makes a checkout that of the next version. */
export const addNextMigrations = (checkout: string): void => writeRelease(join(checkout, MIGRATIONS))

function writeRelease(directory: string): void {
  for (const [name, text] of Object.entries(RELEASE)) writeFileSync(join(directory, `${name}.sql`), text)
}
