import { sql } from 'kysely'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

const isSame = (one: GrantedRight, other: GrantedRight) => one.kind === other.kind && one.storeId === other.storeId

export const isAmong = (rights: readonly GrantedRight[], right: GrantedRight): boolean =>
  rights.some(other => isSame(other, right))

type RightsGrant = { userId: number; rights: readonly GrantedRight[]; at: Date }

/** Adds rights that the user does not have. A store that was removed meanwhile grants nothing. */
export async function grantRights(trx: Trx, { userId, rights, at }: RightsGrant): Promise<void> {
  const rows = rights.map(({ kind, storeId }) => ({ kind, store_id: storeId }))
  await sql`
    INSERT INTO user_right (user_id, kind, store_id, created_at)
    SELECT ${userId}::integer, kind, store_id, ${at}::timestamptz FROM ${jsonRecordset(rows, 'kind text, store_id integer')}
    WHERE store_id IS NULL OR EXISTS (SELECT FROM store WHERE id = store_id)
    ON CONFLICT DO NOTHING`.execute(trx)
}

/** Without a right there, no one counts as staff in a store. */
export const endPresences = (db: Db, userId: number) =>
  db.deleteFrom('store_presence').where('user_id', '=', userId).execute()

/** Takes a right; returns whether the user had it. Ends what the person said about being in stores. */
export async function revokeRight(trx: Trx, userId: number, { kind, storeId }: GrantedRight): Promise<boolean> {
  await endPresences(trx, userId)
  const deleted = await trx
    .deleteFrom('user_right')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('store_id', 'is not distinct from', storeId)
    .executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
