import { sql } from 'kysely'

/**
 * Whether goods are perishable, which excludes withdrawal, as marked when they were ordered. For lines without the mark, written
 * by servers of the previous version, the product's mark counts. The query must contain `order_line` and `product` under these
 * names.
 */
export const wasPerishable = sql<boolean>`coalesce(order_line.perishable, product.perishable)`
