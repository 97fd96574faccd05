import type { PoolClient } from 'pg'

/**
 * For a restored database: deliveries that waited when the backup was made have probably been sent since, and must not be sent
 * twice. Returns how many messages that fell due since were cancelled: an admin may copy them.
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
