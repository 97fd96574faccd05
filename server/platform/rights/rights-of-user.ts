import { sql } from 'kysely'
import { type GrantedRight, RIGHTS_FOR, STORE_RIGHTS } from '#domain/accounts/store-rights.ts'

/** The rights of an `app_user` in stores; null for nearly all users. Every call reads it, and an index returns that there are none. */
export const rightsOfUser = sql<readonly GrantedRight[] | null>`(
  SELECT jsonb_agg(jsonb_build_object('kind', kind, 'storeId', store_id) ORDER BY id)
  FROM user_right WHERE user_right.user_id = app_user.id)`

export const hasAnyRight = sql<boolean>`EXISTS (SELECT FROM user_right WHERE user_right.user_id = app_user.id)`

/** Whether an `app_user` may work in a store: an admin, or a user with a helper's or keeper's right there, who is not blocked. */
export const isStaffIn = (
  storeId: number,
) => sql<boolean>`(coalesce(app_user.blocked_at IS NULL AND (app_user.is_admin OR EXISTS (
  SELECT FROM user_right WHERE user_right.user_id = app_user.id AND user_right.kind = ANY (${[...RIGHTS_FOR.helper]}::text[])
    AND (user_right.store_id = ${storeId} OR user_right.store_id IS NULL))), false))`

export const isBookkeeper = sql<boolean>`EXISTS (
  SELECT FROM user_right WHERE user_right.user_id = app_user.id AND user_right.kind = 'bookkeeper')`

/** The stores of each right, for the audit log: ids, or `all`; null without the right. */
export const rightsForAudit = (rights: readonly GrantedRight[]) => ({
  rights: Object.fromEntries(
    STORE_RIGHTS.map(kind => [kind, storesForAudit(rights.filter(right => right.kind === kind))]),
  ),
})

function storesForAudit(rights: readonly GrantedRight[]): 'all' | number[] | null {
  const ids = rights.flatMap(({ storeId }) => storeId ?? [])
  if (ids.length < rights.length) return 'all'
  return ids.length === 0 ? null : ids.toSorted((one, other) => one - other)
}
