import { randomUUID } from 'node:crypto'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { prepareSchema } from '#server/platform/schema/prepare-schema.ts'
import { grantShopRights } from '#server/platform/schema/shop-rights.ts'

/**
 * The database as a server whose role may only access rows sees it. `close()` drops the role, which belongs to the whole database
 * server, and leaves the owner's handle open.
 */
export async function asShopRole(owner: DatabaseHandle): Promise<DatabaseHandle & { role: string }> {
  const { pool } = owner
  const role = `shop_${randomUUID().replaceAll('-', '')}`
  await prepareSchema(pool)
  await pool.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`)
  await grantShopRights(owner, role)
  const shop = connectTo(getConnection(pool.options, role), () => undefined)
  const close = async () => {
    await shop.close()
    await pool.query(`DROP OWNED BY ${role}`)
    await pool.query(`DROP ROLE ${role}`)
  }
  return { ...shop, role, close }
}

function getConnection({ host, port, database, connectionString }: DatabaseHandle['pool']['options'], role: string) {
  if (connectionString === undefined) return { host, port, database, user: role }
  const url = new URL(connectionString)
  url.username = role
  url.password = role
  return { connectionString: url.href }
}
