import { sql } from 'kysely'

/**
 * Whether goods spoil quickly, of which there is no withdrawal: as they were marked when they were ordered. Of lines without it,
 * which servers of the version before wrote, the product tells. Wants `order_line` and `product` in the query, by these names.
 */
export const wasPerishable = sql<boolean>`coalesce(order_line.perishable, product.perishable)`
