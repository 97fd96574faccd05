import type { PushPlatform } from '#server/platform/schema/tables/push.ts'
import type { PushService } from '#server/adapters/push/push.ts'

/** The ways by which this installation reaches devices. */
export type PushServices = {
  /** By which browsers subscribe. */
  publicKey: string
  webpush: PushService
  /** Undefined: no app is reached. */
  apns: PushService | undefined
}

export const serviceOf = (services: PushServices, platform: PushPlatform): PushService | undefined => services[platform]
