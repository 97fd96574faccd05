import type { PoolClient } from 'pg'

/**
 * For a database that was restored: what waited when it was backed up has been sent since, as far as anybody knows, and
 * nobody hears anything twice. Gives how many messages that fell due since were cancelled: an admin may copy them.
 */
export async function closeUnsent(client: PoolClient): Promise<number> {
  await client.query(
    `UPDATE push_delivery SET state = 'failed', reason = 'unknown: restored from a backup', lease_until = NULL
    WHERE state IN ('waiting', 'sending')`,
  )
  const { rowCount } = await client.query(
    `UPDATE message SET state = 'cancelled', cancelled_at = now() WHERE state = 'scheduled' AND send_at <= now()`,
  )
  return rowCount ?? 0
}
