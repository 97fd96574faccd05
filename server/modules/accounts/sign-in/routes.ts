import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/connection/address.ts'
import { visitorMark } from '#server/platform/http/csrf.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { endSession } from '#server/platform/http/session.ts'
import { requestLink } from './request-link.ts'
import { signInByCode } from './sign-in-by-code.ts'
import { signInByLink } from './sign-in-by-link.ts'
import { findCaller, knownBrowser } from './start-signed-in.ts'

export const signInRoutes = (context: Context): Handlers<typeof contract.signIn> => ({
  authenticate: call => findCaller(context, call),

  async requestLink({ body: { email }, language, request, reply }) {
    const network = clientNetwork(request.ip)
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.loginPerAddress, clientAddress(request.ip)],
      [RATE_LIMITS.loginPerNetwork, network],
    ])
    if (limited) return limited
    const browserMark = knownBrowser(context.secrets, request, email)
    const mark = visitorMark(request, reply)
    await requestLink(context, { email, language, mark, browserMark, network, origin: context.origin() })
    return {}
  },

  async useLink({ params, request, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.linkPerAddress, clientAddress(request.ip)]])
    return limited ?? signInByLink(context, { ...params, mark: visitorMark(request, reply) }, { request, reply })
  },

  async useCode({ body, request, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.codePerAddress, clientAddress(request.ip)]])
    return limited ?? signInByCode(context, { ...body, mark: visitorMark(request, reply) }, { request, reply })
  },

  async logout({ request, reply }) {
    await endSession(context, request, reply)
    return {}
  },
})
