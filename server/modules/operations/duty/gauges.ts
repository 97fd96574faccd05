import { sql } from 'kysely'
import { ALERT_CAUSE_NAMES, type AlertCauseName } from '#domain/operations/duty/alert-causes.ts'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'

const UNREACHABLE_GAUGES = {
  puoti_terminals_unreachable: ['terminal_unreachable', 'Payment terminals of stores that do not answer.'],
  puoti_locks_unreachable: ['lock_unreachable', 'Locks of stores that do not answer.'],
} as const satisfies Record<string, readonly [AlertCauseName, string]>

/** What people on duty are called for, as the last look found it. */
export async function dutyGauges({ db, now }: Pick<Context, 'db' | 'now'>): Promise<Gauge[]> {
  const open = await db
    .selectFrom('alert')
    .select(['cause', ({ fn }) => fn.countAll<number>().as('count')])
    .select(
      sql<number>`coalesce(max(extract(epoch FROM ${now()}::timestamptz - opened_at))
        FILTER (WHERE acknowledged_at IS NULL), 0)::double precision`.as('waits'),
    )
    .select(({ fn }) => fn.countAll<number>().filterWhere('acknowledged_at', 'is', null).as('unacknowledged'))
    .where('opened_at', 'is not', null)
    .where('cleared_at', 'is', null)
    .where('cause', '!=', 'test_call')
    .groupBy('cause')
    .execute()
  const getCount = (name: AlertCauseName) => open.find(({ cause }) => cause === name)?.count ?? 0
  return [
    {
      name: 'puoti_alerts_open',
      help: 'What is wrong now and somebody is called for, by cause.',
      values: ALERT_CAUSE_NAMES.filter(cause => cause !== 'test_call').map(cause => ({
        labels: { cause },
        value: getCount(cause),
      })),
    },
    {
      name: 'puoti_alerts_unacknowledged',
      help: 'How many of them nobody has acknowledged.',
      values: [{ value: open.reduce((sum, { unacknowledged }) => sum + unacknowledged, 0) }],
    },
    {
      name: 'puoti_alert_oldest_unacknowledged_seconds',
      help: 'How long the oldest of these has waited; 0 if there is none. More than 3,600 s is an alarm.',
      values: [{ value: Math.max(0, ...open.map(({ waits }) => waits)) }],
    },
    ...Object.entries(UNREACHABLE_GAUGES).map(([name, [cause, help]]) => ({
      name,
      help,
      values: [{ value: getCount(cause) }],
    })),
    {
      name: 'puoti_duty_looked_at_seconds',
      help: 'When the shop last looked for what to call for, in seconds since 1970. More than 300 s ago is an alarm.',
      values: [{ value: await findLastLook(db) }],
    },
  ]
}

async function findLastLook(db: Context['db']): Promise<number> {
  const { at } = await db
    .selectFrom('duty_run')
    .select(sql<number>`extract(epoch FROM started_at)::double precision`.as('at'))
    .executeTakeFirstOrThrow()
  return at
}
