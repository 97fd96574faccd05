import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { email as address, euros, freeText, lineText, id, languageCode, nothing, pathId } from '#contract/values.ts'
import { ORDER_DAYS, SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'
import { centsFromEuros } from '#domain/money.ts'

/** How often a record was saved. A save sends the revision that it started from. */
export const revision = z.int().check(z.minimum(1))
/** The reason, for the audit log. */
export const reason = z.optional(freeText.check(z.maxLength(500)))

const name = lineText.check(z.minLength(1), z.maxLength(SUPPLIER_FIELDS.name.longest))

/** The address that orders for its goods are sent to. Absent: unchanged; null: none. */
const email = z.optional(z.nullable(address))

/** Whether shoppers see the name with its products. Absent: unchanged, and of a new supplier true. */
const nameShown = z.optional(z.boolean())

const { lead_days: LEAD } = SUPPLIER_FIELDS
const MAX_EUROS = 1_000_000

/** How goods are ordered from it. Absent: unchanged; null: not known. */
const terms = z.object({
  /** Of orders and their PDFs; null: that of the admin who sends them. */
  language: z.nullable(languageCode),
  lead_days: z.nullable(z.int().check(z.minimum(LEAD.least), z.maximum(LEAD.most))),
  /** Weekdays on which it takes orders, Monday is 1: `14`. Null: any day. */
  order_days: z.nullable(
    z.string().check(
      z.regex(/^[1-7]{1,7}$/),
      z.refine(text => ORDER_DAYS.test(text)),
    ),
  ),
  /** The smallest order, excluding VAT. */
  least_order: z.nullable(
    euros.check(
      z.minimum(0),
      z.maximum(MAX_EUROS),
      z.refine(value => centsFromEuros(value) !== undefined),
    ),
  ),
})
const typedTerms = z.partial(terms).shape

export const supplier = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
  /** Shoppers see the name with its products. */
  name_shown: z.boolean(),
  ...terms.shape,
  revision,
  /** Number of products that refer to it; with any it can't be removed. */
  products: z.int(),
})
export type Supplier = z.output<typeof supplier>

const params = z.object({ id: pathId })

export const suppliers = {
  list: endpoint({
    method: 'GET',
    path: 'admin/suppliers',
    summary: 'The suppliers.',
    access: 'admin',
    reads: ['products'],
    query: listQuery(['name', 'id'], { q: z.optional(searchText) }),
    answer: pageSchema(supplier),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/suppliers/:id',
    summary: 'One supplier.',
    access: 'admin',
    reads: ['products'],
    params,
    answer: supplier,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/suppliers',
    summary: 'A new supplier. A name that is taken is `form.invalid` with `problems`: imports find suppliers by it.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    body: z.strictObject({ name, email, name_shown: nameShown, ...typedTerms }),
    answer: supplier,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/suppliers/:id',
    summary: 'Saves a supplier. 409 with the saved one as `current` if it was changed since.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({ revision, name, email, name_shown: nameShown, ...typedTerms, reason }),
    answer: supplier,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/suppliers/:id',
    summary: 'Removes a supplier that no product names; else 409 with the number of `products`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
}
