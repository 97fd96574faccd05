import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { euros, id, imageFile, quantity } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { PRODUCT_CODE_TYPES, PRODUCT_TYPES } from '#domain/catalogue/product-types.ts'
import { labelLayouts } from './scale-label-layouts.ts'

export const product = z.object({
  id,
  name: z.string(),
  description: z.string(),
  /** Today’s, VAT and deposit included. */
  price: euros,
  /**
   * Present while a campaign lowers the price: its last day, the price without it, and the lowest of the 30 days before it (null:
   * food that perishes quickly needs none). `text`: the same in the reader’s language.
   */
  campaign: z.optional(
    z.object({ until: z.string(), regular_price: euros, lowest_price: z.nullable(euros), text: z.string() }),
  ),
  /** A percentage: 25.5. */
  vat: z.number(),
  deposit: euros,
  unit: z.string(),
  content_quantity: z.nullable(quantity),
  content_unit: z.nullable(z.enum(['kg', 'l'])),
  /** €/kg or €/l, without the deposit. */
  unit_price: z.nullable(euros),
  units_per_case: z.nullable(z.int()),
  product_code: z.nullable(z.string()),
  ean13: z.nullable(z.string()),
  /** Also of one piece. Absent: none. */
  further_codes: z.optional(z.array(z.string())),
  eanCase: z.nullable(z.string()),
  prefix: z.nullable(z.string()),
  product_type: z.enum(PRODUCT_TYPES),
  product_code_type: z.enum(PRODUCT_CODE_TYPES),
  perishable: z.boolean(),
  /** Of alcohol at least that of adults. */
  min_age: z.nullable(z.int()),
  /** Present for alcohol, which is sold only in the country's hours. */
  alcohol: z.optional(z.literal(true)),
  /** For weighed products: the shop's label layouts. Absent when the shop uses the Finnish convention. */
  label_layouts: z.optional(labelLayouts),
  /** Present while it is recalled: it is sold nowhere. */
  recalled: z.optional(z.literal(true)),
  /**
   * How the active store reduces packages by their date, and which lots are recalled, for phones to judge scanned packages without a
   * network. Absent: not at all, or none.
   */
  markdown: z.optional(z.array(z.object({ days_left: z.int(), percent: z.int() }))),
  recalled_lots: z.optional(z.array(z.string())),
  /** Where shoppers don't see the name, it is empty, and the id is 1, which no supplier has. */
  supplier: z.object({ id, name: z.string() }),
  /** Absent: it has none, or the group is hidden. */
  group: z.optional(z.object({ id, name: z.string(), sort_order: z.int() })),
  sort_order: z.int(),
  drawing: z.nullable(z.enum(DRAWINGS)),
  /** The files of its first image, smallest first. */
  images: z.array(imageFile),
  /** The substances of Annex II to Regulation (EU) No 1169/2011 in it. Absent: not known. */
  allergens: z.optional(z.object({ contains: z.array(z.string()), may_contain: z.array(z.string()) })),
  /** `status`: truthy when shoppers can buy it in their active store. `left`: only set when few are left. */
  active_store_stock: z.nullable(
    z.object({ status: z.boolean(), level: z.enum(['ok', 'low', 'out']), remaining: z.nullable(quantity) }),
  ),
})
export type Product = z.output<typeof product>

export const products = {
  list: endpoint({
    method: 'GET',
    path: 'products',
    description: 'All enabled products of both types, with the active store’s status. Has an ETag.',
    access: 'shopper',
    reads: ['products'],
    answer: z.array(product),
    errors: ['session.required', 'session.unverified'],
    recentSession: true,
    raw: true,
  }),
}
