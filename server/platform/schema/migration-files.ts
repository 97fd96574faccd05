import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SetupError } from '#server/platform/db/start-error.ts'

/** The whole schema: a file per module, in the order in which tables may reference each other. */
const SCHEMA = join(import.meta.dirname, '0.1.0')
const MODULES = [
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
/** Migrations for databases and backups made before 0.1.0, and those since. */
const DIRECTORIES = ['before-0.1.0', 'migrations'].map(name => join(import.meta.dirname, name))
/** The last migration whose result the files of the whole schema already contain. */
const LAST_IN_SCHEMA = '062-check-references.online'

const FILE_NAME = /^\d{3}-[a-z0-9-]+(?:\.online)?\.sql$/
const ONLINE = /\.online$/

/** `name`: that of its file, without the extension. An online one runs while the shop is open (online-migration.ts). */
export type MigrationFile = { name: string; text: string; isOnline: boolean }

/** The migrations of the shop, or of one other directory, in their order. */
export async function readMigrationFiles(directory?: string): Promise<MigrationFile[]> {
  const files = await Promise.all((directory === undefined ? DIRECTORIES : [directory]).map(readDirectory))
  return files.flat()
}

async function readDirectory(directory: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter(name => name.endsWith('.sql')).toSorted()
  const odd = names.find(name => !FILE_NAME.test(name))
  if (odd !== undefined) throw new Error(`${odd} is no name of a migration`)
  return Promise.all(
    names.map(async file => {
      const name = file.replace(/\.sql$/, '')
      return { name, text: await readFile(join(directory, file), 'utf8'), isOnline: ONLINE.test(name) }
    }),
  )
}

/** The files of the whole schema. */
export const readSchemaFiles = (): Promise<MigrationFile[]> =>
  Promise.all(
    MODULES.map(async module => {
      const text = await readFile(join(SCHEMA, `${module}.sql`), 'utf8')
      return { name: `0.1.0/${module}`, text, isOnline: false }
    }),
  )

/** Those that the whole schema contains. */
export const inSchema = (files: readonly MigrationFile[]): MigrationFile[] =>
  files.filter(({ name }) => name <= LAST_IN_SCHEMA)

/** Whether data of this migration, or of the newest one, has all tables of the whole schema. */
export const isSinceSchema = (until: string | undefined): boolean => until === undefined || until >= LAST_IN_SCHEMA

/** Those up to `until`, for data that an older version of the shop has kept. Throws when there is no such file. */
export function upTo(files: readonly MigrationFile[], until: string | undefined): MigrationFile[] {
  if (until === undefined) return [...files]
  if (files.some(({ name }) => name === until)) return files.filter(({ name }) => name <= until)
  throw new SetupError(
    `This version of the shop does not know the migration ${until}: it is older than what it should read. Use the newer version.`,
  )
}
