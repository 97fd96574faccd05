import { sql } from 'kysely'
import type { MyData } from '#contract/accounts/my-data.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { type PersonalDataRegister, staffActionsIn } from '#server/platform/personal-data/register.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { collectTraces } from './my-data-activity.ts'
import { collectOrders } from './my-data-orders.ts'

type ActivityRow = { what: string; times: number; first_at: Date; last_at: Date }

/** Counts the rows that contain the person's id as the author, with the first and last time. */
async function collectActivity(
  db: Db,
  userId: number,
  register: PersonalDataRegister,
): Promise<MyData['authored_rows']> {
  const counts = staffActionsIn(register).map(
    ({ table, column, at }) => sql`
      SELECT ${sql.lit(`${table}.${column}`)} AS what, count(*)::integer AS times, min(${sql.id(at)}) AS first_at,
        max(${sql.id(at)}) AS last_at
      FROM ${sql.id(table)} WHERE ${sql.id(column)} = ${userId}::integer HAVING count(*) > 0`,
  )
  const { rows } = await sql<ActivityRow>`${sql.join(counts, sql` UNION ALL `)}`.execute(db)
  return rows.map(({ first_at, last_at, ...row }) => ({
    ...row,
    first_at: first_at.toISOString(),
    last_at: last_at.toISOString(),
  }))
}

async function collectAccount(db: Db, userId: number): Promise<MyData['account']> {
  const { store_id, store_name, last_login_at, blocked_at, created_at, ...row } = await db
    .selectFrom('app_user')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .leftJoin('store', 'store.id', 'app_user.active_store_id')
    .select(['app_user.id', 'app_user.email', 'app_user.phone', 'app_user.is_verified', 'app_user.is_admin'])
    .select(['app_user.phone_unique_warning', 'app_user.blocked_at', 'language.code as language'])
    .select('app_user.mails_receipts')
    .select(['app_user.active_preorder_event_id', 'app_user.last_login_at', 'app_user.created_at'])
    .select(['store.id as store_id', 'store.name as store_name'])
    .where('app_user.id', '=', userId)
    .executeTakeFirstOrThrow()
  return {
    ...row,
    blocked_at: blocked_at?.toISOString() ?? null,
    active_store: store_id === null ? null : { id: store_id, name: store_name ?? '' },
    last_login: last_login_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
  }
}

/** For which stores a person is called when something is wrong there, and the calls that were made. */
async function collectDuty(db: Db, userId: number) {
  const contacts = await db
    .selectFrom('duty_contact')
    .innerJoin('store', 'store.id', 'duty_contact.store_id')
    .select(['store.id', 'store.name', 'step', 'channels', 'hours_from', 'hours_until'])
    .where('user_id', '=', userId)
    .orderBy('duty_contact.id')
    .execute()
  const calls = await db
    .selectFrom('alert_call')
    .select(['channel', 'kind', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const letters = await db
    .selectFrom('letter_choice')
    .leftJoin('store', 'store.id', 'letter_choice.store_id')
    .select(['store.id', 'store.name', 'evening', 'monday'])
    .where('user_id', '=', userId)
    .execute()
  return {
    duty: contacts.map(({ id, name, ...row }) => ({ store: { id, name }, ...row })),
    letters: letters.map(({ id, name, ...row }) => ({
      store: id !== null && name !== null ? { id, name } : null,
      ...row,
    })),
    alert_calls: calls.map(row => ({ ...row, created_at: row.created_at.toISOString() })),
  }
}

/** All data that the shop keeps about a person, in one snapshot. The register of personal data defines what belongs in it. */
export const collectMyData = (context: Context, userId: number, register: PersonalDataRegister): Promise<MyData> =>
  inSnapshot(context.db, async db => {
    const operator = await db
      .selectFrom('operator')
      .select(['name', 'business_id', 'address', 'email', 'phone'])
      .executeTakeFirstOrThrow()
    const account = await collectAccount(db, userId)
    return {
      made_at: context.now().toISOString(),
      operator,
      account,
      ...(await collectTraces({ ...context, db }, account)),
      ...(await collectDuty(db, userId)),
      orders: await collectOrders(db, account),
      authored_rows: await collectActivity(db, userId, register),
    }
  })
