import { sql, type Kysely, type Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { CODE_MINUTES } from './verification-code.ts'

const HOUR_MS = 3_600_000
const hourOf = (at: Date) => new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS)

/** Stores no user, only the count. If the code was not sent, the same statement runs and adds nothing. */
export const countSentCode = (trx: Transaction<Database>, at: Date, isSent: boolean) =>
  trx
    .insertInto('sms_code_hour')
    .values({ hour: hourOf(at), sent: isSent ? 1 : 0 })
    .onConflict(conflict =>
      conflict
        .column('hour')
        .doUpdateSet(({ eb, ref }) => ({ sent: eb('sms_code_hour.sent', '+', ref('excluded.sent')) })),
    )
    .execute()

/** Counts the code in the hour in which it was sent. A code from before counting began has no row. */
export const countUsedCode = (trx: Transaction<Database>, sentAt: Date) =>
  trx
    .updateTable('sms_code_hour')
    .set(({ eb }) => ({ used: eb('used', '+', 1) }))
    .where('hour', '=', hourOf(sentAt))
    .whereRef('used', '<', 'sent')
    .execute()

/** Counts the sent and used codes of a day, except those that may still be valid. */
export async function findCodeUse({ db, now }: { db: Kysely<Database>; now: Context['now'] }) {
  const at = now().getTime()
  return db
    .selectFrom('sms_code_hour')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('sent'), sql.lit(0)).as('sent'),
      fn.coalesce(fn.sum<number>('used'), sql.lit(0)).as('used'),
    ])
    .where('hour', '>', new Date(at - 25 * HOUR_MS))
    .where('hour', '<=', new Date(at - HOUR_MS - CODE_MINUTES * 60_000))
    .executeTakeFirstOrThrow()
}
