import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { day, listQuery, instantInput } from '#contract/lists.ts'
import { id, nothing } from '#contract/values.ts'
import { LABEL_FORMATS } from '#domain/catalogue/shelf-label-sheet.ts'
import { BY_PRODUCT_FILTERS, namesItsStore, PRODUCT_COLUMNS, productFilters } from './product-list.ts'

/** Per request, on one paper roll or stack of sheets. */
export const MAX_LABELS = 2000

const smallNumber = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)),
    z.int().check(z.minimum(1), z.maximum(max)),
  )

/** Comma-separated ids, as links contain them. */
const productIds = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/), z.maxLength(12_000)),
    z.transform(text => text.split(',').map(Number)),
  ),
  z.array(id).check(z.maxLength(MAX_LABELS)),
)

export const shelfLabels = {
  pdf: endpoint({
    method: 'GET',
    path: 'admin/shelf-labels.pdf',
    description:
      'Shelf labels to print, of the given products or, without `ids`, of all that the list would show. `start`: the first free place of a used sheet. `code`: the bars of one unit, or of a case. `day`: prices and campaigns of a later day, at most a year ahead; else those of today. The printed content is stored for the products’ filter `shelf_label`, but not after `remember_until`: browsers may reopen an old link.',
    access: 'helper',
    stores: BY_PRODUCT_FILTERS,
    touches: ['products', 'home'],
    query: listQuery(PRODUCT_COLUMNS, {
      ...productFilters,
      ids: z.optional(productIds),
      format: z.enum(LABEL_FORMATS),
      copies: z.optional(smallNumber(50)),
      start: z.optional(smallNumber(24)),
      code: z.optional(z.enum(['unit', 'case'])),
      day: z.optional(day),
      remember_until: z.optional(instantInput),
    }).check(namesItsStore),
    answer: z.string(),
    errors: [...FOR_ADMINS, 'notFound', 'list.tooLong', 'form.invalid'],
    download: 'pdf',
  }),
  markUnprinted: endpoint({
    method: 'POST',
    path: 'admin/shelf-labels/mark-unprinted',
    description:
      'Removes the stored labels of products that have none on the shelf, which then no longer count as outdated. `ids` null: of all products that the list would show.',
    access: 'helper',
    stores: BY_PRODUCT_FILTERS,
    touches: ['products', 'home'],
    query: listQuery(PRODUCT_COLUMNS, productFilters).check(namesItsStore),
    body: z.strictObject({ ids: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(MAX_LABELS))) }),
    answer: nothing,
    errors: CHANGED_BY_ADMINS,
  }),
}
