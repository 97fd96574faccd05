import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, pageSchema } from '#contract/lists.ts'
import { euros, freeText, id, instant, pathId, quantity, reason } from '#contract/values.ts'
import { CAMPAIGN_OBSTACLES } from '#domain/catalogue/bulk-campaign.ts'
import { toBasisPoints } from '#domain/catalogue/bulk-change.ts'
import { GRID_FIELDS } from '#domain/catalogue/grid/grid-change.ts'
import { FIELD_PROBLEMS } from '#domain/catalogue/product-form.ts'
import { namesItsStore, PRODUCT_COLUMNS, productFilters } from './product-list.ts'

/** Larger selections need several requests. */
export const MAX_BULK_ROWS = 5000

const percentSchema = (max: number) =>
  z.number().check(
    z.minimum(-99.99),
    z.maximum(max),
    z.refine(value => toBasisPoints(value) !== undefined),
  )
/** The first and the last day of a campaign. */
const campaignDays = { from_day: day, until_day: day }

const changeKinds = [
  /** Changes the price of the goods; the deposit stays unchanged. */
  z.strictObject({ kind: z.literal('pricePercent'), percent: percentSchema(1000), round_to_5_cents: z.boolean() }),
  z.strictObject({ kind: z.literal('priceTo'), price: euros }),
  z.strictObject({ kind: z.literal('supplier'), supplier_id: id }),
  z.strictObject({ kind: z.literal('vatClass'), vat_class_id: id }),
  z.strictObject({ kind: z.literal('group'), group_id: z.nullable(id) }),
  z.strictObject({ kind: z.literal('enabled'), enabled: z.boolean() }),
  z.strictObject({ kind: z.literal('offered'), store_id: id, offered: z.boolean() }),
  z.strictObject({ kind: z.literal('alarmLimit'), alarm_limit: z.nullable(quantity) }),
  /** A campaign whose price is so much below the regular one of its first day; the deposit stays unchanged. */
  z.strictObject({
    kind: z.literal('campaignPercent'),
    percent: percentSchema(-0.01),
    round_to_5_cents: z.boolean(),
    ...campaignDays,
  }),
  z.strictObject({ kind: z.literal('campaignTo'), price: euros, ...campaignDays }),
  /** Ends the running campaigns at once, or removes all planned ones. */
  z.strictObject({ kind: z.literal('endCampaign'), state: z.enum(['running', 'planned']) }),
] as const
const changeSchema = z.discriminatedUnion('kind', changeKinds)
/** Also the changes of a grid and of photos, which are others for each product. */
const madeChange = z.discriminatedUnion('kind', [
  ...changeKinds,
  z.strictObject({ kind: z.literal('grid'), fields: z.array(z.enum(GRID_FIELDS)) }),
  z.strictObject({ kind: z.literal('photos') }),
])

/** Null: all products that match the list's query. */
const productIds = z.nullable(z.array(id).check(z.minLength(1), z.maxLength(MAX_BULK_ROWS)))
/** A hash of the products' ids and revisions, and of their campaigns, as a preview showed them. */
const preview_hash = freeText.check(z.maxLength(100))

/** A human-readable value: euros, a name, yes or no. */
const fieldValue = z.nullable(z.union([z.number(), z.string(), z.boolean()]))

const bulkRow = z.object({
  product_id: id,
  name: z.string(),
  from: fieldValue,
  to: fieldValue,
  /** `changed`: the product was changed, or in a preview would be. `same`: it already has the value. */
  outcome: z.enum(['changed', 'same', 'invalid']),
  problems: z.array(z.object({ field: z.string(), problem: z.enum([...FIELD_PROBLEMS, ...CAMPAIGN_OBSTACLES]) })),
  /** Of a campaign that shoppers pay but don't see announced: the lowest price of the 30 days before, null if there was none. */
  unannounced: z.optional(z.object({ lowest_price: z.nullable(euros) })),
})
export type BulkRow = z.output<typeof bulkRow>

const bulkResult = z.object({
  /** The id for undoing the change; null when nothing was changed. */
  id: z.nullable(id),
  preview_hash,
  changed: z.int(),
  same: z.int(),
  invalid: z.int(),
  rows: z.array(bulkRow),
})
export type BulkDone = z.output<typeof bulkResult>

const bulkChange = z.object({
  id,
  change: madeChange,
  by: z.object({ id, email: z.string() }),
  at: instant,
  products: z.int(),
  undone_at: z.nullable(instant),
})
export type BulkChangeRow = z.output<typeof bulkChange>

export const bulkChanges = {
  change: endpoint({
    method: 'POST',
    path: 'admin/products/bulk',
    description:
      'Changes many products. A preview changes none and returns the old and the new values of each; the change itself needs the preview’s `preview_hash`, and is refused as `record.changed` if one of the products was saved since or, for campaigns, one of their campaigns or planned prices. Products that would become invalid, or cannot have a campaign, stay unchanged.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    query: listQuery(PRODUCT_COLUMNS, productFilters).check(namesItsStore),
    body: z.discriminatedUnion('preview', [
      z.strictObject({ preview: z.literal(true), ids: productIds, change: changeSchema }),
      z.strictObject({ preview: z.literal(false), ids: productIds, change: changeSchema, preview_hash, reason }),
    ]),
    answer: bulkResult,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid', 'list.tooLong'],
  }),
  addPhotos: endpoint({
    method: 'POST',
    path: 'admin/bulk-changes/photos',
    description:
      'Begins a change to which images are then added with its `id` as their `bulk_change`, so that they can be undone together. It is listed from its first image on.',
    access: 'admin',
    touches: [],
    answer: z.object({ id }),
    errors: CHANGED_BY_ADMINS,
  }),
  list: endpoint({
    method: 'GET',
    path: 'admin/bulk-changes',
    description: 'The changes of many products at once. The newest first.',
    access: 'admin',
    reads: ['products'],
    query: listQuery(['id'], {}),
    answer: pageSchema(bulkChange),
    errors: FOR_ADMINS,
  }),
  undo: endpoint({
    method: 'POST',
    path: 'admin/bulk-changes/:id/undo',
    description:
      'Restores the previous values of the changed products, except of those that were saved since, which are `skipped`. For campaigns: ends those that the change planned, resumes those that it ended on the same day, and plans again those that it removed. For photos: removes those that it added, and restores those that they replaced; nothing else counts as saved since. A repeated call changes nothing. Previous values are stored for the `bulk_change_days` of the settings (`GET admin/settings/retention`); `bulkChange.tooOld` has them as `days`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params: z.object({ id: pathId }),
    answer: z.object({ restored: z.int(), skipped: z.array(z.object({ product_id: id, name: z.string() })) }),
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'bulkChange.tooOld'],
  }),
}
