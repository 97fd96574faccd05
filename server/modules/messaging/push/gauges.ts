import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'
import { readOutbox } from '#server/platform/outbox/outbox-rows.ts'

const PUSH_PLATFORMS = ['webpush', 'apns'] as const

/** Gauges of push for the operator: the number of devices, and whether waiting deliveries are sent. */
export async function pushGauges({ db }: Context): Promise<Gauge[]> {
  const { push } = await readOutbox(db)
  const devices = await db
    .selectFrom('push_device')
    .select(['platform', sql<number>`count(*)::integer`.as('count')])
    .groupBy('platform')
    .execute()
  return [
    {
      name: 'puoti_push_deliveries',
      help: 'Push deliveries that have no outcome yet.',
      values: [
        { labels: { state: 'waiting' }, value: push.waiting - push.sending },
        { labels: { state: 'sending' }, value: push.sending },
      ],
    },
    {
      name: 'puoti_push_delay_seconds',
      help: 'For how long the oldest of them could have been sent. More than 600 s is an alarm.',
      values: [{ value: push.lateSeconds }],
    },
    {
      name: 'puoti_push_devices',
      help: 'Browsers and apps that are subscribed.',
      values: PUSH_PLATFORMS.map(platform => ({
        labels: { platform },
        value: devices.find(row => row.platform === platform)?.count ?? 0,
      })),
    },
  ]
}
