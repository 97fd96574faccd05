import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { giveSession } from '#server/platform/http/session.ts'
import { sendCode } from './send-code.ts'
import { verifyPhone } from './verify-phone.ts'

export const phoneVerificationRoutes = (context: Context): Handlers<typeof contract.phoneVerification> => ({
  async send({ user: { userId }, body: { phone }, language, request, reply }) {
    const address = clientAddress(request.ip)
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.phonePerUser, String(userId)],
      [RATE_LIMITS.phonePerAddress, address],
    ])
    const host = new URL(context.origin()).hostname
    return limited ?? sendCode(context, { userId, phone, language, address, host })
  },

  async verify({ user, body, request, reply }) {
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.verifyPerUser, String(user.userId)],
      [RATE_LIMITS.verifyPerAddress, clientAddress(request.ip)],
    ])
    if (limited) return limited
    const verified = await verifyPhone(context, user, body.verification_code)
    if (isRefusal(verified)) return verified
    giveSession(reply, verified.sessionToken)
    return { ...verified.user, csrf_token: csrfToken(context.secrets, verified.sessionToken) }
  },
})
