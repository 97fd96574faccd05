import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { addVital } from './add-vital.ts'

export const webVitalRoutes = (context: Context): Handlers<typeof contract.webVitals> => ({
  report: async ({ body, request, reply }) => {
    const refused = await refusedByRate(context, reply, [[RATE_LIMITS.vitalsPerAddress, clientAddress(request.ip)]])
    if (refused) return refused
    await addVital(context, body)
    return {}
  },
})
