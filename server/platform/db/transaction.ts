import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { isConnectionError } from './retry-while-database-is-down.ts'

const DEFAULT_RETRIES = 5
const FIRST_PAUSE_MS = 10
const MAX_PAUSE_MS = 500

/**
 * Runs the work in one transaction and retries it when the database requires that: serialization failure, deadlock, or no
 * connection before the first statement. A connection lost later is thrown, since the commit may have happened. The work may run
 * several times: it must touch nothing but the transaction.
 */
export async function inTransaction<T>(
  db: Db,
  work: (transaction: Trx) => Promise<T>,
  { retries = DEFAULT_RETRIES }: { retries?: number } = {},
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    let hasBegun = false
    try {
      return await db.transaction().execute(transaction => {
        hasBegun = true
        return work(transaction)
      })
    } catch (error) {
      const mayRetry = isConflict(error) || (!hasBegun && isConnectionError(error))
      if (!mayRetry || attempt >= retries) throw error
      await sleep(retryPauseMs(attempt, hasBegun))
    }
  }
}

/** Several reads of the database at one moment: none of them sees writes that happen meanwhile. */
export const inSnapshot = <T>(db: Db, read: (snapshot: Trx) => Promise<T>): Promise<T> =>
  db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)

/** For one statement that is its own transaction: retries it when the database requires that. */
export async function inOneStatement<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error) || attempt >= DEFAULT_RETRIES) throw error
      await sleep(retryPauseMs(attempt, true))
    }
  }
}

/** SQLSTATE: serialization failure, deadlock detected. Both undo the whole transaction. */
function isConflict(error: unknown): boolean {
  return error instanceof DatabaseError && (error.code === '40001' || error.code === '40P01')
}

/** Doubles each time, with jitter so that two that collided don't collide again; a restart takes longer than a collision. */
function retryPauseMs(attempt: number, hasBegun: boolean): number {
  const firstMs = hasBegun ? FIRST_PAUSE_MS : FIRST_PAUSE_MS * 10
  return Math.min(firstMs * 2 ** attempt, MAX_PAUSE_MS) * (0.5 + Math.random() / 2)
}

/** True when a statement violated a unique index; with a name, that one. */
export function isUniqueViolation(error: unknown, index?: string): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== '23505') return false
  return index === undefined || ('constraint' in error && error.constraint === index)
}
