import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'

const UNDER_WAY = ['waiting', 'sending'] as const
const PLATFORMS = ['webpush', 'apns'] as const

/** Gauges of push for the operator: the number of devices, and whether waiting deliveries are sent. */
export async function pushGauges({ db, now }: Context): Promise<Gauge[]> {
  const deliveries = await db
    .selectFrom('push_delivery')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count'), fn.min('due_at').as('oldest')])
    .where('state', 'in', UNDER_WAY)
    .groupBy('state')
    .execute()
  const devices = await db
    .selectFrom('push_device')
    .select(['platform', sql<number>`count(*)::integer`.as('count')])
    .groupBy('platform')
    .execute()
  const oldest = deliveries.find(({ state }) => state === 'waiting')?.oldest
  return [
    {
      name: 'puoti_push_deliveries',
      help: 'Push deliveries that have no outcome yet.',
      values: UNDER_WAY.map(state => ({
        labels: { state },
        value: deliveries.find(row => row.state === state)?.count ?? 0,
      })),
    },
    {
      name: 'puoti_push_late_seconds',
      help: 'For how long the oldest of them could have been sent. More than 600 s is an alarm.',
      values: [{ value: oldest ? Math.max(0, (now().getTime() - oldest.getTime()) / 1000) : 0 }],
    },
    {
      name: 'puoti_push_devices',
      help: 'Browsers and apps that are subscribed.',
      values: PLATFORMS.map(platform => ({
        labels: { platform },
        value: devices.find(row => row.platform === platform)?.count ?? 0,
      })),
    },
  ]
}
