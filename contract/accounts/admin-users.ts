import * as z from 'zod/mini'
import { CHANGED_BY_ADMINS, FOR_ADMINS, endpoint } from '#contract/endpoint.ts'
import { listQuery, pageSchema, searchText, yesOrNo } from '#contract/lists.ts'
import { euros, freeText, id, instant, longId, nothing, pathId, reason } from '#contract/values.ts'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { REMOVAL_BLOCKERS } from './privacy.ts'

export const userRow = z.object({
  id,
  email: z.string(),
  phone: z.nullable(z.string()),
  is_admin: z.boolean(),
  /** May read the closings and reports; an admin may anyway. */
  is_bookkeeper: z.boolean(),
  is_verified: z.boolean(),
  is_blocked: z.boolean(),
  /** Whether the user’s current number is blocked. */
  phone_blocked: z.boolean(),
  phone_unique_warning: z.boolean(),
  last_login: z.nullable(instant),
  active_store: z.nullable(z.object({ id, name: z.string() })),
  created_at: instant,
})
export type UserRow = z.output<typeof userRow>

export const adminUser = z.extend(userRow, {
  language_id: id,
  blocked_at: z.nullable(instant),
  /** Number of browsers in which the user is signed in. */
  sessions: z.int(),
  /** Number of the user’s passkeys. */
  passkeys: z.int(),
  /** Blocked numbers that the user has, or had when the number was blocked. */
  blocked_phones: z.array(z.object({ phone: z.string(), blocked_at: instant })),
  /** The other account that verified the user’s number. */
  phone_owner: z.nullable(z.object({ id, email: z.string() })),
  /** The number of the user’s orders that are not cancelled, and the latest of them. */
  orders: z.object({
    total: z.int(),
    latest: z.array(
      z.object({
        id: longId,
        status: z.enum(ORDER_STATUSES),
        total_amount: euros,
        store: z.object({ id, name: z.string() }),
        updated_at: instant,
      }),
    ),
  }),
  /** The user’s visits that are kept, and the latest of them. */
  visits: z.object({
    total: z.int(),
    latest: z.array(
      z.object({
        id: longId,
        created_at: instant,
        store: z.object({ id, name: z.string(), time_zone: z.string() }),
        has_purchase: z.boolean(),
      }),
    ),
  }),
})
export type AdminUser = z.output<typeof adminUser>

const params = z.object({ id: pathId })
/** Admins who remove their own access must confirm it with `confirm_self`; otherwise 409 `user.yourself`. */
const justificationFields = { reason, confirm_self: z.optional(z.literal(true)) }
const protectedUser = ['user.passkeyNeeded', 'user.passkeyNew'] as const
const changeErrors = [
  ...CHANGED_BY_ADMINS,
  'session.signInAgain',
  'notFound',
  'user.lastAdmin',
  'user.yourself',
  ...protectedUser,
] as const

export const adminUsers = {
  list: endpoint({
    method: 'GET',
    path: 'admin/users',
    description: 'The users, found by parts of their email addresses and phone numbers (+358 40 … or 040 …).',
    access: 'admin',
    reads: ['users'],
    query: listQuery(['last_login', 'email', 'created_at', 'id'], {
      q: z.optional(searchText),
      is_admin: z.optional(yesOrNo),
      is_bookkeeper: z.optional(yesOrNo),
      is_blocked: z.optional(yesOrNo),
      is_verified: z.optional(yesOrNo),
      phone_blocked: z.optional(yesOrNo),
    }),
    answer: pageSchema(userRow),
    errors: FOR_ADMINS,
  }),
  get: endpoint({
    method: 'GET',
    path: 'admin/users/:id',
    description: 'One user with rights, blocks, sessions, passkeys and the number of orders.',
    access: 'admin',
    reads: ['users'],
    params,
    answer: adminUser,
    errors: [...FOR_ADMINS, 'notFound'],
  }),
  block: endpoint({
    method: 'PUT',
    path: 'admin/users/:id/blocked',
    description:
      'Blocks a user, whose sessions all end immediately, or lets the user in again. The last admin cannot be blocked. An admin or a bookkeeper: only with a fresh passkey.',
    access: 'admin',
    needsFreshPasskey: 'byTarget',
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ is_blocked: z.boolean(), ...justificationFields }),
    answer: adminUser,
    errors: changeErrors,
  }),
  makeAdmin: endpoint({
    method: 'PUT',
    path: 'admin/users/:id/admin',
    description:
      'Grants a user the admin right, which ends the user’s sessions, or revokes it; the last admin keeps it. All admins are mailed.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ is_admin: z.boolean(), ...justificationFields }),
    answer: adminUser,
    errors: changeErrors,
  }),
  makeBookkeeper: endpoint({
    method: 'PUT',
    path: 'admin/users/:id/bookkeeper',
    description:
      'Grants a user the right to read closings, reports and receipts, which ends the user’s sessions, or revokes it.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ is_bookkeeper: z.boolean(), ...justificationFields }),
    answer: adminUser,
    errors: changeErrors,
  }),
  remove: endpoint({
    method: 'POST',
    path: 'admin/users/:id/removal',
    description:
      'Erases a user who asked for it, immediately and irrevocably. Booked pre-orders are cancelled. For one’s own account: `removal`.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ reason }),
    answer: nothing,
    errors: [...CHANGED_BY_ADMINS, 'notFound', 'user.yourself', ...protectedUser, ...REMOVAL_BLOCKERS],
  }),
  resetPasskeys: endpoint({
    method: 'POST',
    path: 'admin/users/:id/passkeys-reset',
    description:
      'Removes all passkeys of an admin who has lost them, ends the admin’s sessions and emails all admins. For one’s own passkeys: `passkeys`.',
    access: 'admin',
    needsFreshPasskey: true,
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ reason }),
    answer: adminUser,
    errors: changeErrors,
  }),
  blockPhone: endpoint({
    method: 'PUT',
    path: 'admin/users/:id/phone-blocked',
    description: 'Blocks the phone number of a user, so that no account can be verified by it, or unblocks it.',
    access: 'admin',
    needsFreshPasskey: 'byTarget',
    touches: ['users', 'auditLog'],
    params,
    body: z.strictObject({ phone: freeText.check(z.maxLength(20)), is_blocked: z.boolean(), ...justificationFields }),
    answer: adminUser,
    errors: [...changeErrors, 'user.phoneOther'],
  }),
}
