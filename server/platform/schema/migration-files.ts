import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '#server/platform/db/start-error.ts'

/** The whole schema of 0.1.0: a file per module, in the order in which tables may reference each other. */
const SCHEMA_DIRECTORY = join(import.meta.dirname, '0.1.0')
const MODULE_FILES = [
  'platform',
  'accounts',
  'stores',
  'catalogue',
  'stock',
  'orders',
  'payments',
  'preorders',
  'messaging',
  'administration',
  'operations',
]
/** Its name among the migrations, before the first of them. */
export const SCHEMA_NAME = '000-schema-0.1.0'
/** The changes since, which may be none. */
const MIGRATIONS_DIRECTORY = join(import.meta.dirname, 'migrations')

const FILE_NAME = /^\d{3}-[a-z0-9-]+(?:\.online)?\.sql$/
const ONLINE_SUFFIX = /\.online$/

/** `name`: that of its file, without the extension. An online one runs while the shop is open (online-migration.ts). */
export type MigrationFile = { name: string; text: string; isOnline: boolean }

/** The whole schema and the migrations since, in their order; then those of `next`, the directory of a later version. */
export async function readMigrationFiles(next?: string): Promise<MigrationFile[]> {
  const since = [MIGRATIONS_DIRECTORY, ...(next === undefined ? [] : [next])]
  return [await readSchema(), ...(await Promise.all(since.map(readDirectory))).flat()]
}

async function readSchema(): Promise<MigrationFile> {
  const texts = await Promise.all(MODULE_FILES.map(module => readFile(join(SCHEMA_DIRECTORY, `${module}.sql`), 'utf8')))
  return { name: SCHEMA_NAME, text: texts.join('\n'), isOnline: false }
}

async function readDirectory(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  const odd = names.find(name => !FILE_NAME.test(name))
  if (odd !== undefined) throw new Error(`${odd} is no name of a migration`)
  return Promise.all(
    names.map(async file => {
      const name = file.replace(/\.sql$/, '')
      return { name, text: await readFile(join(directory, file), 'utf8'), isOnline: ONLINE_SUFFIX.test(name) }
    }),
  )
}

/** Identifies what a file does: its statements, without comments and line breaks. */
export function hashStatements({ text }: MigrationFile): string {
  const statements = text
    .replaceAll(/^\s*--.*$/gmu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  return createHash('sha256').update(statements).digest('hex')
}

/** Those up to `until`, for data that an older version of the shop has kept. Throws when there is no such file. */
export function upTo(files: readonly MigrationFile[], until: string | undefined): MigrationFile[] {
  if (until === undefined) return [...files]
  if (files.some(({ name }) => name === until)) return files.filter(({ name }) => name <= until)
  throw new SetupError(
    `This version of the shop does not have the migration ${until} of the data that it should read. Use the version that wrote the data, or a newer one.`,
  )
}
