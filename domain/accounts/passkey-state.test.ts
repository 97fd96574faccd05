import { expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { PASSKEY_CONFIRMED_FOR_MS } from './passkey-state.ts'
import { confirmationDue, isCounterSuspicious, passkeyState } from './passkey-state.ts'

const now = new Date('2026-03-02T10:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)
const admin = { hasRight: true, hasPasskey: true, isRequired: false, confirmedAt: null, now }

test('a passkey is due until the session has confirmed with it, and again after a working day', () => {
  expect(passkeyState(admin)).toBe('due')
  expect(passkeyState({ ...admin, confirmedAt: ago(PASSKEY_CONFIRMED_FOR_MS - 1) })).toBe('confirmed')
  expect(passkeyState({ ...admin, confirmedAt: ago(PASSKEY_CONFIRMED_FOR_MS) })).toBe('due')
})

test('a session without a passkey is never confirmed, whatever its row says', () => {
  const bare = { ...admin, hasPasskey: false, confirmedAt: now }
  expect(passkeyState(bare)).toBe('none')
  expect(passkeyState({ ...bare, isRequired: true })).toBe('missing')
})

test('a shopper is never asked for a passkey', () => {
  expect(passkeyState({ ...admin, hasRight: false, isRequired: true })).toBe('none')
})

test('changing passkeys needs a recent confirmation, and adding the first one a recent sign-in', () => {
  const session = { passkey: 'confirmed', confirmedAt: ago(10 * MINUTE_MS - 1), signedInAt: ago(0), now } as const
  expect(confirmationDue(session)).toBe(undefined)
  expect(confirmationDue({ ...session, confirmedAt: ago(10 * MINUTE_MS) })).toBe('passkey')
  expect(confirmationDue({ ...session, passkey: 'due' })).toBe('passkey')
  for (const passkey of ['none', 'missing'] as const) {
    expect(confirmationDue({ ...session, passkey, confirmedAt: null })).toBe(undefined)
    expect(confirmationDue({ ...session, passkey, signedInAt: ago(10 * MINUTE_MS) })).toBe('signIn')
  }
})

test('a counter that does not grow is suspicious, unless the passkey is synced or does not count', () => {
  expect(isCounterSuspicious({ stored: 5, reported: 6, isBackedUp: false })).toBe(false)
  expect(isCounterSuspicious({ stored: 5, reported: 5, isBackedUp: false })).toBe(true)
  expect(isCounterSuspicious({ stored: 5, reported: 0, isBackedUp: false })).toBe(true)
  expect(isCounterSuspicious({ stored: 5, reported: 3, isBackedUp: true })).toBe(false)
  expect(isCounterSuspicious({ stored: 0, reported: 0, isBackedUp: false })).toBe(false)
})
