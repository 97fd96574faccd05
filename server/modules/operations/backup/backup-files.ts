import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { HOUR_MS, DAY_MS } from '#domain/durations.ts'
import { selectRetainedBackups } from '#domain/operations/retained-backups.ts'

const BACKUP_NAME = /^puoti-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup\.gz$/
/** Takes half as long as the default level, for a file that is hardly larger. */
const GZIP_LEVEL = 4

/** puoti-2026-11-22T013000Z.backup.gz */
export const backupName = (at: Date): string => `puoti-${at.toISOString().slice(0, 19).replaceAll(':', '')}Z.backup.gz`

/** The encrypted copy beside a backup. */
export const encryptedName = (name: string): string => `${name}.age`

const parseBackupTime = (name: string): Date | undefined => {
  const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
  return day === undefined ? undefined : new Date(`${day}T${hours}:${minutes}:${seconds}Z`)
}

/** A backup is named before it is taken, and may wait for the database. */
const MAX_NAME_LEAD_MS = HOUR_MS

/** A warning, if the time in the name of a backup is not when it was taken: an older one may have been renamed. */
export function describeOtherTime(file: string, { taken_at }: Pick<BackupHeader, 'taken_at'>): string | undefined {
  const time = parseBackupTime(basename(file))
  if (!time || Math.abs(Date.parse(taken_at) - time.getTime()) <= MAX_NAME_LEAD_MS) return undefined
  return `WARNING: by its name this backup is of ${time.toISOString()}, but it was taken at ${taken_at}: the file was renamed. If you expected the later time, stop the restore (Ctrl-C) or discard its database, and find the right file.`
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
    const reason = error instanceof Error ? error.message : String(error)
    throw new BackupError(`The backup ${file} can't be read: ${reason}`, { cause: error })
  } finally {
    packed.destroy()
  }
}

/** The name of the newest backup among those of a directory. */
export const newestBackup = (names: readonly string[]): string | undefined =>
  names
    .filter(name => BACKUP_NAME.test(name))
    .toSorted()
    .at(-1)

/** Removes backups that are no longer needed, and returns their names. Other files stay. */
export async function removeOldBackups(directory: string): Promise<string[]> {
  const backups = new Map<Date, string>()
  for (const name of await readdir(directory)) {
    const at = parseBackupTime(name)
    if (at) backups.set(at, name)
  }
  const retained = selectRetainedBackups([...backups.keys()])
  const old = [...backups].filter(([at]) => !retained.has(at)).map(([, name]) => name)
  for (const name of old) {
    await rm(join(directory, name))
    await rm(join(directory, encryptedName(name)), { force: true })
  }
  return old
}

/** Removes the partial files of backups that were interrupted a day ago or more. */
export async function removeHalfDone(directory: string, now: Date): Promise<void> {
  const parts = (await readdir(directory)).filter(
    name => BACKUP_NAME.test(name.replace(/(?:\.age)?\.part$/, '')) && name.endsWith('.part'),
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

/**
 * A backup is a gzipped text: a line of JSON that describes it; for each table a line of JSON, its rows as PostgreSQL's COPY
 * writes them, `\.`, and a line of JSON with their number and hash; then a line of JSON with the rest, and one with the HMAC of
 * everything before. `zcat` displays it.
 */
export const BACKUP_FORMAT = 'puoti backup'
export const FORMAT_VERSION = 1
export const END_OF_ROWS = '\\.\n'

export const headerSchema = z.object({
  format: z.literal(BACKUP_FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** When the snapshot was taken, by the database's clock. ISO 8601, UTC. */
  taken_at: z.iso.datetime(),
  /** The last migration of the tables. */
  schema: z.string(),
  postgresql: z.string(),
  /** The name of the secret that signs the last line; undefined for a backup without a signature. */
  signed_with: z.string().optional(),
  tables: z.array(z.string()),
})
export const tableHeaderSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
export const tableFootSchema = z.object({ rows: z.number(), sha256: z.string() })
const sumsSchema = z.record(z.string(), z.string())
export const tailSchema = z.object({
  end: z.literal(true),
  /** The last value of the id sequence of each table. */
  sequences: z.record(z.string(), z.string()),
  sums: sumsSchema,
})

export type BackupHeader = z.output<typeof headerSchema>
export type TableHeader = z.output<typeof tableHeaderSchema>
export type TableFoot = z.output<typeof tableFootSchema>
export type BackupTail = z.output<typeof tailSchema>
/** Totals of the shop by name: numbers of rows, cents and thousandths as texts. */
export type BackupSums = z.output<typeof sumsSchema>

/** A backup that can't be taken, read or restored; the message is a sentence for the user of the program. */
export class BackupError extends Error {
  override name = 'BackupError'
}

const NEWLINE = 10
const END_BYTES = Buffer.from(END_OF_ROWS)
const END_AFTER_ROWS = Buffer.from(`\n${END_OF_ROWS}`)
const MAX_LINE_LENGTH = 64 * 1024 * 1024

/** Reads a backup's text from its beginning: lines of JSON, and between them the rows of tables as they come. */
export class BackupReader {
  readonly #pieces: AsyncIterator<Buffer>
  readonly #onRead: (bytes: Buffer) => void
  #rest: Buffer = Buffer.alloc(0)

  /** `onRead` gets every byte that was read, in order. */
  constructor(pieces: AsyncIterable<Buffer>, onRead: (bytes: Buffer) => void = () => undefined) {
    this.#pieces = pieces[Symbol.asyncIterator]()
    this.#onRead = onRead
  }

  /** The next line as JSON. Throws BackupError when it is not JSON, or when the file ends here. */
  async json(): Promise<unknown> {
    let end = this.#rest.indexOf(NEWLINE)
    while (end === -1 && this.#rest.length < MAX_LINE_LENGTH) {
      await this.#more()
      end = this.#rest.indexOf(NEWLINE)
    }
    const text = this.#readBytes(end).toString('utf8')
    this.#readBytes(1)
    try {
      return JSON.parse(text)
    } catch {
      throw new BackupError('This is no backup of Puoti, or it is damaged.')
    }
  }

  /** The rows up to their end marker, which is consumed too. */
  async *rows(): AsyncGenerator<Buffer> {
    while (this.#rest.length < END_BYTES.length) await this.#more()
    if (this.#rest.subarray(0, END_BYTES.length).equals(END_BYTES)) return void this.#readBytes(END_BYTES.length)
    for (;;) {
      const end = this.#rest.indexOf(END_AFTER_ROWS)
      if (end !== -1) {
        yield this.#readBytes(end + 1)
        return void this.#readBytes(END_BYTES.length)
      }
      // The end marker may be split over two pieces.
      const sure = this.#rest.length - END_AFTER_ROWS.length
      if (sure > 0) yield this.#readBytes(sure)
      await this.#more()
    }
  }

  /** Throws BackupError when something follows. */
  async end(): Promise<void> {
    const next = this.#rest.length > 0 ? { done: false } : await this.#pieces.next()
    if (!next.done) throw new BackupError('The backup goes on after its end: it is damaged.')
  }

  #readBytes(bytes: number): Buffer {
    const chunk = this.#rest.subarray(0, bytes)
    this.#rest = this.#rest.subarray(bytes)
    this.#onRead(chunk)
    return chunk
  }

  async #more(): Promise<void> {
    const next = await this.#pieces.next()
    if (next.done) throw new BackupError('The backup ends too early: it was not written to its end.')
    this.#rest = this.#rest.length === 0 ? next.value : Buffer.concat([this.#rest, next.value])
  }
}
