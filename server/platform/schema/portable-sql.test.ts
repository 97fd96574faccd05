import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readOnlineStatements } from './online-migration.ts'

// docs/operator/standby.md relies on this for engines and poolers: the shop requires of a database only what all of them have.

const SERVER = join(import.meta.dirname, '../..')

type Source = { file: string; text: string }
type Avoided = { name: string; pattern: RegExp; reason: string; except?: Record<string, string> }

/** Comments mention what is avoided, too. */
const withoutComments = (file: string, text: string): string =>
  file.endsWith('.sql')
    ? text.replaceAll(/--.*$/gm, '')
    : text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1')

const sourcesIn = (directory: string, isWanted: (file: string) => boolean): Source[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(isWanted)
    .toSorted()
    .map(name => {
      const path = join(directory, name)
      return { file: relative(SERVER, path), text: withoutComments(name, readFileSync(path, 'utf8')) }
    })

const sqlIn = (directory: string): Source[] =>
  sourcesIn(join(import.meta.dirname, directory), file => file.endsWith('.sql'))
const migrations = sqlIn('migrations')
const code = sourcesIn(SERVER, file => file.endsWith('.ts') && !file.endsWith('.test.ts'))
const everything = [...code, ...migrations, ...sqlIn('0.1.0')]

/** The files that use it, except for the exceptions; and exceptions that are no longer needed. */
function foundIn(sources: Source[], { pattern, except = {} }: Avoided): string[] {
  const files = sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file)
  const needless = Object.keys(except).filter(file => !files.includes(file))
  return [...files.filter(file => !(file in except)), ...needless.map(file => `${file} needs no exception`)]
}

