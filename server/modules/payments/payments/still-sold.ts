import { sql } from 'kysely'
import { refuse } from '#server/platform/http/refusal.ts'

/** A product of an order that the store may no longer sell, or no longer sells. */
export type Unsellable = { product_id: number; reason: 'unavailable' | 'ageRestricted' }

/** Columns of an order whose payment begins; `taken` is its row. */
export type StillSold = { unsellable: Unsellable[]; is_store_published: boolean }

const IS_RESTRICTED = sql`(product.least_age IS NOT NULL AND NOT store.sells_age_restricted)`

/**
 * Whether an order at checkout can still be sold: products, offers and store may have changed in the day that it may wait there.
 * A pre-order is a booking: its goods are handed over whatever happened to product, event or store, unless the store may no
 * longer sell such goods. Prices are not checked: the order keeps those that the shopper agreed to.
 */
export const stillSold = sql<StillSold>`
      (SELECT store.published FROM store WHERE store.id = taken.store_id) AS is_store_published,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('product_id', product.id,
          'reason', CASE WHEN ${IS_RESTRICTED} THEN 'ageRestricted' ELSE 'unavailable' END) ORDER BY line.id), '[]')
        FROM order_line line JOIN product ON product.id = line.product_id JOIN store ON store.id = taken.store_id
        LEFT JOIN store_stock ON store_stock.store_id = store.id AND store_stock.product_id = product.id
        WHERE line.order_id = taken.id AND (${IS_RESTRICTED} OR (taken.order_type = 'standard'
          AND NOT (product.enabled AND coalesce(store_stock.offered, false))))) AS unsellable`

/** Why the order can't be paid unchanged; the app names the products. */
export function notSold(order: StillSold & { order_type: 'standard' | 'preorder' }) {
  const store_closed = order.order_type === 'standard' && !order.is_store_published
  const { unsellable } = order
  return unsellable.length > 0 || store_closed ? refuse('order.changed', { unsellable, store_closed }) : undefined
}
