import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { PoolConfig } from 'pg'
import type { TestProject } from 'vitest/node'
import { connectTo } from '#server/platform/db/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { IN_MEMORY, makeRunDirectory } from '#test/files/run-directory.ts'
import { databaseNamed, onServer } from './database.ts'

/** Once per run: a separate server (or that of DATABASE_URL_FOR_TESTS) with a migrated database to copy. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer(process.env['DATABASE_URL_FOR_TESTS'])
  const template = `puoti_template_${randomUUID().slice(0, 8)}`
  await onServer(server.connection, `create database ${template}`)
  await migrateDatabase(databaseNamed(server.connection, template))
  project.provide('testServer', { connection: server.connection, template })
  return async () => {
    await onServer(server.connection, `drop database ${template} with (force)`)
    await server.stop()
  }
}

async function startServer(url: string | undefined): Promise<{ connection: PoolConfig; stop(): Promise<void> }> {
  if (url) return { connection: { connectionString: url }, stop: async () => undefined }
  const dataDir = makeRunDirectory('test', IN_MEMORY)
  // The tests' data is thrown away: no need to wait for the disk.
  const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
  // A fresh connection replans each statement for its first five uses, and few tests use one more often.
  const planOnce = { plan_cache_mode: 'force_generic_plan' }
  // A shop's default allows two pools; test files that run in parallel open several each.
  const settings = { ...careless, ...planOnce, max_connections: '200' }
  const server = await startEmbeddedDatabase({ dataDir, log: line => console.log(line), settings })
  return {
    connection: server.connection,
    stop: () => server.stop().finally(() => rm(dataDir, { recursive: true, force: true })),
  }
}

async function migrateDatabase(connection: PoolConfig): Promise<void> {
  const handle = connectTo(connection, () => undefined)
  try {
    await migrate(handle.pool)
  } finally {
    await handle.close()
  }
}
