import type { PoolClient } from 'pg'

/**
 * For a restored database: notifications that waited when the backup was made have probably been sent since, and must not be sent
 * twice; codes and links that waited have ended. Returns how many messages to everyone that fell due since were cancelled: an admin
 * may copy them.
 */
export async function closeUnsent(client: PoolClient): Promise<number> {
  await client.query(`DELETE FROM outbox_message WHERE expires_at IS NOT NULL AND state <> 'failed'`)
  await client.query(
    `UPDATE outbox_message SET state = 'failed', reason = 'unknown: restored from a backup', lease_until = NULL
      WHERE kind = 'push' AND state IN ('waiting', 'sending')`,
  )
  const { rowCount } = await client.query(
    `UPDATE message SET state = 'cancelled', cancelled_at = now() WHERE state = 'scheduled' AND send_at <= now()`,
  )
  return rowCount ?? 0
}
