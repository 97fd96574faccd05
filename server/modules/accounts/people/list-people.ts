import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { Person, RightInputs } from '#contract/accounts/people.ts'
import { toGrantedRights, toRightStores } from '#domain/accounts/right-stores.ts'
import type { GrantedRight, StoreRight } from '#domain/accounts/store-rights.ts'
import { listStoreNames } from '#server/modules/accounts/access-changes/save-rights.ts'
import { findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { searchWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

type PeopleQuery = Paging & {
  q?: string | undefined
  right?: 'admin' | StoreRight | undefined
  store?: number | undefined
}

const ADMIN_IDS = sql`SELECT id FROM app_user WHERE is_admin = true`

/** The users with a right of this kind, or any kind, in this store, or any store; an admin has every right everywhere. */
function listIds({ right, store }: PeopleQuery) {
  if (right === 'admin') return ADMIN_IDS
  const hasKind = right === undefined ? sql`true` : sql`kind = ${right}`
  const inStore = store === undefined ? sql`true` : sql`(store_id IS NULL OR store_id = ${store}::integer)`
  const withRight = sql`SELECT user_id FROM user_right WHERE ${hasKind} AND ${inStore}`
  return right === undefined ? sql`${withRight} UNION ${ADMIN_IDS}` : withRight
}

const LAST_SEEN = sql<Date | null>`greatest(app_user.last_login_at,
  (SELECT max(last_seen_at) FROM session WHERE session.user_id = app_user.id))`

function selectMatching(db: Db, query: PeopleQuery) {
  const rows = db
    .selectFrom('app_user')
    .where('app_user.removed_at', 'is', null)
    .where('app_user.id', 'in', sql<number>`(${listIds(query)})`)
  return searchWords(query.q ?? '').reduce(
    (found, word) => found.where(sql<SqlBool>`position(search_form(${word}) in app_user.search_text) > 0`),
    rows,
  )
}

const peopleList = (db: Db, query: PeopleQuery) => ({
  matching: selectMatching(db, query),
  select: (rows: SelectQueryBuilder<Database, 'app_user', {}>) => rows.select('app_user.id'),
  sorts: {
    email: sql`app_user.email collate "C"`,
    last_seen_at: sql`coalesce(${LAST_SEEN}, '-infinity'::timestamptz)`,
  },
  defaultSort: 'email',
  id: sql`app_user.id`,
})

/** A page of the admins and of everybody with a right in a store. */
export async function findPeople(db: Db, query: PeopleQuery, now: Date): Promise<{ items: Person[]; total: number }> {
  const { items, total } = await findPage(peopleList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findPersonRows(db, ids, now), total }
}

async function findPersonRows(db: Db, ids: readonly number[], now: Date): Promise<Person[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['id', 'email', 'is_admin', 'is_verified', 'blocked_at', rightsOfUser.as('rights')])
    .select(LAST_SEEN.as('last_seen_at'))
    .select(sql<boolean>`EXISTS (SELECT FROM passkey WHERE passkey.user_id = app_user.id)`.as('has_passkey'))
    .select(
      sql<number>`(SELECT count(*)::integer FROM session
        WHERE session.user_id = app_user.id AND expires_at > ${now}::timestamptz)`.as('sessions'),
    )
    .where('id', '=', anyId(ids))
    .execute()
  const names = await listStoreNames(
    db,
    rows.flatMap(({ rights }) => rights ?? []),
  )
  return sortByIds(ids, rows, ({ id }) => id).map(({ rights, blocked_at, last_seen_at, ...row }) => ({
    ...row,
    is_blocked: blocked_at !== null,
    rights: toRightsResponse(rights ?? [], names),
    last_seen_at: last_seen_at?.toISOString() ?? null,
  }))
}

/** Rights by kind, with the names of their stores. */
export const toRightsResponse = (
  rights: readonly GrantedRight[],
  names: ReadonlyMap<number, string>,
): Person['rights'] =>
  toRightStores(rights).map(({ kind, storeIds }) => ({
    kind,
    stores: storeIds?.map(id => ({ id, name: names.get(id) ?? '' })) ?? null,
  }))

/** The rights that a call names. */
export const readRights = (rights: RightInputs): GrantedRight[] =>
  toGrantedRights(rights.map(({ kind, store_ids: storeIds }) => ({ kind, storeIds })))
