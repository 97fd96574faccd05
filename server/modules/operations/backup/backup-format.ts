import { z } from 'zod'

/**
 * A backup is a gzipped text: a line of JSON that describes it; for each table a line of JSON, its rows as PostgreSQL's COPY
 * writes them, `\.`, and a line of JSON with their number and hash; at the end a line of JSON with the rest. `zcat` displays it.
 */
export const FORMAT = 'puoti backup'
export const FORMAT_VERSION = 1
export const END_OF_ROWS = '\\.\n'

export const headSchema = z.object({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  /** When the snapshot was taken, by the database's clock. ISO 8601, UTC. */
  taken_at: z.iso.datetime(),
  /** The last migration of the tables. */
  schema: z.string(),
  postgresql: z.string(),
  tables: z.array(z.string()),
})
export const tableHeadSchema = z.object({ table: z.string(), columns: z.array(z.string()) })
export const tableFootSchema = z.object({ rows: z.number(), sha256: z.string() })
export const sumsSchema = z.record(z.string(), z.string())
export const tailSchema = z.object({
  end: z.literal(true),
  /** The last value of the id sequence of each table. */
  sequences: z.record(z.string(), z.string()),
  /** Unsent emails and SMS of the version before, encrypted as in the outbox; those of this version are in its table. */
  jobs: z.array(z.object({ name: z.string(), data: z.unknown(), startAfter: z.string() })),
  sums: sumsSchema,
})

export type BackupHead = z.output<typeof headSchema>
export type TableHead = z.output<typeof tableHeadSchema>
export type TableFoot = z.output<typeof tableFootSchema>
export type BackupTail = z.output<typeof tailSchema>
/** Totals of the shop by name: numbers of rows, cents and thousandths as texts. */
export type Sums = z.output<typeof sumsSchema>

/** A backup that can't be taken, read or restored; the message is a sentence for the user of the program. */
export class BackupError extends Error {
  override name = 'BackupError'
}
