import { setTimeout as sleep } from 'node:timers/promises'
import { DatabaseError } from 'pg'

const TIMEOUT_MS = 30_000
const PAUSE_MS = 300

/**
 * For a server that starts while the database is coming back: repeats the work while it fails for lack of a connection, for half
 * a minute. The work may have happened although its result was lost: it must be idempotent.
 */
export async function retryWhileDatabaseIsDown<T>(work: () => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isConnectionError(error) || performance.now() >= deadline) throw error
      await sleep(PAUSE_MS)
    }
  }
}

const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

// pg and its pool identify these by their message only.
const DOWN_MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The server takes no writes)/

/**
 * Whether the database couldn't be reached or went away, which is temporary: HTTP answers 503. Doesn't imply what was committed.
 */
export function isConnectionError(error: unknown): boolean {
  if (error instanceof DatabaseError) return isUnavailable(error.code ?? '')
  if (!(error instanceof Error)) return false
  return DOWN_MESSAGES.test(error.message) || (isSystemError(error) && SYSTEM_CODES.has(error.code))
}

/** SQLSTATE: connection exceptions, too many connections, shut down by an administrator or a crash, starting up, a standby. */
function isUnavailable(state: string): boolean {
  return state.startsWith('08') || ['53300', '57P01', '57P02', '57P03', '25006'].includes(state)
}

/** Only errors of a socket or a name lookup: ENOENT of a file doesn't count. */
function isSystemError(error: Error): error is Error & { code: string } {
  const fromNetwork =
    !('syscall' in error) || ['connect', 'read', 'write', 'getaddrinfo'].includes(String(error.syscall))
  return fromNetwork && 'code' in error && typeof error.code === 'string'
}
