import type { LanguageCode } from '#contract/values.ts'
import { withoutDirectionControls } from '#domain/format/direction-controls.ts'
import { openedBy } from '#domain/format/safe-link.ts'
import type { PushOutcome, PushService } from '#server/adapters/push/push.ts'
import type { ClaimedMessage } from '#server/platform/outbox/outbox-message.ts'
import type { PushPlatform, PushType } from '#server/platform/schema/table-types/messaging.ts'

/** A notification to one device. */
export type PushDelivery = ClaimedMessage & {
  notification_id: number
  type: PushType
  title: string
  body: string
  url: string | null
  expires_at: Date
  language: LanguageCode
  /** Null: the subscription ended meanwhile, or no longer includes such messages. */
  device_id: number | null
  platform: PushPlatform
  address: string
  p256dh: string | null
  auth: string | null
}

type SendDeliveryContext = {
  services: PushServices
  /** The base of links that are paths. */
  origin: string
  now: Date
}

/** Sends one delivery, if its device is still subscribed. Never throws. */
export async function sendDelivery(
  delivery: PushDelivery,
  { services, origin, now }: SendDeliveryContext,
): Promise<PushOutcome> {
  if (delivery.device_id === null) return { kind: 'failed', reason: 'unsubscribed' }
  const ttlSeconds = Math.floor((delivery.expires_at.getTime() - now.getTime()) / 1000)
  if (ttlSeconds <= 0) return { kind: 'failed', reason: 'expired' }
  const service = getService(services, delivery.platform)
  if (!service) return { kind: 'failed', reason: 'not configured' }
  const { address, p256dh, auth, url, language, type } = delivery
  const [title, body] = [withoutDirectionControls(delivery.title), withoutDirectionControls(delivery.body)]
  const keys = p256dh !== null && auth !== null ? { p256dh, auth } : null
  const urgency = type === 'notifications' ? 'high' : 'normal'
  const topic = `puoti-${delivery.notification_id}`
  // An unsafe link opens the shop instead, whatever wrote the row.
  const navigate = openedBy(url ?? '/', origin) ?? `${origin}/`
  try {
    return await service.send({ address, keys }, { topic, title, body, navigate, language, ttlSeconds, urgency })
  } catch {
    // The message may have been sent despite an unexpected error of an adapter; the error text could contain the address.
    return { kind: 'failed', reason: 'unknown: an error' }
  }
}

/** The push services by which this installation reaches devices. */
export type PushServices = {
  /** The public key by which browsers subscribe. */
  publicKey: string
  webpush: PushService
  /** Undefined: apps are not reached. */
  apns: PushService | undefined
}

const getService = (services: PushServices, platform: PushPlatform): PushService | undefined => services[platform]
