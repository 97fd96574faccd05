import type { Pool } from 'pg'

/**
 * For a database that was restored: what waited when it was backed up has been sent since, as far as anybody knows, and
 * nobody hears anything twice.
 */
export async function failUnderWay(pool: Pool): Promise<void> {
  await pool.query(
    `UPDATE push_delivery SET state = 'failed', reason = 'unknown: restored from a backup', lease_until = NULL
    WHERE state IN ('waiting', 'sending')`,
  )
}
