import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { day, FOR_ADMINS, listQuery } from '#contract/lists.ts'
import { id } from '#contract/values.ts'
import { LABEL_FORMATS } from '#domain/catalogue/label-sheet.ts'
import { namesItsStore, PRODUCT_COLUMNS, productFilters } from './product-list.ts'

/** Per request, on one paper roll or stack of sheets. */
export const MOST_LABELS = 2000

const small = (most: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)),
    z.int().check(z.minimum(1), z.maximum(most)),
  )

/** Comma-separated ids, as links contain them. */
const ids = z.pipe(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,9}(,[1-9]\d{0,9})*$/), z.maxLength(12_000)),
    z.transform(text => text.split(',').map(Number)),
  ),
  z.array(id).check(z.maxLength(MOST_LABELS)),
)

export const shelfLabels = {
  pdf: endpoint({
    method: 'GET',
    path: 'admin/shelf-labels.pdf',
    summary:
      'Shelf labels to print, of the products that are named or, with no `ids`, of all that the list would show. `start`: the first free place of a used sheet. `code`: the bars of one unit, or of a case. `day`: prices and campaigns of a later day; else of today.',
    access: 'admin',
    query: listQuery(PRODUCT_COLUMNS, {
      ...productFilters,
      ids: z.optional(ids),
      format: z.enum(LABEL_FORMATS),
      copies: z.optional(small(50)),
      start: z.optional(small(24)),
      code: z.optional(z.enum(['unit', 'case'])),
      day: z.optional(day),
    }).check(namesItsStore),
    answer: z.string(),
    errors: [...FOR_ADMINS, 'notFound', 'list.tooLong'],
    download: 'pdf',
  }),
}
