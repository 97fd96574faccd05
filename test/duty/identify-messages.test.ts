import { expect, test } from 'vitest'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { Arrival } from './far-ends.ts'
import { type AlertRow, identifyMessages } from './identify-messages.ts'
import type { Contact, Staffed } from './people.ts'

const token = 'a'.repeat(43)
const admin: Contact = {
  userId: 7,
  step: 1,
  channels: ['email'],
  language: 'en',
  addresses: { email: 'aino@puoti.example', sms: '', push: '' },
}
const staffed: Staffed = { admin, contacts: new Map(), counters: [], doors: [] }
const toAlert = (id: number, openedAt: string): AlertRow => {
  const call = { userId: 7, step: 1, channel: 'email', created_at: openedAt, tokenHash: null } as const
  const tokenHash = id === 1 ? sha256(token).toString('hex') : null
  return {
    id,
    cause: 'email_failing',
    facts: {},
    store_id: null,
    store: null,
    opened_at: new Date(openedAt),
    acknowledged_at: null,
    acknowledged_by: null,
    cleared_at: new Date(openedAt),
    calls: [
      { ...call, kind: 'call', tokenHash },
      { ...call, kind: 'all_clear' },
    ],
  }
}
const alerts = [toAlert(1, '2026-11-30T21:05:00Z'), toAlert(2, '2026-11-30T23:15:00Z')]
const toEmail = (text: string, body: string, link?: string): Arrival => {
  return { channel: 'email', to: 'aino@puoti.example', id: '1', text, body, link, realMs: 0 }
}
const identify = (arrival: Arrival) => {
  const { byAlert, unidentified } = identifyMessages([arrival], { alerts, causes: [], staffed })
  return unidentified.length > 0 ? 'unidentified' : [...byAlert.keys()].map(({ id }) => id)
}

const failing = 'All stores: Emails aren’t being sent'

test('a call is of the alert whose token it carries, if it says so', () => {
  const body = 'Since 30.11.2026 23:05.'
  expect(identify(toEmail(failing, body, `/calls/${token}`))).toEqual([1])
  expect(identify(toEmail('All stores: A check failed', body, `/calls/${token}`))).toBe('unidentified')
  expect(identify(toEmail(failing, body, `/calls/${'b'.repeat(43)}`))).toBe('unidentified')
})

test('an all-clear is of the alert that began when it says', () => {
  expect(identify(toEmail(`Over – ${failing}`, 'Since 30.11.2026 23:05.'))).toEqual([1])
  expect(identify(toEmail(`Over – ${failing}`, 'Since 01.12.2026 01:15.'))).toEqual([2])
  expect(identify(toEmail(`Over – ${failing}`, 'Since 01.12.2026 01:16.'))).toBe('unidentified')
  expect(identify({ ...toEmail(`Over – ${failing}`, 'Since 01.12.2026 01:15.'), to: 'x@puoti.example' })).toBe(
    'unidentified',
  )
})
