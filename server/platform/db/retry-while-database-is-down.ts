import { setTimeout as pause } from 'node:timers/promises'
import { isConnectionError } from './connection-error.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 300

/**
 * For a server that starts while the database is coming back: repeats the work while it fails for lack of a connection, for half
 * a minute. The work may have happened although its result was lost: it must be idempotent.
 */
export async function retryWhileDatabaseIsDown<T>(work: () => Promise<T>, patienceMs = PATIENCE_MS): Promise<T> {
  const deadline = performance.now() + patienceMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionError(error) || performance.now() >= deadline) throw error
      await pause(PAUSE_MS)
    }
  }
}
