import { createHash } from 'node:crypto'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'

/** The forms in which a database may contain a text: plain, in a URL, in other encodings, and as an unkeyed hash. */
function getFaces(text: string): string[] {
  const bytes = Buffer.from(text)
  const sha256 = createHash('sha256').update(bytes).digest()
  // Within a longer text the same bytes have three possible alignments in base64: the first and last characters depend on the
  // neighbours.
  const base64 = [0, 1, 2].map(at =>
    Buffer.concat([Buffer.alloc(at), bytes])
      .toString('base64')
      .slice(Math.ceil((at * 4) / 3))
      .replace(/=+$/, '')
      .slice(0, -1),
  )
  return [
    text,
    encodeURIComponent(text),
    bytes.toString('hex'),
    ...base64,
    ...base64.map(each => each.replaceAll('+', '-').replaceAll('/', '_')),
    sha256.toString('hex'),
    sha256.toString('base64'),
    sha256.toString('base64url'),
    Buffer.from(text, 'utf16le').toString('hex'),
  ]
}

/** Phone numbers are also written without the plus sign, and in national form. */
const getWritings = (text: string): string[] =>
  text.startsWith('+358')
    ? [text, text.slice(1), `0${text.slice(4)}`, `00${text.slice(1)}`]
    : [text, text.split('@')[0] ?? text]

/** Every column of every table of every schema that contains any of the texts, as `table.column`. */
export async function getTraces({ pool }: DatabaseHandle, texts: readonly string[]): Promise<string[]> {
  const needles = [...new Set(texts.flatMap(getWritings).flatMap(getFaces))].map(face => face.toLowerCase())
  const tables = await pool.query<{ schema: string; name: string }>(`
    SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
    WHERE table_schema NOT IN ('pg_catalog', 'information_schema') AND table_type = 'BASE TABLE'`)
  const found = new Set<string>()
  for (const { schema, name } of tables.rows) {
    const { rows } = await pool.query<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM "${schema}"."${name}" AS t`,
    )
    const table = schema === 'public' ? name : `${schema}.${name}`
    for (const { row } of rows)
      for (const [column, value] of Object.entries(row)) {
        const text = (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()
        if (needles.some(needle => text.includes(needle))) found.add(`${table}.${column}`)
      }
  }
  return [...found].toSorted()
}

/** All columns of the shop's own tables. */
export async function columnsByTable({ pool }: DatabaseHandle): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ table: string; column: string }>(`
    SELECT table_name AS table, column_name AS column FROM information_schema.columns
    WHERE table_schema = 'public' AND table_name NOT LIKE 'schema_migration%' ORDER BY table_name, column_name`)
  const groups = Map.groupBy(rows, row => row.table)
  return Object.fromEntries([...groups].map(([table, traces]) => [table, traces.map(({ column }) => column)]))
}
