import * as z from 'zod/mini'
import { forHelpers } from '#contract/for-keepers.ts'
import { listQuery, searchText, yesOrNo } from '#contract/lists.ts'
import { euros, id, instant, pathId, quantity, revision, stockLevel } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { PLAN_KINDS, PLANNED_PRICES } from '#domain/catalogue/price-plan.ts'
import { LABEL_CHANGES, LABEL_STATES } from '#domain/catalogue/printed-shelf-label.ts'
import { product } from './products.ts'

const { product_type, product_code_type } = product.shape

/** What helpers print on labels. */
const sellingPrice = forHelpers(euros)

/** A product in the list; the name is in the requested language. */
export const productRow = z.object({
  id,
  revision,
  name: z.string(),
  /** Without a campaign. */
  price: sellingPrice,
  /** What shoppers pay while a campaign lowers the price. */
  campaign_price: z.nullable(sellingPrice),
  /** The next campaign, or price from a day on, that begins after today. */
  planned: z.nullable(z.object({ kind: z.enum(PLAN_KINDS), price: sellingPrice, from_day: z.string() })),
  unit: z.string(),
  supplier: z.object({ id, name: z.string() }),
  group: z.nullable(z.object({ id, name: z.string() })),
  product_type,
  product_code_type,
  product_code: z.nullable(z.string()),
  ean13: z.nullable(z.string()),
  eanCase: z.nullable(z.string()),
  enabled: z.boolean(),
  sort_order: z.int(),
  drawing: z.nullable(z.enum(DRAWINGS)),
  /** The URL of its first image's smallest file. */
  thumbnail: z.nullable(z.string()),
  /** Number of stores that offer it. */
  offered_in: z.int(),
  /** Its state in the query's `store`; null when the query has none. */
  in_store: z.nullable(z.object({ offered: z.boolean(), quantity, level: z.nullable(stockLevel) })),
  /** Only with the filter `shelf_label`: its label, whose prices that shows, and why it is out of date; null: never printed. */
  shelf_label: z.optional(
    z.nullable(z.object({ printed_at: instant, day: z.string(), changes: z.array(z.enum(LABEL_CHANGES)) })),
  ),
  updated_at: instant,
})
export type ProductRow = z.output<typeof productRow>

export const PRODUCT_COLUMNS = ['name', 'price', 'sort_order', 'updated_at', 'id'] as const
export const productFilters = {
  q: z.optional(searchText),
  supplier_id: z.optional(pathId),
  vat_class_id: z.optional(pathId),
  /** 0: only products without a group. */
  group_id: z.optional(
    z.union([
      pathId,
      z.pipe(
        z.literal('0'),
        z.transform(() => 0 as const),
      ),
    ]),
  ),
  enabled: z.optional(yesOrNo),
  product_type: z.optional(product_type),
  product_code_type: z.optional(product_code_type),
  /** Only products that lack food information which distance selling demands. */
  food_missing: z.optional(
    z.pipe(
      z.literal('true'),
      z.transform(() => true as const),
    ),
  ),
  /** Only products whose case has the code of a piece, and no other code. */
  piece_code_as_case: z.optional(
    z.pipe(
      z.literal('true'),
      z.transform(() => true as const),
    ),
  ),
  /** Only products that a campaign makes cheaper today, or with a campaign or price from a later day on. */
  prices: z.optional(z.enum(PLANNED_PRICES)),
  /** Only products that a store offers whose shelf label is to be printed; or those printed at the last time. */
  shelf_label: z.optional(z.enum(LABEL_STATES)),
  /** Only products that this store offers. */
  offered_in: z.optional(pathId),
  /** Fills `in_store` for this store; `level` and `offered` filter by it. */
  store: z.optional(pathId),
  level: z.optional(stockLevel),
  offered: z.optional(yesOrNo),
}

/** The stores that the filters name. */
export const BY_PRODUCT_FILTERS = {
  store: 'query.store',
  also: 'query.offered_in',
  otherwise: 'Products belong to the shop.',
} as const

/** Without a store these filters would have no effect, and all products would be shown, or changed. */
export const namesItsStore = z.refine<{ store?: unknown; level?: unknown; offered?: unknown }>(
  ({ store, level, offered }) => store !== undefined || (level === undefined && offered === undefined),
)
export const productQuery = listQuery(PRODUCT_COLUMNS, productFilters).check(namesItsStore)
