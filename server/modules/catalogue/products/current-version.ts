import { type JoinBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

type Joined = JoinBuilder<Database & { version: Database['product_version'] }, 'product' | 'version'>

/** Joins a product's current version: `innerJoin('product_version as version', currentOfProduct)`. */
export const currentOfProduct = (join: Joined) =>
  // A literal, so that the planner can choose the index of current versions.
  join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true))
