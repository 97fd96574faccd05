import type { Pool } from 'pg'

const OWN = `relnamespace = 'public'::regnamespace AND relname NOT LIKE 'schema_migration%'`

/** A line per table, column, constraint, index, function, sequence, trigger and row of a schema's tables, by kind. */
const KINDS = {
  tables: `SELECT concat_ws(' ', relname, relkind, array_to_string(reloptions, ',')) FROM pg_class
    WHERE ${OWN} AND relkind NOT IN ('i', 'S', 't')`,
  columns: `SELECT concat_ws(' ', relname, attnum, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
      attstorage, attcollation::regcollation, pg_get_expr(adbin, adrelid))
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
    WHERE ${OWN} AND relkind = 'r' AND attnum > 0`,
  constraints: `SELECT concat_ws(' ', relname, conname, contype, convalidated, pg_get_constraintdef(pg_constraint.oid))
    FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid WHERE ${OWN}`,
  indexes: `SELECT concat_ws(' ', relname, indisvalid, indisprimary, pg_get_indexdef(indexrelid))
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid WHERE ${OWN}`,
  functions: `SELECT pg_get_functiondef(oid) FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  sequences: `SELECT concat_ws(' ', sequencename, data_type, start_value, min_value, max_value, increment_by, cycle, cache_size)
    FROM pg_sequences WHERE schemaname = 'public'`,
  triggers: `SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal`,
}

/** What a database's schema consists of: sorted lines by kind, to compare two of them. */
export async function schemaCatalogue(pool: Pool): Promise<Record<keyof typeof KINDS, string[]>> {
  const kinds = await Promise.all(
    Object.entries(KINDS).map(async ([kind, query]) => {
      const { rows } = await pool.query<{ line: string }>(
        `SELECT line FROM (${query}) AS found (line) ORDER BY line COLLATE "C"`,
      )
      return [kind, rows.map(({ line }) => line)]
    }),
  )
  // Each kind of KINDS has its lines.
  return Object.fromEntries(kinds) as Record<keyof typeof KINDS, string[]>
}

/** The columns of all tables, by table. */
export async function columnsOfTables(pool: Pool): Promise<Record<string, string[]>> {
  const { rows } = await pool.query<{ name: string; columns: string[] }>(
    `SELECT relname AS name, array_agg(quote_ident(attname) ORDER BY attnum) AS columns
     FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
     WHERE ${OWN} AND relkind = 'r' GROUP BY relname ORDER BY relname`,
  )
  return Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))
}

/** All rows in these columns, as texts by table: a later migration may add columns. */
export async function allRows(pool: Pool, columns: Record<string, string[]>): Promise<Record<string, string[]>> {
  const found = await Promise.all(
    Object.entries(columns).map(async ([name, columnsOfTable]) => {
      const { rows } = await pool.query<{ row: string }>(
        `SELECT ROW(${columnsOfTable.join(', ')})::text AS row FROM "${name}" ORDER BY 1`,
      )
      return [name, rows.map(({ row }) => row)]
    }),
  )
  return Object.fromEntries(found)
}
