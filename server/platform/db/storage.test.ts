import { tmpdir } from 'node:os'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mountProbes } from '#server/modules/operations/module.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'
import type { DatabaseHandle } from './connect.ts'
import { openStorage } from './storage.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** As pg throws it when PostgreSQL's disk is full. */
function noRoom(): DatabaseError {
  const error = new DatabaseError('could not extend file "base/5/1259": No space left on device', 0, 'error')
  error.code = '53100'
  return error
}

test('disk space is measured for the directories that exist', async () => {
  const directories = { database: tmpdir(), backups: '/no/such/directory' }
  const [disk, ...others] = await openStorage({ db: database.kysely, directories }).disks()
  expect(others).toEqual([])
  expect(disk).toEqual({ name: 'database', freeBytes: expect.any(Number), totalBytes: expect.any(Number) })
  expect(disk?.totalBytes).toBeGreaterThan(disk?.freeBytes ?? 0)
})

/** Lets the database refuse the probe, as on a full disk; returns a function that ends this. */
async function fillDisk(): Promise<() => Promise<unknown>> {
  await database.pool.query(`CREATE OR REPLACE FUNCTION refuse_tables() RETURNS event_trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE 'could not extend file' USING ERRCODE = '53100'; END $$`)
  await database.pool.query(
    `CREATE EVENT TRIGGER no_room ON ddl_command_end WHEN TAG IN ('CREATE TABLE AS') EXECUTE FUNCTION refuse_tables()`,
  )
  return () => database.pool.query('DROP EVENT TRIGGER no_room')
}

test('a disk without room is noticed before a request fails', async () => {
  let freeBytes = 1_000_000_000
  const measureDisks = async () => [{ name: 'database' as const, freeBytes, totalBytes: 2_000_000_000 }]
  const storage = openStorage({ db: database.kysely, measureDisks })
  const empty = await fillDisk()
  expect(await storage.isFull(), 'there is room').toBe(false)
  freeBytes = 0
  expect(await storage.isFull()).toBe(true)
  await empty()
  await expect.poll(() => storage.isFull(), { timeout: 5000 }).toBe(false)
})

test('a database is full while it refuses the probe, and no longer when it has room', async () => {
  const storage = openStorage({ db: database.kysely })
  expect(await storage.isFull()).toBe(false)
  const empty = await fillDisk()
  expect(await storage.isFull(), 'nothing was refused yet').toBe(false)
  storage.noteFailure(noRoom())
  expect(await storage.isFull()).toBe(true)
  await empty()
  await expect.poll(() => storage.isFull(), { timeout: 5000 }).toBe(false)
})

test('other errors of the database do not mark its disk as full', async () => {
  const storage = openStorage({ db: database.kysely })
  storage.noteFailure(new Error('Connection terminated'))
  storage.noteFailure(undefined)
  expect(await storage.isFull()).toBe(false)
})

test('a request without disk space gets 503, and /readyz fails until there is room', async () => {
  const server = await openShop({ database, modules: [] })
  server.app.get('/no-room', () => Promise.reject(noRoom()))
  let isFull = true
  mountProbes(server.app, { ...server.context, storage: { ...server.context.storage, isFull: async () => isFull } })
  expect(await server.get('/no-room')).toMatchObject({ statusCode: 503 })
  expect(await server.get('/readyz')).toMatchObject({ statusCode: 503 })
  isFull = false
  expect(await server.get('/readyz')).toMatchObject({ statusCode: 200 })
  await server.close()
})
