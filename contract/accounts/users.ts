import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { id, instant } from '#contract/values.ts'
import { STORE_RIGHTS } from '#domain/accounts/store-rights.ts'

export const user = z.object({
  id,
  email: z.string(),
  phone: z.nullable(z.string()),
  is_admin: z.boolean(),
  isAdmin: z.boolean(),
  /** The user's rights, each in one store; `store_id` null: in all stores. */
  rights: z.array(z.object({ kind: z.enum(STORE_RIGHTS), store_id: z.nullable(id) })),
  is_verified: z.boolean(),
  language_id: id,
  /** The user entered the right code for a number that another account has verified. */
  phone_unique_warning: z.boolean(),
  /** An admin has blocked the number since it was verified. */
  phone_blocked: z.boolean(),
  /** When the next SMS may be sent; null when one may be sent now. */
  sms_cooldown_until: z.nullable(instant),
  /** A code was sent to `phone` and has not been entered yet. */
  verification_pending: z.boolean(),
  last_login: z.nullable(instant),
  active_store: z.nullable(z.object({ id, name: z.string() })),
  activeStoreId: z.nullable(id),
  active_preorder_event: z.nullable(z.object({ id, preorder_event_items: z.array(z.object({ product_id: id })) })),
  activePreorderEventId: z.nullable(id),
})
export type User = z.output<typeof user>

export const users = {
  update: endpoint({
    method: 'PUT',
    path: 'user',
    description: 'Changes the caller’s own language, active store or active pre-order event; other fields are refused.',
    access: 'signedIn',
    // The response is the user as saved. Only another store concerns more, and another device may have chosen it: see
    // `refreshStoreData`.
    touches: [],
    body: z.strictObject({
      language_id: z.optional(id),
      activeStoreId: z.optional(z.nullable(id)),
      activePreorderEventId: z.optional(z.nullable(id)),
    }),
    answer: user,
    errors: ['csrf.invalid', 'session.required', 'session.unverified', 'store.notFound', 'store.paymentPending'],
  }),
}
