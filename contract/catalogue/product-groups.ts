import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { limitedSchemas, omissible, typedLine } from '#contract/record-schemas.ts'
import { id, nothing, pathId, revision, reason } from '#contract/values.ts'
import { GROUP_FIELDS, MAX_GROUP_NAME_LENGTH } from '#domain/catalogue/group-fields.ts'

const groupName = typedLine.check(z.maxLength(MAX_GROUP_NAME_LENGTH))

const groupFields = limitedSchemas(GROUP_FIELDS)

const groupForm = {
  /** At least one of them; no two groups have the same name in any language: imports find groups by it. */
  names: z.strictObject({ en: groupName, fi: groupName, sv: groupName }),
  ...omissible(GROUP_FIELDS, groupFields),
}
export type ProductGroupInput = z.output<z.ZodMiniObject<typeof groupForm>>

export const productGroup = z.object({
  id,
  names: groupForm.names,
  ...groupFields,
  /** Its name in the requested language. */
  name: z.string(),
  revision,
  /** Number of products in it; with any it can't be removed. */
  products: z.int(),
})
export type ProductGroup = z.output<typeof productGroup>

const params = z.object({ id: pathId })

export const productGroups = {
  list: endpoint({
    method: 'GET',
    path: 'admin/product-groups',
    description: 'The groups of products, including hidden ones.',
    access: 'helper',
    stores: { shopWide: 'Groups of products belong to the shop.' },
    reads: ['products'],
    query: listQuery(['sort_order', 'name', 'id'], { q: z.optional(searchText) }),
    answer: pageSchema(productGroup),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/product-groups/:id',
    description: 'One group of products, and its `revision` for a change.',
    access: 'admin',
    reads: ['products'],
    params,
    answer: productGroup,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/product-groups',
    description: 'A new group of products. A name that is taken is `form.invalid` with `problems`.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    body: z.strictObject(groupForm),
    answer: productGroup,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/product-groups/:id',
    description: 'Saves a group. 409 with the saved one as `current` if it was changed since.',
    access: 'admin',
    touches: ['products', 'auditLog', 'closings'],
    params,
    body: z.strictObject({ ...groupForm, revision, reason }),
    answer: productGroup,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.changed', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/product-groups/:id',
    description: 'Removes a group without products and without sales; else 409, and it can only be hidden.',
    access: 'admin',
    touches: ['products', 'auditLog'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'record.inUse'],
  }),
}
