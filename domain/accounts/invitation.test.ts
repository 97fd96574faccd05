import { expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { INVITATION_DAYS, invitationExpiry, invitationState } from './invitation.ts'

const SENT = new Date('2026-12-01T10:00:00Z')
const later = (ms: number) => new Date(SENT.getTime() + ms)
const open = { expiresAt: invitationExpiry(SENT), acceptedAt: null, withdrawnAt: null, isInviterAdmin: true }

test.each([
  [open, 0, 'open'],
  [open, INVITATION_DAYS * DAY_MS - 1, 'open'],
  [open, INVITATION_DAYS * DAY_MS, 'expired'],
  [{ ...open, acceptedAt: SENT }, 30 * DAY_MS, 'accepted'],
  [{ ...open, acceptedAt: SENT, isInviterAdmin: false }, 0, 'accepted'],
  [{ ...open, withdrawnAt: SENT }, 0, 'withdrawn'],
  [{ ...open, isInviterAdmin: false }, 0, 'withdrawn'],
])('the state of %j after %i ms is %s', (invitation, ms, state) => {
  expect(invitationState(invitation, later(ms))).toBe(state)
})
