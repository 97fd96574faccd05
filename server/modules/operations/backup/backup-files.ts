import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { keptBackups } from '#domain/operations/kept-backups.ts'
import { BackupError } from './backup-format.ts'

const NAME = /^puoti-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/
/** Takes half as long as the default level, for a file that is hardly larger. */
const GZIP_LEVEL = 4

/** puoti-2026-11-22T013000Z.backup.gz */
export const backupName = (at: Date): string => `puoti-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`

const takenAt = (name: string): Date | undefined => {
  const [, day, hours, minutes, seconds] = NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/**
 * Writes the pieces into a file that only its owner may read, and returns its size in bytes. The file has another name until it
 * is complete and on the disk; an older file of this name is kept until then.
 */
export async function writeBackupFile(file: string, pieces: AsyncIterable<Buffer>): Promise<number> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.part`
  try {
    await pipeline(pieces, createGzip({ level: GZIP_LEVEL }), createWriteStream(draft, { mode: 0o600, flush: true }))
    await rename(draft, file)
    await syncDirectory(dirname(file))
    return (await stat(file)).size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** The backup's text. Throws BackupError when the file can't be read, or is truncated. */
export async function* readBackupFile(file: string): AsyncGenerator<Buffer> {
  const packed = createReadStream(file)
  const text = createGunzip()
  // Passes read errors of the file on to the reader of the text.
  packed.on('error', error => text.destroy(error))
  packed.pipe(text)
  try {
    yield* text as AsyncIterable<Buffer>
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The backup ${file} can't be read: ${why}`, { cause: error })
  } finally {
    packed.destroy()
  }
}

/** The name of the newest backup among those of a directory. */
export const newestBackup = (names: readonly string[]): string | undefined =>
  names
    .filter(name => NAME.test(name))
    .toSorted()
    .at(-1)

/** Removes backups that are no longer needed, and returns their names. Other files stay. */
export async function removeOldBackups(directory: string): Promise<string[]> {
  const backups = new Map<Date, string>()
  for (const name of await readdir(directory)) {
    const at = takenAt(name)
    if (at) backups.set(at, name)
  }
  const kept = keptBackups([...backups.keys()])
  const old = [...backups].filter(([at]) => !kept.has(at)).map(([, name]) => name)
  for (const name of old) await rm(join(directory, name))
  return old
}

const DAY_MS = 86_400_000

/** Removes the partial files of backups that were interrupted a day ago or more. */
export async function removeHalfDone(directory: string, now: Date): Promise<void> {
  const parts = (await readdir(directory)).filter(
    name => NAME.test(name.replace(/\.part$/, '')) && name.endsWith('.part'),
  )
  for (const name of parts) {
    const { mtimeMs } = await stat(join(directory, name))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(directory, name))
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, 'r')
  await directory.sync().finally(() => directory.close())
}
