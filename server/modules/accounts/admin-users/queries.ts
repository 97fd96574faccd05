import { sql, type Kysely } from 'kysely'
import type { AdminUser } from '#contract/accounts/admin-users.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findUserRows } from './list-users.ts'

type Db = Kysely<Database>

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
  const theirs = db.selectFrom('customer_order').where('user_id', '=', userId).where('cancelled_at', 'is', null)
  const { total } = await theirs.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await theirs
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
