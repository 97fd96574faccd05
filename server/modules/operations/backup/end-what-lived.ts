import type { PoolClient } from 'pg'
import { closeUnsent } from '#server/modules/messaging/push/close-unsent.ts'

/** Devices go with their sessions, as do questions for a passkey; those without a session were between two. */
const ENDED = [
  'push_device',
  'passkey_challenge',
  'session',
  'login_link',
  'removal_code',
  'phone_verification',
] as const

/** How many sessions were ended, and messages to everyone cancelled that fell due since. */
export type Ended = { sessions: number; cancelled: number }

/**
 * For a restore, in its transaction: whoever was signed in when the backup was made may have been put out since, a link or code may
 * have been used, a door's code taken back, and what waited to be told has been told. `tables`: those that the backup has.
 */
export async function endWhatLived(client: PoolClient, tables: readonly string[]): Promise<Ended> {
  const has = (name: string) => tables.includes(name)
  const { rows } = await client.query<{ sessions: number }>('SELECT count(*)::integer AS sessions FROM session')
  // A worker takes them away from their locks.
  if (has('door_code'))
    await client.query(
      `UPDATE door_code SET state = 'revoked', code_sealed = NULL, due_at = now() WHERE state IN ('pending', 'active')`,
    )
  const cancelled = has('message') ? await closeUnsent(client) : 0
  for (const table of ENDED.filter(has)) await client.query(`DELETE FROM ${table}`)
  return { sessions: rows[0]?.sessions ?? 0, cancelled }
}
