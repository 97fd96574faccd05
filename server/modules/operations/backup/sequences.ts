import type { PoolClient } from 'pg'

/** The last value of each sequence. Sequences are outside of snapshots, and so never behind a row of one. */
export async function sequencesNow(client: PoolClient): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT sequencename AS name, last_value::text AS last FROM pg_sequences
      WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`,
  )
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

/** Continues the backup's sequences; `ahead` leaves a gap in some, for numbers that were assigned after the backup. */
export async function setSequences(
  client: PoolClient,
  sequences: Record<string, string>,
  ahead: Record<string, number>,
): Promise<void> {
  for (const [name, last] of Object.entries(sequences)) {
    await client.query('SELECT setval(quote_ident($1)::regclass, $2::bigint + $3)', [name, last, ahead[name] ?? 0])
  }
}
