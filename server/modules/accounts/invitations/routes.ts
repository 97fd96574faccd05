import type { contract } from '#contract/index.ts'
import { readRights } from '#server/modules/accounts/people/list-people.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { acceptInvitation, findOffer } from './accept-invitation.ts'
import { listInvitations } from './list-invitations.ts'
import { createInvitation, resendInvitation, withdrawInvitation } from './send-invitation.ts'

export function invitationRoutes(context: Context): Handlers<typeof contract.invitations> {
  const author = authorAt(context.now)
  return {
    list: () => listInvitations(context.db, context.now()),

    async create({ body: { rights, ...invitee }, user, reply }) {
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.invitationsPerUser, String(user.userId)]])
      return limited ?? createInvitation(context, { ...invitee, rights: readRights(rights), author: author(user) })
    },

    async resend({ params: { id }, user, reply }) {
      const limited = await refusedByRate(context, reply, [[RATE_LIMITS.invitationsPerUser, String(user.userId)]])
      return limited ?? resendInvitation(context, { id, author: author(user) })
    },

    withdraw: ({ params: { id }, user }) => withdrawInvitation(context, { id, author: author(user) }),

    async get({ params: { token }, user, request, reply }) {
      const limited = await refusedByRate(context, reply, [
        [RATE_LIMITS.invitationPerAddress, clientAddress(request.ip)],
      ])
      return limited ?? (await findOffer(context, { token, caller: user })) ?? refuse('invitation.closed')
    },

    async accept({ params: { token }, user, request, reply }) {
      const limited = await refusedByRate(context, reply, [
        [RATE_LIMITS.invitationPerAddress, clientAddress(request.ip)],
      ])
      return limited ?? acceptInvitation(context, { token, caller: user }, { request, reply })
    },
  }
}
