import { sql } from 'kysely'
import type { Db } from '#server/platform/schema/tables.ts'

const MEASURE_EVERY_MS = 60_000

type DatabaseClock = { now: () => Date; stop: () => void }

/**
 * The database's clock, estimated by this server: leases and deadlines are written by it, and a server whose own clock is wrong
 * must not take an old answer for a final one. Measured at the start and every minute; the error is at most half the
 * measurement's round trip.
 */
export async function openDatabaseClock(db: Db): Promise<DatabaseClock> {
  let aheadMs = await measureAheadMs(db)
  const timer = setInterval(() => {
    // While the database is unavailable, the last measurement stays in use.
    measureAheadMs(db).then(
      measured => (aheadMs = measured),
      () => undefined,
    )
  }, MEASURE_EVERY_MS).unref()
  return { now: () => new Date(Date.now() + aheadMs), stop: () => clearInterval(timer) }
}

/** How far the database's clock is ahead of this server's, at the middle of one round trip. */
async function measureAheadMs(db: Db): Promise<number> {
  const askedMs = Date.now()
  const { rows } = await sql<{ now: Date }>`SELECT clock_timestamp() AS now`.execute(db)
  const heardMs = Date.now()
  return (rows[0]?.now.getTime() ?? heardMs) - (askedMs + heardMs) / 2
}
