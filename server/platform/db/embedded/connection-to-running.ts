import type { PoolConfig } from 'pg'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'
import { SUPERUSER_NAME } from './cluster.ts'
import { clusterDirectory, SOCKET_PORT } from './data-dir.ts'
import { readPostmasterFile } from './postmaster.ts'
import { DATABASE_NAME } from './start-embedded-database.ts'

/**
 * Connects a second process to the database of a data directory that another process runs. Throws DatabaseStartError when it is
 * not ready.
 */
export function connectionToRunning(dataDir: string): PoolConfig {
  const running = readPostmasterFile(clusterDirectory(dataDir))
  if (running?.isReady)
    return { host: running.socketDir, port: SOCKET_PORT, user: SUPERUSER_NAME, database: DATABASE_NAME, max: 4 }
  throw new DatabaseStartError(`The database in ${dataDir} is just starting or stopping. Try again in a moment.`)
}
