/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import { randomUUID } from 'node:crypto'
import { Client, Pool, type PoolConfig } from 'pg'
import { inject } from 'vitest'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'

/** The server that test/database/global-database.ts started for this run, and its migrated, empty database to copy. */
export type TestServer = { connection: PoolConfig; template: string }

declare module 'vitest' {
  interface ProvidedContext {
    testServer: TestServer
  }
}

/** A migrated database for one test file. `close()` drops it. */
export function testDatabase(): Promise<DatabaseHandle> {
  return newDatabase(inject('testServer').template)
}

/** A database without tables. `close()` drops it. */
export function emptyDatabase(): Promise<DatabaseHandle> {
  return newDatabase('template0')
}

async function newDatabase(template: string): Promise<DatabaseHandle> {
  const { connection } = inject('testServer')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const server = administrationPool(connection)
  await server.query(`create database ${name} template ${template} strategy file_copy`)
  const handle = connectTo(databaseNamed(connection, name), () => undefined)
  const close = async () => {
    await handle.close()
    await server.query(`drop database ${name} with (force)`)
  }
  return { ...handle, close }
}

/** The same server with another database. */
export function databaseNamed(connection: PoolConfig, database: string): PoolConfig {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement outside of any test database. */
export async function onServer(connection: PoolConfig, statement: string): Promise<void> {
  const client = new Client(connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

let administration: Pool | undefined

/** Creates and drops databases: one connection for all files of a worker, because each new one costs 25 ms of processor time. */
function administrationPool(connection: PoolConfig): Pool {
  if (administration === undefined) {
    administration = new Pool({ ...connection, max: 1, allowExitOnIdle: true })
    // The server is stopped before the worker.
    administration.on('error', () => undefined)
  }
  return administration
}
