import { sql } from 'kysely'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { SetupError } from '#server/platform/db/start-error.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Db, Trx } from './tables.ts'

/** Of the embedded server, where no one else has created it. */
const SHOP_ROLE = 'puoti_shop'
const MIGRATION_TABLES = ['schema_migration', 'schema_migration_lock']

/**
 * Lets a role read and write rows, in existing tables and in those that the role of this handle creates later; nothing else,
 * except for what the database lets everyone do. Throws DatabaseStartError when there is no such role.
 */
export const grantShopRights = ({ kysely }: DatabaseHandle, role: string): Promise<void> =>
  inTransaction(kysely, async db => {
    if (await hasRole(db, role)) return grantAll(db, role)
    throw new SetupError(`The database has no role ${role}. Make it first: CREATE ROLE … LOGIN PASSWORD …`)
  })

/**
 * The database as the shop uses it while it runs: the embedded one as a role that may only access rows, so that no call, even
 * with access to the SQL, creates or drops a table, reads a file or starts a program. With a URL, the operator has chosen the
 * role.
 */
export async function asShop(owner: DatabaseHandle, log: (line: string) => void): Promise<DatabaseHandle> {
  if (!owner.asRole) {
    if (await mayChangeSchema(owner.kysely)) log(HAS_TOO_MANY_RIGHTS)
    return owner
  }
  await inTransaction(owner.kysely, async db => {
    if (await hasRole(db, SHOP_ROLE)) return
    await sql`CREATE ROLE ${sql.id(SHOP_ROLE)} LOGIN`.execute(db)
    await grantAll(db, SHOP_ROLE)
  })
  const shop = owner.asRole(SHOP_ROLE)
  return { ...shop, close: () => shop.close().finally(() => owner.close()) }
}

const HAS_TOO_MANY_RIGHTS =
  'The role of DATABASE_URL may change the schema. The shop needs no such role while it runs: docs/operator/several-servers.md says how to have two.'

export async function mayChangeSchema(db: Db): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`SELECT has_schema_privilege('public', 'CREATE') AS may`.execute(db)
  return rows[0]?.may === true
}

async function hasRole(db: Trx, role: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`.execute(db)
  return rows.length > 0
}

async function grantAll(db: Trx, name: string): Promise<void> {
  const role = sql.id(name)
  const [rows, numbers] = [sql`SELECT, INSERT, UPDATE, DELETE`, sql`SELECT, USAGE`]
  await sql`GRANT USAGE ON SCHEMA public TO ${role}`.execute(db)
  await sql`GRANT ${rows} ON ALL TABLES IN SCHEMA public TO ${role}`.execute(db)
  await sql`GRANT ${numbers} ON ALL SEQUENCES IN SCHEMA public TO ${role}`.execute(db)
  await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${rows} ON TABLES TO ${role}`.execute(db)
  await sql`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${numbers} ON SEQUENCES TO ${role}`.execute(db)
  await sql`REVOKE CREATE ON SCHEMA public FROM PUBLIC`.execute(db)
  // A server reads which migrations were applied, and can't delete one.
  const tables = sql.join(MIGRATION_TABLES.map(each => sql.id(each)))
  await sql`REVOKE INSERT, UPDATE, DELETE ON ${tables} FROM ${role}`.execute(db)
}
