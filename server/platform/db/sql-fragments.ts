import { sql } from 'kysely'

/** Any of these ids, 32-bit or 64-bit, as one parameter however many there are. */
export const anyId = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** By the database's clock, since servers' clocks differ. */
export const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

/**
 * Rows as a table `r` of one parameter, however many they are: `insert … select … from` and `update … from` it. Columns are
 * written as in `a integer, b text`; a jsonb column takes its value unchanged, a Date becomes text.
 */
export const jsonRecordset = (rows: readonly object[], columns: string) =>
  sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r(${sql.raw(columns)})`

/**
 * A part of a WITH, to be read by the statement: its commit does not wait for the disk. For what simulators keep: a crash of the
 * database may lose the last half second of it, but nothing that a later commit depends on.
 */
export const committedSoon = sql`soon AS (SELECT set_config('synchronous_commit', 'off', true))`
