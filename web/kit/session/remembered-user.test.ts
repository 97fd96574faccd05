import { afterEach, expect, test } from 'vitest'
import { readStored } from '#web/kit/api/browser-storage.ts'
import { sampleUser } from '#web/sample-user.ts'
import { storePendingLogin, pendingLogin } from '#web/shop/accounts/sign-in/use-sign-in.ts'
import { forgetPerson, rememberedUser, rememberUser } from './remembered-user.ts'

const MAIJA = sampleUser({
  email: 'maija@puoti.example',
  phone: '+358401234567',
  active_store: { id: 1001, name: 'Testilä' },
  activeStoreId: 1001,
})

afterEach(forgetPerson)

test('the browser remembers the last user without email address and phone number', () => {
  rememberUser(MAIJA)
  expect(rememberedUser()).toEqual({ ...MAIJA, email: '', phone: null })
  const stored = readStored('puoti-answer-user')
  expect(stored).toContain('Testilä')
  expect(stored).not.toMatch(/maija|358|40123/)
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
