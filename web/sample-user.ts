import type { User } from '#contract/accounts/users.ts'

/** A signed-in shopper for tests, with other values where a test needs them. */
export const sampleUser = (other: Partial<User> = {}): User => ({
  id: 1007,
  email: '',
  phone: null,
  is_admin: false,
  isAdmin: false,
  rights: [],
  is_verified: true,
  language_id: 1002,
  phone_unique_warning: false,
  phone_blocked: false,
  sms_cooldown_until: null,
  verification_pending: false,
  last_login: '2026-11-22T10:00:00.000Z',
  active_store: null,
  activeStoreId: null,
  active_preorder_event: null,
  activePreorderEventId: null,
  ...other,
})
