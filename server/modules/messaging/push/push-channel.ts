import { sql } from 'kysely'
import type { PushOutcome } from '#server/adapters/push/push.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxChannel } from '#server/platform/outbox/outbox-message.ts'
import { createChannel } from '#server/platform/outbox/outbox-rows.ts'
import { type PushDelivery, type PushServices, sendDelivery } from './send-delivery.ts'

const TELL_EVERY_MS = 60_000

const NOTIFICATION_CONTENT = {
  columns: sql`claimed.notification_id, notification.type, notification.title, notification.body, notification.url,
    notification.expires_at, language.code AS language, device.id AS device_id, device.platform, device.address, device.p256dh,
    device.auth`,
  joins: sql`JOIN push_notification notification ON notification.id = claimed.notification_id
    JOIN language ON language.id = notification.language_id
    LEFT JOIN push_device device ON device.id = claimed.device_id
      AND CASE notification.type WHEN 'promotions' THEN device.wants_promotions ELSE device.wants_notifications END`,
}

/** Notifications to devices. */
export function pushChannel(context: Context, services: PushServices): OutboxChannel {
  const log = rejectionLog(context)
  return createChannel<PushDelivery>(context.db, {
    kind: 'push',
    content: NOTIFICATION_CONTENT,
    endsAt: ({ expires_at }) => expires_at,
    open: deliveries =>
      deliveries.map(delivery => async () => {
        const outcome = await sendDelivery(delivery, { services, origin: context.origin(), now: context.now() })
        log(delivery, outcome)
        if (outcome.kind !== 'gone') return outcome
        // A device that was subscribed again with the same address is removed too; its browser subscribes it again.
        if (delivery.device_id !== null) await removeDevice(context, delivery.device_id)
        return { kind: 'failed', reason: outcome.reason }
      }),
  })
}

/** An error is only logged, so that the outcome is kept: the service reports the device gone again the next time. */
const removeDevice = ({ db, log }: Context, id: number) =>
  db
    .deleteFrom('push_device')
    .where('id', '=', id)
    .execute()
    .catch((error: unknown) => log.warn({ err: error }, 'a device that is gone was not removed'))

/** Logs an error, but not for each of ten thousand deliveries. Never logs the address: it is a secret of the device. */
function rejectionLog(context: Context) {
  const loggedAt = new Map<string, number>()
  return ({ platform }: PushDelivery, outcome: PushOutcome): void => {
    if (outcome.kind !== 'failed' || !outcome.isAlarming) return
    const { reason } = outcome
    const now = performance.now()
    if (now - (loggedAt.get(`${platform} ${reason}`) ?? -TELL_EVERY_MS) < TELL_EVERY_MS) return
    loggedAt.set(`${platform} ${reason}`, now)
    context.log.error({ platform, reason }, 'a push service rejects all requests: check its keys')
  }
}

const FALLBACK_CONTACT = 'mailto:puoti@localhost.invalid'

/** The contact of the sender for push services: the operator's address, or the shop's. */
export const operatorContact =
  ({ db, config }: Pick<Context, 'db' | 'config'>) =>
  async (): Promise<string> => {
    const operator = await db.selectFrom('operator').select('email').executeTakeFirst()
    if (operator?.email) return `mailto:${operator.email}`
    return config.publicUrl?.protocol === 'https:' ? config.publicUrl.origin : FALLBACK_CONTACT
  }
