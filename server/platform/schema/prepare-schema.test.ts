import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { emptyDatabase, testDatabase } from '#test/database/database.ts'
import { asShopRole } from '#test/database/shop-role.ts'
import { livedWholeLife } from '#test/shop/whole-life.ts'
import { openWorld } from '#test/shop/world.ts'
import { finishSchema, prepareSchema } from './prepare-schema.ts'
import { grantShopRights } from './shop-rights.ts'

let owner: DatabaseHandle
let shop: Awaited<ReturnType<typeof asShopRole>>
beforeAll(async () => {
  owner = await testDatabase()
  shop = await asShopRole(owner)
})
afterAll(async () => {
  await shop.close()
  await owner.close()
})

describe('a role with the shop’s rights', () => {
  test('is enough for a whole life in the shop and for its clean-up', async () => {
    const world = await openWorld(shop)
    const { paid } = await livedWholeLife(world)
    expect(paid).toMatchObject({ total_amount: expect.any(Number) })
    await cleanUp(world.app.context, CLEAN_UP_RULES)
    await world.app.close()
  }, 60_000)

  test.each([
    'CREATE TABLE mine (id integer)',
    'CREATE FUNCTION mine() RETURNS integer LANGUAGE sql AS $$ SELECT 1 $$',
    'CREATE INDEX mine ON app_user (id)',
    'CREATE SCHEMA mine',
    'CREATE ROLE mine',
    'ALTER TABLE app_user ADD COLUMN mine integer',
    'ALTER TABLE payment_attempt DROP CONSTRAINT payment_attempt_pkey',
    'DROP TABLE audit_entry',
    'DROP INDEX attempt_one_per_order',
    'TRUNCATE audit_entry',
    'TRUNCATE outbox_message',
    `UPDATE schema_migration SET name = 'x'`,
    'DELETE FROM schema_migration',
    `COPY app_user TO PROGRAM 'true'`,
    `COPY app_user TO '/tmp/mine'`,
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT lo_import('/etc/passwd')`,
    'SELECT rolpassword FROM pg_authid',
    'ALTER SYSTEM SET fsync = off',
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename <> current_user',
  ])('may not run: %s', async statement => {
    await expect(shop.pool.query(statement)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42P01)$/) })
  })

  test('can read and write the tables of a later migration', async () => {
    await owner.pool.query('CREATE TABLE later (id serial PRIMARY KEY, says text)')
    await shop.pool.query(`INSERT INTO later (says) VALUES ('hello')`)
    expect((await shop.pool.query('SELECT says FROM later')).rows).toEqual([{ says: 'hello' }])
    await expect(shop.pool.query('DROP TABLE later')).rejects.toMatchObject({ code: '42501' })
  })

  test('can start on an up-to-date schema', async () => {
    expect(await prepareSchema(shop.pool)).toEqual([])
  })
})

test('a role that may not change an older schema reports what to do', async () => {
  const older = await emptyDatabase()
  const role = await asShopRole(older)
  await older.pool.query('DELETE FROM schema_migration')
  await expect(prepareSchema(role.pool)).rejects.toThrow('run puoti migrate first, as the role that owns the schema')
  const lines: string[] = []
  await finishSchema(role.pool, line => lines.push(line))
  expect(lines).toEqual([expect.stringContaining('run puoti migrate as the role that owns the schema')])
  await role.close()
  await older.close()
})

test('rights can be granted only to an existing role', async () => {
  await expect(grantShopRights(owner, 'nobody"; DROP TABLE app_user')).rejects.toThrow('The database has no role')
})
