import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forHelpers } from '#contract/for-keepers.ts'
import { euros, id, instant, longId, nothing, pathId } from '#contract/values.ts'
import { MARKDOWN_DAYS, MARKDOWN_PERCENT } from '#domain/catalogue/markdown.ts'
import { LABEL_FORMATS } from '#domain/catalogue/shelf-label-sheet.ts'
import { stockLot } from './stock.ts'

const daysLeft = z.int().check(z.minimum(MARKDOWN_DAYS.min), z.maximum(MARKDOWN_DAYS.max))

/** A lot whose date reduces its price today. */
const reducedLot = z.extend(stockLot, {
  /** Today’s, and the reduced one. */
  price: forHelpers(euros),
  reduced_price: forHelpers(euros),
  percent: z.int(),
  /** Of the step that has begun. */
  days_left: daysLeft,
  /** False: a label can't name the product, which has no code of its own or is weighed into packages. */
  has_code: z.boolean(),
  /** When it got labels with this price; null: it needs them. */
  marked_at: z.nullable(instant),
})
export type ReducedLot = z.output<typeof reducedLot>

const MAX_MARKED = 500
const reductionStep = { lot_id: longId, days_left: daysLeft }
const markedLot = z.strictObject({
  ...reductionStep,
  percent: z.int().check(z.minimum(MARKDOWN_PERCENT.min), z.maximum(MARKDOWN_PERCENT.max)),
  reduced_price: euros.check(z.minimum(0), z.maximum(1_000_000)),
})
export type MarkedLot = z.output<typeof markedLot>

const lotsWith = <Item extends z.ZodMiniType>(item: Item) =>
  z.strictObject({ lots: z.array(item).check(z.minLength(1), z.maxLength(MAX_MARKED)) })

/** Comma-separated ids, as links contain them. */
const lotIds = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15})*$/), z.maxLength(8_500)),
    z.transform(text => text.split(',').map(Number)),
  ),
  z.array(longId).check(z.maxLength(MAX_MARKED)),
)
const labelPlace = z.pipe(
  z.pipe(z.string().check(z.regex(/^[1-9]\d?$/)), z.transform(Number)),
  z.int().check(z.minimum(1), z.maximum(24)),
)

const storeParams = z.object({ id: pathId })

export const reducedLots = {
  list: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/reduced-lots',
    description:
      'The lots of a store whose date reduces their price today, by its markdown rules, and whether they have red labels for it. What ends first is first.',
    access: 'helper',
    stores: { store: 'params.id' },
    reads: ['products', 'markedLots'],
    params: storeParams,
    answer: z.object({ today: z.string(), items: z.array(reducedLot) }),
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  mark: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/reduced-lots/mark',
    description: 'Records that lots have red labels with these prices.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['markedLots'],
    params: storeParams,
    body: lotsWith(markedLot),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  unmark: endpoint({
    method: 'POST',
    path: 'admin/stores/:id/reduced-lots/unmark',
    description: 'Removes the record that lots have red labels.',
    access: 'helper',
    stores: { store: 'params.id' },
    touches: ['markedLots'],
    params: storeParams,
    body: lotsWith(z.strictObject(reductionStep)),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  pdf: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/red-labels.pdf',
    description:
      'Red labels to print: reduced price, percentage, date, and a QR code (GS1 Digital Link) that the shop’s scanner reads. `copies`: one of each lot, or one of each package. `start`: the first free place of a used sheet.',
    access: 'helper',
    stores: { store: 'params.id' },
    params: storeParams,
    query: z.strictObject({
      lot_ids: lotIds,
      format: z.enum(LABEL_FORMATS),
      copies: z.optional(z.enum(['lot', 'package'])),
      start: z.optional(labelPlace),
    }),
    download: 'pdf',
    answer: nothing,
    errors: [...FOR_ADMINS, 'notFound', 'list.tooLong'],
  }),
}

/** Packages of a product that are cheaper today. */
const reducedGoods = z.object({
  product_id: id,
  best_before: z.nullable(z.string()),
  use_by: z.nullable(z.string()),
  price: euros,
  reduced_price: euros,
  percent: z.int(),
})
export type ReducedGoods = z.output<typeof reducedGoods>

export const savings = {
  list: endpoint({
    method: 'GET',
    path: 'reduced-goods',
    description:
      'What the shopper’s store sells cheaper today, since its date is near. The price is that of packages whose code names the date.',
    access: 'shopper',
    reads: ['products'],
    answer: z.object({ items: z.array(reducedGoods) }),
    errors: ['session.required', 'session.unverified'],
  }),
}
