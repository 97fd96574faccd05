import { DatabaseError, type Pool } from 'pg'
import { migrate } from './db/migrate.ts'
import { patiently } from './db/patiently.ts'
import { DatabaseStartError } from './db/start-error.ts'
import { makeJobTables } from './jobs/pg-boss-queue.ts'

/**
 * All tables of the shop as this version wants them. Returns the migrations that it applied. Throws DatabaseStartError when
 * something is to be made or changed, and the role of the pool may not.
 */
export async function prepareSchema(pool: Pool): Promise<string[]> {
  try {
    const applied = await patiently(() => migrate(pool))
    await patiently(() => makeJobTables(pool))
    return applied
  } catch (error) {
    throw isForbidden(error) ? new DatabaseStartError(FORBIDDEN, { cause: error }) : error
  }
}

const FORBIDDEN =
  'The schema is not that of this version, and the role of DATABASE_URL may not change it: run npm run migrate first, as the role that owns the schema.'

const INSUFFICIENT_PRIVILEGE = '42501'

function isForbidden(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE
}
