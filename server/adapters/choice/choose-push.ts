import { readFileSync } from 'node:fs'
import webPush from 'web-push'
import { type FcmCredentials, fcmCredentials, fcmService } from '#server/adapters/push/fcm.ts'
import type { PushService, VapidKeys } from '#server/adapters/push/push.ts'
import { webPushService } from '#server/adapters/push/web-push.ts'
import { ConfigError } from '#server/config/config-values.ts'
import { operatorContact } from '#server/modules/messaging/push/operator-contact.ts'
import type { PushServices } from '#server/modules/messaging/push/send-delivery.ts'
import type { Context } from '#server/platform/context.ts'
import { keptSecret } from '#server/platform/secrets/secrets.ts'

/** Web push always, with the installation's own keys; the app when Firebase is configured. Throws ConfigError. */
export async function choosePush({ config, db }: Pick<Context, 'config' | 'db'>): Promise<PushServices> {
  const credentials = config.fcmCredentials === undefined ? undefined : readCredentials(config.fcmCredentials)
  const kept = await keptSecret(db, 'vapid', () => JSON.stringify(webPush.generateVAPIDKeys()))
  // Written by this function.
  const keys = JSON.parse(kept) as VapidKeys
  if (config.isStaging) return { publicKey: keys.publicKey, webpush: NO_SERVICE, apns: undefined }
  return {
    publicKey: keys.publicKey,
    webpush: webPushService({ keys, contact: operatorContact({ config, db }), trusted: config.pushServices }),
    apns: credentials && fcmService({ credentials, ...(config.fcmUrl && { url: config.fcmUrl }) }),
  }
}

/** Of a copy of a shop, whose rows contain the devices of real shoppers. */
const NO_SERVICE: PushService = {
  accepts: () => false,
  send: () => Promise.resolve({ kind: 'failed', reason: 'staging' }),
  close: () => undefined,
}

/** Reads a service account's key, from JSON or a file that contains it. The error message contains nothing of the key. */
function readCredentials(configured: string): FcmCredentials {
  try {
    const text = configured.trimStart().startsWith('{') ? configured : readFileSync(configured, 'utf8')
    return fcmCredentials.parse(JSON.parse(text))
  } catch {
    throw new ConfigError(
      'The environment variable PUOTI_FCM_CREDENTIALS has a wrong value: it is no key of a service account, nor a file that has one.',
    )
  }
}
