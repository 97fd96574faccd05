import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { id, pathId } from '#contract/values.ts'
import { MARKDOWN_DAYS, MARKDOWN_PERCENT } from '#domain/catalogue/markdown.ts'

const markdownStep = z.strictObject({
  /** From so many days before a package's date on; below 0 after a best-before date. */
  days_left: z.int().check(z.minimum(MARKDOWN_DAYS.min), z.maximum(MARKDOWN_DAYS.max)),
  percent: z.int().check(z.minimum(MARKDOWN_PERCENT.min), z.maximum(MARKDOWN_PERCENT.max)),
})
/** For a product, for a group, or without both for all products. The first of these that exists is the product's. */
const markdownRule = z.strictObject({
  product_id: z.nullable(id),
  group_id: z.nullable(id),
  steps: z.array(markdownStep).check(z.minLength(1), z.maxLength(10)),
})
const storeRules = z.object({
  /** 0: the store has no saved rules. */
  revision: z.int(),
  rules: z.array(z.object({ ...markdownRule.shape, steps: z.array(z.object(markdownStep.shape)) })),
})
export type MarkdownRules = z.output<typeof storeRules>

const storeParams = z.object({ id: pathId })

export const markdownRules = {
  get: endpoint({
    method: 'GET',
    path: 'admin/stores/:id/markdown-rules',
    description: 'By how much a store reduces goods before their date, and after a best-before date.',
    access: 'keeper',
    stores: { store: 'params.id' },
    reads: ['products'],
    params: storeParams,
    answer: storeRules,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  change: endpoint({
    method: 'PUT',
    path: 'admin/stores/:id/markdown-rules',
    description: 'Replaces the markdown rules of a store. Packages have the new prices immediately.',
    access: 'keeper',
    stores: { store: 'params.id' },
    touches: ['products', 'auditLog'],
    params: storeParams,
    body: z.strictObject({
      revision: z.int().check(z.minimum(0)),
      rules: z.array(markdownRule).check(z.maxLength(200)),
    }),
    answer: storeRules,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid', 'record.changed'],
  }),
}
