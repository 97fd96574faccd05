import { sql } from 'kysely'

/**
 * Rows as a table `r` of one parameter, however many they are: `insert … select … from` and `update … from` it. Columns are
 * written as in `a integer, b text`; a jsonb column takes its value unchanged, a Date becomes text.
 */
export const recordset = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(${sql.raw(columns)})`
