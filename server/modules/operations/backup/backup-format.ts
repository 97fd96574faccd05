import { z } from 'zod'

/**
 * A backup is a gzipped text: a line of JSON that says what it is; for each table a line of JSON, its rows as PostgreSQL's
 * COPY writes them, `\.`, and a line of JSON with their number and hash; at the end a line of JSON with the rest.
 * `zcat` shows it to people.
 */
export const FORMAT = 'puoti backup'
export const FORMAT_VERSION = 1
export const END_OF_ROWS = '\\.\n'

export const headSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** When the snapshot was taken, by the database's clock. ISO 8601, UTC. */
  taken_at: z.iso.datetime(),
  /** The last migration that the tables have. */
  schema: z.string(),
  postgresql: z.string(),
  tables: z.array(z.string()),
})
export const tableHeadSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
export const tableFootSchema = z.object({ rows: z.number(), sha256: z.string() })
export const sumsSchema = z.record(z.string(), z.string())
export const tailSchema = z.object({
  end: z.literal(true),
  /** How far the numbers of each table's ids had come. */
  sequences: z.record(z.string(), z.string()),
  /** Mails and SMS that had not been sent, as the outbox keeps them: sealed. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown(), startAfter: z.string() })),
  sums: sumsSchema,
})

export type BackupHead = z.output<typeof headSchema>
export type TableHead = z.output<typeof tableHeadSchema>
export type TableFoot = z.output<typeof tableFootSchema>
export type BackupTail = z.output<typeof tailSchema>
/** What the shop comes to, by name: numbers of rows, cents and thousandths as texts. */
export type Sums = z.output<typeof sumsSchema>

/** A backup that can't be taken, read or restored; the message is a sentence for whoever wanted it. */
export class BackupError extends Error {
  override name = 'BackupError'
}
