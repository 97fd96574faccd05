import type { contract } from '#contract/index.ts'
import type { Geocoder } from '#server/adapters/geocoder/geocoder.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { localRateLimit } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** `geocoder`: the configured one, if any. */
export function storeSetupRoutes(context: Context, geocoder?: Geocoder): Handlers<typeof contract.storeSetup> {
  const { config, log } = context
  const searching = localRateLimit(context, RATE_LIMITS.addressSearch)
  return {
    get: async () => ({
      tile_url: config.mapTiles ?? null,
      tile_attribution: config.mapAttribution,
      has_address_search: geocoder !== undefined,
      has_test_payment: config.testPayment,
    }),
    async findAddress({ query, language, reply }) {
      if (!geocoder) return refuse('geocoder.none')
      const limited = searching(reply, 'everybody')
      if (limited) return limited
      const found = await geocoder.find(query.q, language)
      if (found.kind === 'found') return found.places
      if (found.kind === 'timeout') return refuse('geocoder.timeout')
      log.warn({ why: found.reason }, 'geocoding failed')
      return refuse('geocoder.failed')
    },
  }
}
