import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { CHANGED_BY_ADMINS, FOR_ADMINS, listQuery, pageOf, searchText } from '#contract/lists.ts'
import { email as address, freeText, id, nothing, pathId } from '#contract/values.ts'

/** How often a record was saved. A save sends the revision that it started from. */
export const revision = z.int().check(z.minimum(1))
/** The reason, for the audit log. */
export const reason = z.optional(freeText.check(z.maxLength(500)))

const name = z.pipe(
  z.pipe(
    freeText,
    z.transform(text => text.trim()),
  ),
  z.string().check(z.minLength(1), z.maxLength(100)),
)

/** The address that orders for its goods are sent to. Absent: unchanged; null: none. */
const email = z.optional(z.nullable(address))

export const supplier = z.object({
  id,
  name: z.string(),
  email: z.nullable(z.string()),
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
    answer: pageOf(supplier),
    errors: FOR_ADMINS,
  }),
  read: endpoint({
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
    summary:
      'A new supplier. A name that another one has is `form.invalid` with `problems`: imports find suppliers by it.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    body: z.strictObject({ name, email }),
    answer: supplier,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/suppliers/:id',
    summary: 'Saves a supplier. When somebody else saved it meanwhile, 409 with what is there now as `current`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({ revision, name, email, reason }),
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
