import { expect, test } from 'vitest'
import { areCompleteSettings, secretsIn, shownSettings, withStoredSecrets } from './adapter-settings.ts'

const label = { en: '', fi: '', sv: '' }
const DECLARED = {
  host: { label },
  user: { label },
  key: { label, secret: true, boundTo: ['host'] },
  password: { label, secret: true, boundTo: ['host', 'user'] },
  note: { label, secret: true, optional: true },
} as const
const STORED = { host: 'a', user: 'u', key: 'k', password: 'p' }

test('shows no secret, and nothing that is not declared', () => {
  expect(shownSettings(DECLARED, { ...STORED, other: 'x' })).toEqual({ host: 'a', user: 'u' })
  expect(secretsIn(DECLARED, STORED)).toEqual(['k', 'p'])
})

test('keeps the stored secrets that were not entered again', () => {
  const entered = { host: 'a', user: 'u', key: 'new' }
  expect(withStoredSecrets(DECLARED, entered, STORED)).toEqual({ settings: { ...STORED, key: 'new' }, missing: [] })
})

test('sends no stored secret to another place: it has to be entered again', () => {
  expect(withStoredSecrets(DECLARED, { host: 'a', user: 'other' }, STORED).missing).toEqual(['password'])
  expect(withStoredSecrets(DECLARED, { host: 'b', user: 'u' }, STORED).missing).toEqual(['key', 'password'])
  expect(withStoredSecrets(DECLARED, { host: 'a', user: 'u' }, {}).missing).toEqual(['key', 'password'])
})

test('recognises settings that lack nothing required', () => {
  expect(areCompleteSettings(DECLARED, STORED)).toBe(true)
  expect(areCompleteSettings(DECLARED, { host: 'a', user: 'u', key: 'k' })).toBe(false)
})
