import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'

const FILE_NAME = /^\d{3}-[a-z0-9-]+(?:\.online)?\.sql$/
const ONLINE = /\.online$/

/** `name`: that of its file, without the ending. An online one runs beside the shop (online-migration.ts). */
export type MigrationFile = { name: string; text: string; isOnline: boolean }

/** The files of a directory, in their order; up to that name, for what an older version of the shop has kept. */
export async function readMigrationFiles(directory: string, until?: string): Promise<MigrationFile[]> {
  const names = (await readdir(directory)).filter(name => FILE_NAME.test(name)).toSorted()
  const files = await Promise.all(
    names.map(async file => {
      const name = file.replace(/\.sql$/, '')
      return { name, text: await readFile(join(directory, file), 'utf8'), isOnline: ONLINE.test(name) }
    }),
  )
  if (until === undefined) return files
  if (files.some(({ name }) => name === until)) return files.filter(({ name }) => name <= until)
  throw new DatabaseStartError(
    `This version of the shop does not know the migration ${until}: it is older than what it should read. Use the newer version.`,
  )
}

/** Neighbours that one transaction applies, and each online file by itself. */
export function stretchesOf(files: readonly MigrationFile[]): MigrationFile[][] {
  const stretches: MigrationFile[][] = []
  for (const file of files) {
    const last = stretches.at(-1)
    if (last && !file.isOnline && !last[0]?.isOnline) last.push(file)
    else stretches.push([file])
  }
  return stretches
}
