import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { gatherVitals } from './add-vital.ts'

export function webVitalRoutes(context: Context): Handlers<typeof contract.webVitals> {
  const reporting = localRateLimit(context, RATE_LIMITS.vitalsPerAddress)
  const add = gatherVitals(context)
  return {
    async report({ body, request, reply }) {
      const refused = reporting(reply, clientAddress(request.ip))
      if (refused) return refused
      await add(body)
      return {}
    },
  }
}
