import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText } from '#contract/lists.ts'
import { id, instant, nothing, pathId, reason } from '#contract/values.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'

const rightKind = z.enum(STORE_RIGHTS)

/** A kind of right; `stores` null: in all stores, also in later ones. */
export const personRight = z.object({
  kind: rightKind,
  stores: z.nullable(z.array(z.object({ id, name: z.string() }))),
})
export type PersonRight = z.output<typeof personRight>

/** `store_ids` null: all stores, also later ones. Each kind at most once. */
export const rightInputs = z
  .array(
    z.strictObject({ kind: rightKind, store_ids: z.nullable(z.array(id).check(z.minLength(1), z.maxLength(200))) }),
  )
  .check(
    z.maxLength(STORE_RIGHTS.length),
    z.refine(rights => new Set(rights.map(right => right.kind)).size === rights.length),
  )
export type RightInputs = z.output<typeof rightInputs>

const person = z.object({
  id,
  email: z.string(),
  /** May do everything, whatever the rights. */
  is_admin: z.boolean(),
  is_blocked: z.boolean(),
  is_verified: z.boolean(),
  rights: z.array(personRight),
  /** When the person last used a session, precise to the hour; null: never signed in. */
  last_seen_at: z.nullable(instant),
  has_passkey: z.boolean(),
  /** Number of browsers in which the person is signed in. */
  sessions: z.int(),
})
export type Person = z.output<typeof person>

const params = z.object({ id: pathId })
const peopleErrors = [
  ...CHANGED_BY_ADMINS,
  'session.signInAgain',
  'notFound',
  'user.passkeyNeeded',
  'user.passkeyNew',
  // Every change of access checks these; neither rights in stores nor sessions cause them.
  'user.lastAdmin',
  'user.yourself',
] as const

export const people = {
  list: endpoint({
    method: 'GET',
    path: 'admin/people',
    description: 'The admins and everybody with a right in a store. `store`: only those who may do something there.',
    access: 'admin',
    reads: ['users', 'stores'],
    query: listQuery(['email', 'last_seen_at'], {
      q: z.optional(searchText),
      right: z.optional(z.enum(['admin', ...STORE_RIGHTS])),
      store: z.optional(pathId),
    }),
    answer: pageSchema(person),
    errors: FOR_ADMINS,
  }),
  changeRights: endpoint({
    method: 'PUT',
    path: 'admin/people/:id/rights',
    description:
      'Replaces a user’s rights in stores; none ends them. `from`: the rights that the change started from. The user is emailed, and logged out everywhere before gaining a right.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ from: rightInputs, rights: rightInputs, reason }),
    answer: nothing,
    errors: [...peopleErrors, 'record.changed', 'store.notFound'],
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: 'admin/people/:id/sessions',
    description: 'Logs a user out everywhere. For one’s own sessions: `sessions`.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    answer: nothing,
    errors: peopleErrors,
  }),
}
