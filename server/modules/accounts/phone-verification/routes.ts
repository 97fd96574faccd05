import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/connection/address.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate, setRetryAfter } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { setSessionCookie } from '#server/platform/http/session.ts'
import { readSmsState } from './phone-verification-state.ts'
import { sendCode } from './send-code.ts'
import { verifyPhone } from './verify-phone.ts'

export const phoneVerificationRoutes = (context: Context): Handlers<typeof contract.phoneVerification> => ({
  async send({ user: { userId }, body: { phone }, language, request, reply }) {
    const address = clientAddress(request.ip)
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.phonePerUser, String(userId)],
      [RATE_LIMITS.phonePerAddress, address],
    ])
    if (limited) return limited
    const host = new URL(context.origin()).hostname
    const network = clientNetwork(request.ip)
    const sent = await sendCode(context, { userId, phone, language, address, network, host })
    if (isRefusal(sent)) setRetryAfter(reply, { refusal: sent, now: context.now() })
    return sent
  },

  smsState: ({ user: { userId } }) => readSmsState(context, userId),

  async verify({ user, body, request, reply }) {
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.verifyPerUser, String(user.userId)],
      [RATE_LIMITS.verifyPerAddress, clientAddress(request.ip)],
    ])
    if (limited) return limited
    const verified = await verifyPhone(context, user, body.verification_code)
    if (isRefusal(verified)) return verified
    setSessionCookie(reply, verified.sessionToken)
    return { ...verified.user, csrf_token: csrfToken(context.secrets, verified.sessionToken) }
  },
})