const AVOIDED: Avoided[] = [
  {
    name: 'locks of a session',
    pattern: /pg_(?:try_)?advisory_(?!xact)/i,
    reason: 'poolers in transaction mode lose them, and several engines have none: leases are rows here',
  },
  {
    name: 'advisory locks of a transaction',
    pattern: /pg_(?:try_)?advisory_xact/i,
    reason: 'CockroachDB ignores them',
  },
  {
    name: 'LISTEN and NOTIFY',
    pattern: /pg_notify\(|\b(?:UN)?LISTEN\s+[a-z"]|\bNOTIFY\s+[a-z"]|['"`](?:un)?listen\s|useListenNotify: true/,
    reason: 'neither poolers nor distributed engines forward them: the shop polls versions in rows instead',
  },
  {
    name: 'temporary tables',
    pattern: /\btemp(?:orary)?\s+table/i,
    reason: 'they belong to a session',
    except: { 'platform/db/storage.ts': 'lives in one transaction; on an engine without them the probe always fails' },
  },
  { name: 'unlogged tables', pattern: /\bunlogged\b/i, reason: 'a standby has none of their rows' },
  {
    name: 'settings of a session',
    pattern: /\bset\s+session\b|set_config\([^)]*,\s*false\)/i,
    reason: 'a pooler gives the connection to another client',
  },
  {
    name: 'cursors that outlive a statement',
    pattern: /\bdeclare\s+\w+\s+(?:\w+\s+)*cursor\b/i,
    reason: 'poolers and engines differ',
  },
  {
    name: 'triggers and rules',
    pattern: /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(?:trigger|rule)\b/i,
    reason: 'what must hold is a check, a reference or a unique index, which all engines keep',
  },
  { name: 'constraints that wait for the commit', pattern: /\bdeferrable\b/i, reason: 'CockroachDB has none' },
  { name: 'exclusion constraints', pattern: /\bexclude\s+using\b/i, reason: 'CockroachDB has none' },
  {
    name: 'partitions',
    pattern: /\bpartition\s+by\s+(?:range|list|hash)\b/i,
    reason: 'engines declare them otherwise',
  },
  { name: 'extensions', pattern: /\bcreate\s+extension\b/i, reason: 'a managed database may not have it' },
  {
    name: 'numbers without gaps',
    pattern: /\bmax\(\s*(?:\w+\.)?(?:id|number|no)\s*\)\s*\+\s*1|\block\s+table\b/i,
    reason: 'everyone would wait for one row: ids may have gaps, and so may the numbers on receipts',
  },
  {
    name: 'transactions without retries',
    pattern: /\.transaction\(\)|['"`]BEGIN\b/i,
    reason: 'db/transaction.ts retries on 40001 and 40P01, which a distributed engine may return at any time',
    except: {
      'platform/db/transaction.ts': 'it is the one that retries',
      'platform/schema/migrate.ts': 'it retries by itself',
      'modules/operations/backup/create-backup.ts': 'a read-only snapshot; a failed backup is taken again',
      'modules/operations/backup/restore-backup.ts': 'the only client of an empty database',
    },
  },
]

describe('the server', () => {
  test.each(AVOIDED)('avoids $name: $reason', avoided => {
    expect(foundIn(everything, avoided)).toEqual([])
  })

  test('changes no table twice in one statement, which CockroachDB refuses and PostgreSQL half applies', () => {
    const twice = code.flatMap(({ file, text }) =>
      [...text.matchAll(/sql(?:<[^`]*>)?`((?:[^`$]|\$\{[^}]*\}|\$)*)`/g)]
        .map(([, statement = '']) => changedTables(statement))
        .filter(tables => new Set(tables).size < tables.length)
        .map(tables => `${file}: ${tables.join(', ')}`),
    )
    expect(twice).toEqual([])
  })
})

const changedTables = (statement: string): string[] =>
  [...statement.matchAll(/\b(?:UPDATE|INSERT INTO|DELETE FROM)\s+([a-z_.]+)/g)].map(([, table = '']) => table)

/**
 * For migrations: servers of the previous version run on the new schema until they are restarted, so a release only adds. What is
 * dropped has been unused for a release.
 */
const UNSAFE: Avoided[] = [
  {
    name: 'remove what the previous version uses',
    pattern: /\bdrop\s+(?:table|column|view|function|type)\b|\brename\b/i,
    reason: 'its servers would fail',
  },
  {
    name: 'require what the previous version does not write',
    pattern: /\bset\s+not\s+null\b|\badd\s+column\s+\w+\s+(?![^,;]*\b(?:default|generated)\b)[^,;]*\bnot\s+null\b/i,
    reason: 'its servers leave the column out',
  },
  {
    name: 'give a column another type',
    pattern: /\balter\s+column\s+\w+\s+(?:set\s+data\s+)?type\b/i,
    reason: 'the table is rewritten under a lock, and prepared statements break',
  },
  {
    name: 'change rows of a table that they also change, or that the shop writes to',
    pattern: /^(?:update|delete|insert)\b/im,
    reason: 'it holds locks until the end, and engines without transactional DDL would do half of it',
  },
  {
    name: 'drop an index or a rule of a table',
    pattern: /\bdrop\s+(?:index|constraint)\b/i,
    reason: 'the previous version may rely on it: a check may only become wider, and an index needs a successor',
  },
]

const OVER_ALL_ROWS =
  /\bcreate\s+(?:unique\s+)?index\s+\w+\s+on\s+(\w+)|\balter\s+table\s+(\w+)[^;]*\badd\s+constraint\b(?![^;]*\bnot\s+valid\b)/gi

/** The tables that can't be written to while all their rows are read. */
function findBlocked({ text }: Source): string[] {
  const made = new Set([...text.matchAll(/\bcreate\s+table\s+(\w+)/gi)].map(([, table = '']) => table))
  return [...text.matchAll(OVER_ALL_ROWS)]
    .map(([, indexed, ruled]) => indexed ?? ruled ?? '')
    .filter(table => !made.has(table))
}

const [online, inOneTransaction] = [true, false].map(isOnline =>
  migrations.filter(({ file }) => file.endsWith('.online.sql') === isOnline),
) as [Source[], Source[]]

describe('migrations', () => {
  test.each(UNSAFE)('do not $name: $reason', unsafe => {
    expect(foundIn(inOneTransaction, unsafe)).toEqual([])
  })

  test('do not read all rows of a table that the shop writes to, unless they are online', () => {
    expect(inOneTransaction.filter(source => findBlocked(source).length > 0).map(({ file }) => file)).toEqual([])
  })

  test('consist of valid statements if they run beside the shop', () => {
    for (const { text } of online) expect(readOnlineStatements(text)).not.toEqual([])
  })

  test('wait for a table for at most two seconds, since everyone behind them waits too', () => {
    const lock = code.find(({ file }) => file === 'platform/schema/migrate.ts')
    expect(lock?.text).toMatch(/WAIT_FOR_A_TABLE = '2s'/)
    expect(
      migrations.filter(({ text }) => /lock_timeout|statement_timeout/i.test(text)).map(({ file }) => file),
    ).toEqual([])
  })
})

test('the patterns find what they look for in the samples', () => {
  const samples: [name: string, text: string][] = [
    ['locks of a session', 'select pg_advisory_lock(1)'],
    ['advisory locks of a transaction', 'select pg_try_advisory_xact_lock(1)'],
    ['LISTEN and NOTIFY', "client.query('listen orders')"],
    ['temporary tables', 'CREATE TEMP TABLE x (id int)'],
    ['triggers and rules', 'CREATE OR REPLACE TRIGGER x'],
    ['constraints that wait for the commit', 'REFERENCES y DEFERRABLE'],
    ['numbers without gaps', 'SELECT max(receipt.number) + 1'],
    ['transactions without retries', 'context.db.transaction().execute(work)'],
    ['remove what the previous version uses', 'ALTER TABLE a DROP COLUMN b'],
    ['require what the previous version does not write', 'ALTER TABLE a ADD COLUMN b text NOT NULL'],
    ['give a column another type', 'ALTER TABLE a ALTER COLUMN b TYPE bigint'],
  ]
  const patterns = new Map([...AVOIDED, ...UNSAFE].map(({ name, pattern }) => [name, pattern]))
  for (const [name, text] of samples) expect([name, patterns.get(name)?.test(text)]).toEqual([name, true])
  expect(
    patterns.get('require what the previous version does not write')?.test('ADD COLUMN b int NOT NULL DEFAULT 1'),
  ).toBe(false)
  const later =
    'CREATE TABLE a (b int); CREATE INDEX i ON a (b); CREATE INDEX j ON c (b); ALTER TABLE d ADD CONSTRAINT e CHECK (f);'
  expect(findBlocked({ file: '', text: `${later} ALTER TABLE g ADD CONSTRAINT e CHECK (f) NOT VALID` })).toEqual([
    'c',
    'd',
  ])
  expect(changedTables('WITH a AS (UPDATE x SET y) INSERT INTO x')).toEqual(['x', 'x'])
})
