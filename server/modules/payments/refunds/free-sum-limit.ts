import { sql } from 'kysely'
import { centsFromEuros } from '#domain/money.ts'
import { freeSumLimitsFrom, remainingFreeSumCents } from '#domain/payments/free-sum-limits.ts'
import { shopDate, shopMidnight } from '#domain/shop-date.ts'
import type { Context } from '#server/platform/context.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { readSetting } from '#server/platform/settings/saved-settings.ts'

type FreeSumLimit = { limitCents: number; leftCents: number }

/** What a keeper may refund in free sums on a day, and what is left of it today. Refunds that failed don't count. */
export async function findFreeSumLimit({ now }: Context, db: Db, userId: number): Promise<FreeSumLimit> {
  const { value } = await readSetting(db, 'free_sum_limits')
  const limitCents = centsFromEuros(freeSumLimitsFrom(value).keeper_daily) ?? 0
  const { cents: usedCents } = await db
    .selectFrom('refund')
    .select(sql<number>`coalesce(sum(amount_cents), 0)::integer`.as('cents'))
    .where('is_free_sum', '=', sql.lit(true))
    .where('requested_by', '=', userId)
    .where('created_at', '>=', shopMidnight(shopDate(now())))
    .where('state', 'not in', ['REFUSED', 'NOT_PROCESSED'])
    .executeTakeFirstOrThrow()
  return { limitCents, leftCents: remainingFreeSumCents({ limitCents, usedCents }) }
}

/** A keeper's free sums of all orders wait for each other here, so that two at once can't both be within the limit. */
export const lockFreeSums = (trx: Trx, userId: number) =>
  trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
