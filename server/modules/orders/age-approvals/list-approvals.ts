import { sql } from 'kysely'
import type { ApprovalRequest } from '#contract/orders/approvals.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import { findLimitedGoods } from './find-approval.ts'

const LISTED_MS = 10 * MINUTE_MS

type ListInput = { stores: StoreScope; userId: number; language: LanguageCode }

/** The requests of the last minutes: new ones follow at the end, so that none moves under a finger. */
export async function listApprovals({ db, now }: Context, { stores, userId, language }: ListInput) {
  const at = now()
  const rows = await db
    .selectFrom('order_approval as approval')
    .innerJoin('customer_order as ordered', 'ordered.id', 'approval.order_id')
    .innerJoin('store', 'store.id', 'ordered.store_id')
    .select(['approval.order_id', 'approval.requested_at', 'approval.expires_at', 'approval.decision'])
    .select([
      'store.id as store_id',
      'store.name as store_name',
      'store.time_zone',
      'ordered.cancelled_at',
      'ordered.user_id',
    ])
    .where('approval.requested_at', '>', new Date(at.getTime() - LISTED_MS))
    .where(inStores(stores, sql`store.id`))
    .orderBy('approval.requested_at')
    .orderBy('approval.order_id')
    .limit(100)
    .execute()
  if (rows.length === 0) return []
  const ids = rows.map(row => row.order_id)
  const goods = Map.groupBy(await findLimitedGoods(db, ids), each => each.orderId)
  return rows.map((row): ApprovalRequest => {
    const isOver = row.expires_at <= at || row.cancelled_at !== null
    return {
      order_id: row.order_id,
      store: { id: row.store_id, name: row.store_name, time_zone: row.time_zone },
      requested_at: row.requested_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      state: row.decision ?? (isOver ? 'timedOut' : 'waiting'),
      is_own: row.user_id === userId,
      goods: (goods.get(row.order_id) ?? []).map(each => ({
        name: textInLanguage(each.names, language),
        quantity: quantityFromThousandths(each.quantityThousandths),
        unit: each.unit,
        min_age: each.minAge,
      })),
    }
  })
}
