import { afterEach, expect, test } from 'vitest'
import type { User } from '#contract/accounts/users.ts'
import { readStored } from '#web/kit/api/browser-storage.ts'
import { storePendingLogin, pendingLogin } from '#web/shop/accounts/sign-in/use-sign-in.ts'
import { forgetPerson, rememberedUser, rememberUser } from './remembered-user.ts'

const MAIJA: User = {
  id: 1007,
  email: 'maija@puoti.example',
  phone: '+358401234567',
  is_admin: false,
  isAdmin: false,
  is_bookkeeper: false,
  is_verified: true,
  language_id: 1002,
  phone_unique_warning: false,
  phone_blocked: false,
  sms_cooldown_until: null,
  verification_pending: false,
  last_login: '2026-11-22T10:00:00.000Z',
  active_store: { id: 1001, name: 'Testilä' },
  activeStoreId: 1001,
  active_preorder_event: null,
  activePreorderEventId: null,
}

afterEach(forgetPerson)

test('the browser remembers the last user without email address and phone number', () => {
  rememberUser(MAIJA)
  expect(rememberedUser()).toEqual({ ...MAIJA, email: '', phone: null })
  const kept = readStored('puoti-answer-user')
  expect(kept).toContain('Testilä')
  expect(kept).not.toMatch(/maija|358|40123/)
})

test('an unverified user isn’t remembered, and replaces the user remembered before', () => {
  rememberUser(MAIJA)
  rememberUser({ ...MAIJA, id: 1008, is_verified: false })
  expect(rememberedUser()).toBeUndefined()
  expect([readStored('puoti-answer-user'), readStored('active-store-id')]).toEqual([null, null])
})

test('the address of a pending login is kept for ten minutes', () => {
  storePendingLogin(MAIJA.email, 0)
  expect(pendingLogin(599_999)).toBe(MAIJA.email)
  expect(pendingLogin(600_000)).toBeUndefined()
  expect(readStored('puoti-pending-login')).toBeNull()
})
