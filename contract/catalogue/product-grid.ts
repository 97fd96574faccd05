import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery } from '#contract/lists.ts'
import { euros, freeText, id, pathId, quantity, reason } from '#contract/values.ts'
import { CAMPAIGN_OBSTACLES } from '#domain/catalogue/bulk-campaign.ts'
import { GRID_FIELDS } from '#domain/catalogue/grid/grid-change.ts'
import { PLAN_PROBLEMS } from '#domain/catalogue/price-plan.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import { MAX_BULK_ROWS } from './bulk-changes.ts'
import { namesItsStore, PRODUCT_COLUMNS, productFilters, productRow } from './product-list.ts'
import { purchasePriceValue as purchasePrice } from './purchase-prices.ts'

/** More chosen products do not fit in an address. */
export const MAX_GRID_IDS = 1000
/** Of 5,000 rows with every field changed. */
const MAX_GRID_BYTES = 5_000_000

const gridCampaign = z.strictObject({ price: euros, from_day: day, until_day: day })

/** A field's value: euros, a quantity, an id, yes or no, or a campaign. */
const cellValue = z.nullable(z.union([z.number(), z.boolean(), gridCampaign]))

const gridValues = {
  price: euros,
  /** Of the product's supplier, today, excluding VAT. */
  purchase_price: z.nullable(z.number()),
  alarm_limit: z.nullable(quantity),
  group_id: z.nullable(id),
  vat_class_id: id,
  order_pack: z.nullable(quantity),
  enabled: z.boolean(),
  /** In the query's store; null without one. */
  offered: z.nullable(z.boolean()),
  /** The one that runs, or else the next one. */
  campaign: z.nullable(gridCampaign),
}

const { name, unit, product_code_type } = productRow.shape
const gridRow = z.object({
  id,
  name,
  unit,
  product_code_type,
  code: z.nullable(z.string()),
  deposit: euros,
  ...gridValues,
})
export type GridRow = z.output<typeof gridRow>

const cellChange = <Was extends z.ZodMiniType, To extends z.ZodMiniType>(from: Was, to: To) =>
  z.optional(z.strictObject({ from, to }))
const sameChange = <Value extends z.ZodMiniType>(schema: Value) => cellChange(schema, schema)

/** The changed cells of a product: the value that the admin saw, and the new one. */
const rowChange = z.strictObject({
  product_id: id,
  price: sameChange(gridValues.price),
  purchase_price: cellChange(gridValues.purchase_price, purchasePrice),
  alarm_limit: sameChange(gridValues.alarm_limit),
  group_id: sameChange(gridValues.group_id),
  vat_class_id: sameChange(gridValues.vat_class_id),
  order_pack: sameChange(gridValues.order_pack),
  enabled: sameChange(gridValues.enabled),
  offered: cellChange(gridValues.offered, z.boolean()),
  campaign: sameChange(gridValues.campaign),
})
export type GridRowChange = z.output<typeof rowChange>

const gridChanges = z.strictObject({
  rows: z.array(rowChange).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS)),
  /** Where `offered` applies. */
  store_id: z.optional(id),
  /** Of the preview; without it, nothing is saved. */
  preview_hash: z.optional(freeText.check(z.maxLength(100))),
  reason,
})

const gridField = z.enum(GRID_FIELDS)
const gridProblem = z.enum([...FIELD_PROBLEMS, ...CAMPAIGN_OBSTACLES, ...PLAN_PROBLEMS])

const plannedRow = z.object({
  product_id: id,
  name: z.string(),
  /** `theirs`: another admin changed one of its cells to something else since; it stays unchanged until someone decides. */
  outcome: z.enum(['changed', 'same', 'invalid', 'theirs']),
  /** `from`: the value now. */
  cells: z.array(
    z.object({ field: gridField, from: cellValue, to: cellValue, outcome: z.enum(['changed', 'same', 'theirs']) }),
  ),
  /** `product`: it no longer exists. */
  problems: z.array(z.object({ field: z.union([gridField, z.literal('product')]), problem: gridProblem })),
})
export type PlannedGridRow = z.output<typeof plannedRow>

const gridResult = z.object({
  /** The id for undoing the change (`POST admin/bulk-changes/:id/undo`); null when nothing was changed. */
  id: z.nullable(id),
  /** A hash of what the rows depend on. */
  preview_hash: z.string(),
  rows: z.array(plannedRow),
})
export type GridDone = z.output<typeof gridResult>

export const productGrid = {
  rows: endpoint({
    method: 'GET',
    path: 'admin/products/grid',
    description:
      'The products that match the list’s query, or those in `ids` (separated by points), with the fields that a grid edits. At most 5,000: more are refused as `list.tooLong`.',
    access: 'admin',
    reads: ['products'],
    query: z
      .extend(listQuery(PRODUCT_COLUMNS, productFilters), {
        ids: z.optional(z.string().check(z.regex(/^[1-9]\d{0,9}(?:\.[1-9]\d{0,9}){0,999}$/))),
        store: z.optional(pathId),
      })
      .check(namesItsStore),
    answer: z.object({ rows: z.array(gridRow) }),
    errors: [...FOR_ADMINS, 'list.tooLong'],
  }),
  change: endpoint({
    method: 'POST',
    path: 'admin/products/grid',
    description:
      'Changes many products, each to values of its own, field by field: fields that others saved since are kept. Without `preview_hash`, nothing is saved: this is a preview. With the preview’s `preview_hash` the change is saved, or refused as `record.changed` if one of the products was saved since. Rows with a problem, or with a cell that another admin changed to something else, stay unchanged.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    maxBodyBytes: MAX_GRID_BYTES,
    body: gridChanges,
    answer: gridResult,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed'],
  }),
}
