import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import type { Refusal } from '#server/platform/http/refusal.ts'
import { setSessionCookie, type SignedIn } from '#server/platform/http/session.ts'
import { addPasskey, beginAddPasskey } from './add-passkey.ts'
import { getSite } from './challenges.ts'
import { removePasskey, renamePasskey } from './change-passkeys.ts'
import { beginConfirmSession, confirmSession } from './confirm-session.ts'
import { getPasskeys } from './queries.ts'

type PasskeyCaller = { user: SignedIn; request: FastifyRequest; reply: FastifyReply }

export function passkeyRoutes(context: Context): Handlers<typeof contract.passkeys> {
  const limited = ({ user, request, reply }: PasskeyCaller) =>
    refusedByRate(context, reply, [
      [RATE_LIMITS.passkeysPerAddress, clientAddress(request.ip)],
      [RATE_LIMITS.passkeysPerUser, String(user.userId)],
    ])

  /** Sends the confirmed session's new token to the browser. */
  function raised<Code extends ErrorCode>(reply: FastifyReply, result: { token: string } | Refusal<Code>) {
    if ('refused' in result) return result
    setSessionCookie(reply, result.token)
    return { csrf_token: csrfToken(context.secrets, result.token) }
  }

  return {
    list: ({ user }) => getPasskeys(context, user),

    checkFresh: async () => ({}),

    beginConfirm: async call => (await limited(call)) ?? beginConfirmSession(context, call.user, getSite(call.request)),

    async confirm(call) {
      const { body: answer, user, request, reply } = call
      const refused = await limited(call)
      return refused ?? raised(reply, await confirmSession(context, user, { answer, site: getSite(request) }))
    },

    beginAdd: async call => (await limited(call)) ?? beginAddPasskey(context, call.user, getSite(call.request)),

    async add(call) {
      const { body, user, request, reply } = call
      const refused = await limited(call)
      if (refused) return refused
      const made = { name: body.name, made: body.passkey, site: getSite(request) }
      return raised(reply, await addPasskey(context, user, made))
    },

    rename: async call => (await limited(call)) ?? renamePasskey(context, call.user, { ...call.params, ...call.body }),
    remove: async call => (await limited(call)) ?? removePasskey(context, call.user, call.params.id),
  }
}
