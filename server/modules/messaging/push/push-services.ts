import type { PushPlatform } from '#server/platform/schema/tables/push.ts'
import type { PushService } from '#server/adapters/push/push.ts'

/** The push services by which this installation reaches devices. */
export type PushServices = {
  /** The public key by which browsers subscribe. */
  publicKey: string
  webpush: PushService
  /** Undefined: apps are not reached. */
  apns: PushService | undefined
}

export const serviceOf = (services: PushServices, platform: PushPlatform): PushService | undefined => services[platform]
