import { sql } from 'kysely'

/** Any of these ids, 32-bit or 64-bit, as one parameter however many there are. */
export const anyOf = (ids: readonly number[]) => sql<number>`any(${[...ids]}::bigint[])`

/** By the database's clock, since servers' clocks differ. */
export const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`
