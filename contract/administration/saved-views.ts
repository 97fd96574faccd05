import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { lineText, id, nothing, pathId } from '#contract/values.ts'

/** The lists that support saved views. */
export const VIEWED_LISTS = [
  'products',
  'suppliers',
  'stock',
  'ledger',
  'stockTakes',
  'stockTakeLines',
  'audit',
  'orders',
  'preorders',
  'refunds',
  'payments',
  'users',
  'stores',
  'terminals',
  'unknownCodes',
  'preorderEvents',
] as const
const viewedList = z.enum(VIEWED_LISTS)
export type ViewedList = z.output<typeof viewedList>

/** More than an admin would look through. */
export const MAX_VIEWS = 50

const viewName = lineText.check(z.minLength(1), z.maxLength(60))
/** The query string of a URL, limited to characters that can't end it. */
const viewQuery = z.string().check(z.maxLength(1000), z.regex(/^(?:[\w.~*+,:;=&-]|%[0-9A-Fa-f]{2})*$/))

const viewContent = { name: viewName, query: viewQuery, shared: z.boolean() }
const savedView = z.object({
  id,
  list: viewedList,
  ...viewContent,
  /** Whether the caller created it. */
  is_own: z.boolean(),
})
export type SavedView = z.output<typeof savedView>

const params = z.object({ id: pathId })

export const views = {
  list: endpoint({
    method: 'GET',
    path: 'admin/views',
    description: 'The views of a list: the caller’s own and those that others share, in the caller’s order.',
    access: 'staff',
    stores: { shopWide: 'Views are the caller’s own, or shared with everybody.' },
    reads: ['views'],
    query: z.strictObject({ list: viewedList }),
    answer: z.array(savedView),
    errors: FOR_ADMINS,
  }),
  create: endpoint({
    method: 'POST',
    path: 'admin/views',
    description: 'Saves a view under a name that no other view of the caller has on the list.',
    access: 'admin',
    touches: ['views'],
    body: z.strictObject({ list: viewedList, ...viewContent }),
    answer: savedView,
    errors: [...CHANGED_BY_ADMINS, 'form.invalid', 'list.tooLong'],
  }),
  update: endpoint({
    method: 'PUT',
    path: 'admin/views/:id',
    description: 'Changes the given fields of a view of the caller’s own, or of a shared one. Its owner stays.',
    access: 'admin',
    touches: ['views'],
    params,
    body: z.partial(z.strictObject(viewContent)),
    answer: savedView,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'form.invalid'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'admin/views/:id',
    description: 'Removes a view of the caller’s own, or one that is shared.',
    access: 'admin',
    touches: ['views'],
    params,
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound'],
  }),
  reorder: endpoint({
    method: 'PUT',
    path: 'admin/views/order',
    description: 'Sets the order of a list’s views, for the caller only. Views that are not named come last.',
    access: 'admin',
    touches: ['views'],
    body: z.strictObject({ list: viewedList, ids: z.array(id).check(z.maxLength(1000)) }),
    answer: z.array(savedView),
    errors: CHANGED_BY_ADMINS,
  }),
}
