import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { forKeepers } from '#contract/for-keepers.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { limitedSchemas, omissible, recordSchemas } from '#contract/record-schemas.ts'
import { euros, id, nothing, pathId, revision, reason } from '#contract/values.ts'
import { SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'

const supplierForm = omissible(SUPPLIER_FIELDS, limitedSchemas(SUPPLIER_FIELDS))
export type SupplierInput = z.output<z.ZodMiniObject<typeof supplierForm>>

export const supplier = z.object({
  id,
  ...recordSchemas(SUPPLIER_FIELDS),
  revision,
  /** Number of products that refer to it; with any it can't be removed. */
  products: z.int(),
})
export type Supplier = z.output<typeof supplier>

/** Those who only help in a store get neither its address for orders nor its smallest order. */
const listedSupplier = z.extend(supplier, { email: forKeepers(z.string()), min_order: forKeepers(euros) })

const params = z.object({ id: pathId })

export const suppliers = {
  list: endpoint({
    method: 'GET',
    path: 'admin/suppliers',
    description: 'The suppliers with their terms of ordering and numbers of products.',
    access: 'helper',
    stores: { shopWide: 'Suppliers belong to the shop.' },
    reads: ['products'],
    query: listQuery(['name', 'id'], { q: z.optional(searchText) }),
    answer: pageSchema(listedSupplier),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/suppliers/:id',
    description: 'One supplier, and its `revision` for a change.',
    access: 'admin',
    reads: ['products'],
    params,
    answer: supplier,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/suppliers',
    description:
      'A new supplier. A name that is taken is `form.invalid` with `problems`: imports find suppliers by it.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    body: z.strictObject(supplierForm),
    answer: supplier,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/suppliers/:id',
    description: 'Saves a supplier. 409 with the saved one as `current` if it was changed since.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    body: z.strictObject({ ...supplierForm, revision, reason }),
    answer: supplier,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/suppliers/:id',
    description: 'Removes a supplier that no product names; else 409 with the number of `products`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
}
