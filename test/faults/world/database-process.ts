import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { readPostmasterFile } from '#server/platform/db/embedded/postmaster.ts'
import { firstMessage, startProgram } from './children.ts'

export type DatabaseProcess = {
  connection: PoolConfig
  /** The same as a server's DATABASE_URL. */
  url: string
  /** kill -9 of the postmaster; its supervisor starts it again. Resolves with the downtime. */
  kill(): Promise<number>
  stop(): Promise<void>
}

/** PostgreSQL as an installation runs it, as a child process. */
export async function openDatabaseProcess(directory: string): Promise<DatabaseProcess> {
  const logFile = join(directory, 'database.log')
  const child = startProgram({ script: 'test/faults/world/database-program.ts', args: [directory], logFile })
  const connection = await firstMessage<PoolConfig & { host: string; user: string; database: string }>(child)
  const { host, user, database } = connection
  return {
    connection,
    url: `postgres://${user}@localhost/${database}?host=${encodeURIComponent(host)}`,
    async kill() {
      const file = readPostmasterFile(clusterDirectory(directory))
      const began = performance.now()
      if (file) process.kill(file.pid, 'SIGKILL')
      await untilItAnswers(connection)
      return performance.now() - began
    },
    async stop() {
      const gone = once(child, 'exit')
      child.disconnect()
      await gone
    },
  }
}

async function untilItAnswers(connection: PoolConfig): Promise<void> {
  // The killed server's last processes may still respond for a moment.
  await sleep(50)
  for (;;) {
    const client = new Client(connection)
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query('select 1')
      return
    } catch {
      await sleep(50)
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}
