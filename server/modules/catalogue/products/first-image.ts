import { sql } from 'kysely'

/** The image of the `product` of a statement that shoppers see, or null. */
export const firstImage = sql<{ hash: string; widths: number[] } | null>`(
  SELECT json_build_object('hash', hash, 'widths', widths) FROM product_image
  WHERE product_id = product.id AND removed_at IS NULL ORDER BY place, id LIMIT 1)`
