import { sql } from 'kysely'
import { refuse } from '#server/platform/http/refusal.ts'

/** A product of an order that the store may not, or does not, sell any more. */
export type Unsellable = { product_id: number; reason: 'unavailable' | 'ageRestricted' }

/** What is known of an order whose payment begins, whose columns these are: `taken` is its row. */
export type StillSold = { unsellable: Unsellable[]; is_store_published: boolean }

const IS_RESTRICTED = sql`(product.least_age IS NOT NULL AND NOT store.sells_age_restricted)`

/**
 * What an order at checkout was placed by may have changed in the day that it may wait there. A pre-order was booked: its goods
 * are handed over whatever became of product, event or store, unless this store may not sell such goods any more. Prices are not
 * looked at: the order pins those that the shopper agreed to.
 */
export const stillSold = sql<StillSold>`
      (SELECT store.published FROM store WHERE store.id = taken.store_id) AS is_store_published,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('product_id', product.id,
          'reason', CASE WHEN ${IS_RESTRICTED} THEN 'ageRestricted' ELSE 'unavailable' END) ORDER BY line.id), '[]')
        FROM order_line line JOIN product ON product.id = line.product_id JOIN store ON store.id = taken.store_id
        LEFT JOIN store_stock ON store_stock.store_id = store.id AND store_stock.product_id = product.id
        WHERE line.order_id = taken.id AND (${IS_RESTRICTED} OR (taken.order_type = 'standard'
          AND NOT (product.enabled AND coalesce(store_stock.offered, false))))) AS unsellable`

/** Why the order can't be paid as it stands; the app says which goods it means. */
export function notSold(order: StillSold & { order_type: 'standard' | 'preorder' }) {
  const store_closed = order.order_type === 'standard' && !order.is_store_published
  const { unsellable } = order
  return unsellable.length > 0 || store_closed ? refuse('order.changed', { unsellable, store_closed }) : undefined
}
