import { DAY_MS } from '#domain/durations.ts'

/** How long an emailed invitation can be accepted. */
export const INVITATION_DAYS = 7

/** `withdrawn`: by an admin, or because who sent it is no longer one. */
export const INVITATION_STATES = ['open', 'expired', 'accepted', 'withdrawn'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

type Invitation = { expiresAt: Date; acceptedAt: Date | null; withdrawnAt: Date | null; isInviterAdmin: boolean }

export function invitationState(invitation: Invitation, now: Date): InvitationState {
  if (invitation.acceptedAt) return 'accepted'
  if (invitation.withdrawnAt || !invitation.isInviterAdmin) return 'withdrawn'
  return invitation.expiresAt > now ? 'open' : 'expired'
}

export const invitationExpiry = (now: Date): Date => new Date(now.getTime() + INVITATION_DAYS * DAY_MS)
