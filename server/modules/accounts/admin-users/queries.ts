import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import type { AdminUser, UserRow } from '#contract/accounts/admin-users.ts'
import { eurosFromCents } from '#domain/money.ts'
import { findLatestVisits } from '#server/modules/orders/visits/latest-visits.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { searchWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import { isBookkeeper } from '#server/platform/rights/rights-of-user.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

const LATEST_ORDERS = 5

/** A user as an admin sees it. */
export async function findAdminUser({ db, now }: Context, userId: number): Promise<AdminUser | undefined> {
  const [row] = await findUserRows(db, [userId])
  if (!row) return undefined
  return {
    ...row,
    ...(await findBeside(db, userId, now())),
    phone_owner: row.phone !== null && row.phone_unique_warning ? await findOwner(db, row.phone, userId) : null,
    blocked_phones: await findBlockedPhones(db, userId, row.phone),
    orders: await findOrders(db, userId),
    visits: await findLatestVisits(db, userId),
  }
}

async function findBeside(db: Db, userId: number, now: Date) {
  const row = await db
    .selectFrom('app_user')
    .select(['language_id', 'blocked_at'])
    .select(({ selectFrom }) =>
      selectFrom('session')
        .select(({ fn }) => fn.countAll<number>().as('sessions'))
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        // A count is never null.
        .$asScalar()
        .$notNull()
        .as('sessions'),
    )
    .select(({ selectFrom }) =>
      selectFrom('passkey')
        .select(({ fn }) => fn.countAll<number>().as('passkeys'))
        .where('user_id', '=', userId)
        .$asScalar()
        .$notNull()
        .as('passkeys'),
    )
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, blocked_at: row.blocked_at?.toISOString() ?? null }
}

/** Another user who has verified the number. */
const findOwner = async (db: Db, phone: string, userId: number) =>
  (await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('phone', '=', phone)
    .where('is_verified', '=', sql.lit(true))
    .where('id', '!=', userId)
    .executeTakeFirst()) ?? null

async function findBlockedPhones(db: Db, userId: number, phone: string | null) {
  const rows = await db
    .selectFrom('blocked_phone')
    .select(['phone', 'created_at'])
    .where(({ or, eb }) => or([eb('user_id', '=', userId), eb('phone', '=', phone ?? '')]))
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(row => ({ phone: row.phone, blocked_at: row.created_at.toISOString() }))
}

async function findOrders(db: Db, userId: number): Promise<AdminUser['orders']> {
  const orders = db.selectFrom('customer_order').where('user_id', '=', userId).where('cancelled_at', 'is', null)
  const { total } = await orders.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await orders
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .select(['customer_order.id', 'customer_order.status', 'customer_order.total_cents', 'customer_order.updated_at'])
    .select(['store.id as store_id', 'store.name as store_name'])
    .orderBy('customer_order.id', 'desc')
    .limit(LATEST_ORDERS)
    .execute()
  const latest = rows.map(({ id, status, total_cents, updated_at, store_id, store_name }) => ({
    id,
    status,
    total_amount: eurosFromCents(total_cents),
    store: { id: store_id, name: store_name },
    updated_at: updated_at.toISOString(),
  }))
  return { total, latest }
}

type UsersQuery = Paging & {
  q?: string | undefined
  is_admin?: boolean | undefined
  is_bookkeeper?: boolean | undefined
  is_blocked?: boolean | undefined
  is_verified?: boolean | undefined
  phone_blocked?: boolean | undefined
}

/** The users who have a blocked number, or had one when it was blocked. */
const HAVE_BLOCKED_PHONE = sql`
  SELECT user_id FROM blocked_phone WHERE user_id IS NOT NULL
  UNION ALL SELECT owner.id FROM blocked_phone JOIN app_user owner ON owner.phone = blocked_phone.phone`

/**
 * Matches a word anywhere in the text; one of two characters only at the beginning of a word, since the index needs three: the
 * space before it is the third.
 */
function matchWord(word: string, { isCommon }: { isCommon: boolean }) {
  const part = word.length === 2 ? ` ${word}` : word
  const holdsIt = sql<SqlBool>`position(search_form(${part}) in app_user.search_text) > 0`
  return isCommon
    ? holdsIt
    : sql<SqlBool>`text_grams(app_user.search_text) @> text_grams(search_form(${part})) AND ${holdsIt}`
}

/**
 * `isCommon`: for a word that many addresses contain, such as the name of a mail provider, checking each user is faster than the
 * index.
 */
