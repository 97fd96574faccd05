import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'
import { migrate } from './migrate.ts'

/**
 * Brings all tables of the shop to this version; `leavesOnline`: except for what finishSchema does while the shop is open.
 * Returns the migrations that it applied. Throws DatabaseStartError when something must be created or changed, and the pool's
 * role may not.
 */
export async function prepareSchema(pool: Pool, { leavesOnline = false } = {}): Promise<string[]> {
  try {
    return await retryWhileDatabaseIsDown(() => migrate(pool, { leavesOnline }))
  } catch (error) {
    throw isForbidden(error) ? new DatabaseStartError(FORBIDDEN_MESSAGE, { cause: error }) : error
  }
}

/** Never throws: the shop runs without these migrations, only slower, and they are retried. */
export async function finishSchema(pool: Pool, log: (line: string) => void): Promise<void> {
  for (;;) {
    try {
      for (const name of await migrate(pool)) log(`The migration ${name} was applied beside the shop.`)
      return
    } catch (error) {
      if (pool.ending) return
      if (isForbidden(error)) return log(FORBIDDEN_BESIDE)
      log(`A migration beside the shop will be tried again: ${error instanceof Error ? error.message : String(error)}`)
    }
    await sleep(NEXT_TRY_MS, undefined, { ref: false })
  }
}

const NEXT_TRY_MS = 60_000

const FORBIDDEN_BESIDE =
  'The role of DATABASE_URL may not finish the schema. The shop runs as it is; run puoti migrate as the role that owns the schema.'

const FORBIDDEN_MESSAGE =
  'The schema is not that of this version, and the role of DATABASE_URL may not change it: run puoti migrate first, as the role that owns the schema.'

const INSUFFICIENT_PRIVILEGE = '42501'

function isForbidden(error: unknown): boolean {
  const cause = error instanceof DatabaseStartError ? error.cause : error
  return cause instanceof DatabaseError && cause.code === INSUFFICIENT_PRIVILEGE
}
