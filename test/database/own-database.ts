import { rm } from 'node:fs/promises'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { makeRunDirectory } from '#test/files/run-directory.ts'

/** For programs: a separate PostgreSQL with a migrated database, deleted on close. `settings`: of postgresql.conf. */
export async function ownDatabase(settings: Record<string, string> = {}): Promise<DatabaseHandle> {
  const dataDir = makeRunDirectory('own')
  const server = await startEmbeddedDatabase({ dataDir, log: line => console.error(line), settings })
  const handle = connectTo(server.connection, () => undefined)
  await migrate(handle.pool)
  return {
    ...handle,
    async close(): Promise<void> {
      await handle.close()
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** For data that is thrown away: writes don't wait for the disk. */
export const UNSAFE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
