import { sql } from 'kysely'

/** By the database's clock, since servers' clocks differ. */
export const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`
