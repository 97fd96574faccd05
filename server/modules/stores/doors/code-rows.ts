import type { Selectable } from 'kysely'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

export type CodeRow = Selectable<Database['door_code']>
export type DoorCodeKey = { userId: number; storeId: number }

/** The states of a code that is not over yet. */
export const LIVING_STATES = ['pending', 'active'] as const
const ENDED_STATES = ['failed', 'revoked', 'expired'] as const
type CodeEnding = (typeof ENDED_STATES)[number]

/** The user's newest living or failed code for a store, if it has not expired. */
export const findOwnCode = (db: Db, { userId, storeId }: DoorCodeKey, now: Date) =>
  db
    .selectFrom('door_code')
    .selectAll()
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('state', 'in', [...LIVING_STATES, 'failed'])
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const findLiving = (trx: Trx, { userId, storeId }: DoorCodeKey) =>
  trx
    .selectFrom('door_code')
    .selectAll()
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('state', 'in', LIVING_STATES)
    .executeTakeFirst()

export const findLivingAtStore = (db: Db, storeId: number) =>
  db.selectFrom('door_code').selectAll().where('store_id', '=', storeId).where('state', 'in', LIVING_STATES).execute()

/** Claims the first codes that are due, so that no other server handles them; skips those that another is claiming. */
export const claimDue = (db: Db, { now, until, max }: { now: Date; until: Date; max: number }) =>
  db
    .updateTable('door_code')
    .set({ due_at: until })
    .where('id', 'in', eb =>
      eb
        .selectFrom('door_code')
        .select('id')
        .where('due_at', '<=', now)
        .orderBy('due_at')
        .limit(max)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .execute()

/** Claims one pending code, for which a shopper waits; undefined when it is not due, or another server handles it. */
export const claimPending = (db: Db, id: number, { now, until }: { now: Date; until: Date }) =>
  db
    .updateTable('door_code')
    .set({ due_at: until })
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .returningAll()
    .executeTakeFirst()

type CodeChange = { state?: 'active'; fault?: string | null; code_encrypted?: string; due_at: Date }

/** Changes a code that still waits for its lock; undefined when it was ended meanwhile. */
export const changePending = (db: Db, id: number, change: CodeChange) =>
  db
    .updateTable('door_code')
    .set(change)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .returningAll()
    .executeTakeFirst()

/** Hides the code from now on; it is to be removed from its lock at `at`. */
const endingFields = (state: CodeEnding, at: Date, fault?: string) => ({
  state,
  code_encrypted: null,
  due_at: at,
  ...(fault !== undefined && { fault }),
})

/** Ends a code that is in state `from`; undefined when it no longer is. */
export const endCode = (
  db: Db,
  { id, state: from }: CodeRow,
  { state, at, fault }: { state: CodeEnding; at: Date; fault?: string },
) =>
  db
    .updateTable('door_code')
    .set(endingFields(state, at, fault))
    .where('id', '=', id)
    .where('state', '=', from)
    .returningAll()
    .executeTakeFirst()

export const postponeCode = (db: Db, id: number, dueAt: Date) =>
  db.updateTable('door_code').set({ due_at: dueAt }).where('id', '=', id).execute()

export const removeCode = (db: Db, id: number) =>
  db.deleteFrom('door_code').where('id', '=', id).where('state', 'in', ENDED_STATES).execute()

/**
 * Revokes the living codes of some users, or of a store, in the caller's transaction; a worker removes them from the locks within
 * seconds of the commit.
 */
export async function revokeDoorCodes(
  trx: Trx,
  holders: { userIds: readonly number[] } | { storeId: number },
  at: Date,
): Promise<void> {
  const living = trx.updateTable('door_code').set(endingFields('revoked', at)).where('state', 'in', LIVING_STATES)
  if ('storeId' in holders) await living.where('store_id', '=', holders.storeId).execute()
  else if (holders.userIds.length > 0) await living.where('user_id', 'in', holders.userIds).execute()
}