function selectMatching(db: Db, query: UsersQuery, { isCommon = false } = {}) {
  let rows = db.selectFrom('app_user').where('app_user.removed_at', 'is', null)
  for (const word of searchWords(query.q ?? '')) rows = rows.where(matchWord(word, { isCommon }))
  const { is_admin: isAdmin, is_bookkeeper: hasBooks, is_verified: isVerified } = query
  const { is_blocked: isBlocked, phone_blocked: hasBlockedPhone } = query
  // Literals, so that the query plan can use the partial indexes.
  if (hasBooks !== undefined) rows = rows.where(({ not }) => (hasBooks ? isBookkeeper : not(isBookkeeper)))
  if (isAdmin !== undefined) rows = rows.where('app_user.is_admin', '=', sql.lit(isAdmin))
  if (isVerified !== undefined) rows = rows.where('app_user.is_verified', '=', sql.lit(isVerified))
  if (isBlocked !== undefined) rows = rows.where('app_user.blocked_at', isBlocked ? 'is not' : 'is', null)
  if (hasBlockedPhone === undefined) return rows
  return rows.where('app_user.id', hasBlockedPhone ? 'in' : 'not in', sql<number>`(${HAVE_BLOCKED_PHONE})`)
}

const userList = (db: Db, query: UsersQuery) => ({
  matching: selectMatching(db, query),
  ...(query.q && { matchingMany: selectMatching(db, query, { isCommon: true }) }),
  select: (rows: SelectQueryBuilder<Database, 'app_user', {}>) => rows.select('app_user.id'),
  sorts: {
    last_login: sql`coalesce(app_user.last_login_at, '-infinity'::timestamptz)`,
    email: sql`app_user.email collate "C"`,
    created_at: sql`app_user.created_at`,
    id: sql`app_user.id`,
  },
  defaultSort: '-last_login',
  id: sql`app_user.id`,
})

/** A page of the users. */
export async function findUsers(db: Db, query: UsersQuery): Promise<{ items: UserRow[]; total: number }> {
  const { items, total } = await findPage(userList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findUserRows(db, ids), total }
}

/** The ids of all matching users, in the list's order. */
const findUserIds = async (db: Db, query: UsersQuery): Promise<number[]> =>
  (await findAllRows(userList(db, query), query.sort)).map(({ id }) => id)

/** The list rows of some users, in the order of the ids. */
async function findUserRows(db: Db, ids: readonly number[]): Promise<UserRow[]> {
  const rows = await db
    .selectFrom('app_user')
    .leftJoin('store', 'store.id', 'app_user.active_store_id')
    .leftJoin('blocked_phone', 'blocked_phone.phone', 'app_user.phone')
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'app_user.is_admin', 'app_user.is_verified'])
    .select(isBookkeeper.as('is_bookkeeper'))
    .select(['app_user.blocked_at', 'app_user.phone_unique_warning', 'app_user.last_login_at', 'app_user.created_at'])
    .select(['store.id as store_id', 'store.name as store_name', 'blocked_phone.phone as blocked_phone'])
    .where('app_user.id', '=', anyId(ids))
    .where('app_user.removed_at', 'is', null)
    .execute()
  return sortByIds(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    email: row.email,
    phone: row.phone,
    is_admin: row.is_admin,
    is_bookkeeper: row.is_bookkeeper,
    is_verified: row.is_verified,
    is_blocked: row.blocked_at !== null,
    phone_blocked: row.blocked_phone !== null,
    phone_unique_warning: row.phone_unique_warning,
    last_login: row.last_login_at?.toISOString() ?? null,
    active_store: row.store_id === null ? null : { id: row.store_id, name: row.store_name ?? '' },
    created_at: row.created_at.toISOString(),
  }))
}

const EXPORT_COLUMNS: Columns<UserRow> = {
  id: { heading: 'accounts.users.id', cell: row => row.id },
  email: { heading: 'accounts.users.email', cell: row => row.email },
  phone: { heading: 'accounts.users.phone', cell: row => row.phone },
  is_admin: { heading: 'accounts.users.is_admin', cell: row => row.is_admin },
  is_bookkeeper: { heading: 'accounts.users.is_bookkeeper', cell: row => row.is_bookkeeper },
  is_verified: { heading: 'accounts.users.is_verified', cell: row => row.is_verified },
  is_blocked: { heading: 'accounts.users.is_blocked', cell: row => row.is_blocked },
  phone_blocked: { heading: 'accounts.users.phone_blocked', cell: row => row.phone_blocked },
  last_login: { heading: 'accounts.users.last_login', cell: row => shopTime(row.last_login) },
  active_store: { heading: 'accounts.users.active_store', cell: row => row.active_store?.name ?? null },
  created_at: { heading: 'accounts.users.created_at', cell: row => shopTime(row.created_at) },
}

export const exportUsers =
  (context: Context): ListExport<'users'> =>
  async ({ query, user: { userId } }, headings) => {
    const { db } = context
    await traceExport(context, { list: 'users', query, userId })
    const rows = listTable({
      findIds: () => findUserIds(db, query),
      idRowsSql: ids => findUserRows(db, ids),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: 'users', rows }
  }
