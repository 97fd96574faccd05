import type { Kysely } from 'kysely'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'

type Former = { token: string | undefined; userId: number }

/**
 * Keeps the subscriptions of a user who signs in again in the same browser: detaches the devices from the session that is about
 * to end.
 */
export async function takeDevicesAlong(db: Kysely<Database>, { token, userId }: Former): Promise<number[]> {
  if (token === undefined) return []
  const devices = await db
    .updateTable('push_device')
    .set({ session_sha256: null })
    .where('session_sha256', '=', sha256(token))
    .where('user_id', '=', userId)
    .returning('id')
    .execute()
  return devices.map(({ id }) => id)
}

/** Binds the devices to the new session. */
export async function giveDevicesTo(db: Kysely<Database>, token: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('push_device')
    .set({ session_sha256: sha256(token) })
    .where('id', '=', anyOf(ids))
    .execute()
}
