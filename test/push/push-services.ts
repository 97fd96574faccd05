import webPush from 'web-push'
import { fcmService } from '#server/adapters/push/fcm.ts'
import { webPushService } from '#server/adapters/push/web-push.ts'
import type { PushServices } from '#server/modules/messaging/push/send-delivery.ts'
import { openFirebase } from './firebase.ts'
import { openPushService } from './push-service.ts'

/** An installation's push configuration, with both services on this machine. */
export async function openPushServices() {
  const [webpush, firebase] = [await openPushService(), await openFirebase()]
  const keys = webPush.generateVAPIDKeys()
  const contact = async () => 'mailto:shop@puoti.example'
  const services: PushServices = {
    publicKey: keys.publicKey,
    webpush: webPushService({ keys, contact, trusted: [webpush.origin], ca: webpush.cert, timeoutMs: 3000 }),
    apns: fcmService({ credentials: firebase.credentials, url: firebase.origin, timeoutMs: 3000 }),
  }
  return {
    services,
    webpush,
    firebase,
    async close(): Promise<void> {
      services.webpush.close()
      services.apns?.close()
      await Promise.all([webpush.close(), firebase.close()])
    },
  }
}
export type TestPushServices = Awaited<ReturnType<typeof openPushServices>>
