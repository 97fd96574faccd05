import { sql } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import { endOfStep, stepAtShare } from '#server/modules/operations/web-vitals/add-vital.ts'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'
import { sumEmails, readOutbox } from '#server/platform/outbox/outbox-rows.ts'

/** Read from the database, so that every server reports the same. */
export const operationsGauges = async (context: Context): Promise<Gauge[]> => [
  ...(await invariantGauges(context)),
  await backupGauge(context),
  await hashChainGauge(context),
  ...(await outboxGauges(context)),
  ...(await databaseGauges(context)),
  ...(await diskGauges(context)),
  ...(await vitalGauges(context)),
]

async function invariantGauges({ db }: Context): Promise<Gauge[]> {
  const checks = await db
    .selectFrom('invariant_check')
    .select(['invariant', 'violations', sql<number>`extract(epoch FROM checked_at)::double precision`.as('lookedAt')])
    .orderBy('invariant')
    .execute()
  const perInvariant = (value: (check: (typeof checks)[number]) => number) =>
    checks.map(check => ({ labels: { invariant: check.invariant }, value: value(check) }))
  return [
    {
      name: 'puoti_invariant_violations',
      help: 'Rows that break an invariant of money or stock. Anything but 0 is an alarm.',
      values: perInvariant(({ violations }) => violations),
    },
    {
      name: 'puoti_invariant_checked_at_seconds',
      help: 'When the invariant was last checked, in seconds since 1970. More than 180 s ago is an alarm.',
      values: perInvariant(({ lookedAt }) => lookedAt),
    },
  ]
}

async function backupGauge({ db }: Context): Promise<Gauge> {
  const last = await db
    .selectFrom('backup_run')
    .select(sql<number>`extract(epoch FROM max(ended_at))::double precision`.as('at'))
    .where('failure', 'is', null)
    .executeTakeFirst()
  return {
    name: 'puoti_backup_written_at_seconds',
    help: 'When the last backup was written, in seconds since 1970; 0 for never. More than 26 hours ago is an alarm.',
    values: [{ value: last?.at ?? 0 }],
  }
}

async function hashChainGauge({ db }: Context): Promise<Gauge> {
  const { rows } = await sql<{ waits: number }>`
    SELECT greatest(0, extract(epoch FROM now() - min(created_at)))::double precision AS waits FROM audit_entry
    WHERE id > (SELECT coalesce(max(entry_id), 0) FROM audit_chain)`.execute(db)
  return {
    name: 'puoti_audit_log_unchained_seconds',
    help: 'How long the oldest audit log entry that is not yet in the hash chain has waited; 0 if there is none. More than 600 s is an alarm.',
    values: [{ value: rows[0]?.waits ?? 0 }],
  }
}

async function outboxGauges({ db }: Context): Promise<Gauge[]> {
  const outbox = await readOutbox(db)
  const queues = [
    ['send-mail', sumEmails(outbox)],
    ['send-sms', outbox.sms],
  ] as const
  const perQueue = (value: (state: (typeof queues)[number][1]) => number) =>
    queues.map(([queue, state]) => ({ labels: { queue }, value: value(state) }))
  return [
    {
      name: 'puoti_outbox_waiting',
      help: 'Emails and SMS that are not sent yet.',
      values: perQueue(({ waiting }) => waiting),
    },
    {
      name: 'puoti_sign_in_mails_delayed',
      help: 'Sign-in mails that wait for their turn, since too many were asked for. Any for ten minutes is an alarm.',
      values: [{ value: outbox.mail.delayed }],
    },
    {
      name: 'puoti_outbox_oldest_seconds',
      help: 'How long the oldest of them has waited, from its turn on; 0 when none does. More than 300 s is an alarm.',
      values: perQueue(({ oldestSeconds }) => oldestSeconds),
    },
    {
      name: 'puoti_outbox_failed',
      help: 'Emails and SMS that failed for good in the last 24 hours, after all tries.',
      values: perQueue(({ lost }) => lost),
    },
  ]
}

async function diskGauges({ storage }: Context): Promise<Gauge[]> {
  const disks = await storage.disks()
  const perDisk = (value: (disk: (typeof disks)[number]) => number) =>
    disks.map(disk => ({ labels: { disk: disk.name }, value: value(disk) }))
  return [
    {
      name: 'puoti_disk_full',
      help: 'Whether the database refuses writes because its disk is full, as far as this server has seen. 1 is an alarm.',
      values: [{ value: Number(await storage.isFull()) }],
    },
    {
      name: 'puoti_disk_free_bytes',
      help: 'Free space on each disk that this server can measure. Less than 1 GB is an alarm.',
      values: perDisk(({ freeBytes }) => freeBytes),
    },
    {
      name: 'puoti_disk_bytes',
      help: 'The size of each of these disks.',
      values: perDisk(({ totalBytes }) => totalBytes),
    },
  ]
}

async function databaseGauges({ db }: Context): Promise<Gauge[]> {
  const { rows } = await sql<{ state: string; count: number; bytes: number }>`
    SELECT coalesce(state, 'none') AS state, count(*)::integer AS count,
      pg_database_size(current_database())::double precision AS bytes
    FROM pg_stat_activity WHERE datname = current_database() GROUP BY 1 ORDER BY 1`.execute(db)
  return [
    {
      name: 'puoti_database_connections',
      help: 'Connections to the database, of all servers and other clients.',
      values: rows.map(({ state, count }) => ({ labels: { state }, value: count })),
    },
    { name: 'puoti_database_bytes', help: 'The size of the database.', values: [{ value: rows[0]?.bytes ?? 0 }] },
  ]
}

/** How fast pages were in browsers within the last day: at most six pages, five measures and the steps of each. */
export async function vitalGauges({ db, now }: Context): Promise<Gauge[]> {
  const rows = await db
    .selectFrom('web_vital_hour')
    .select(({ fn }) => ['page', 'name', 'step', fn.sum<number>('count').as('count')])
    .where('hour', '>', new Date(now().getTime() - DAY_MS))
    .groupBy(['page', 'name', 'step'])
    .orderBy('page')
    .orderBy('name')
    .orderBy('step')
    .execute()
  const measured = [...Map.groupBy(rows, ({ page, name }) => `${name} ${page}`).values()].flatMap(steps => {
    const [{ page, name } = { page: '', name: '' }] = steps
    const step = stepAtShare(steps, 0.75)
    if (step === undefined) return []
    const labels = { metric: name, page }
    return [{ labels, p75: endOfStep(name, step), count: steps.reduce((sum, { count }) => sum + count, 0) }]
  })
  return [
    {
      name: 'puoti_web_vital_p75',
      help: 'The 75th percentile of the page views of the last day, rounded up by at most a tenth: milliseconds, for CLS a score.',
      values: measured.map(({ labels, p75 }) => ({ labels, value: p75 })),
    },
    {
      name: 'puoti_web_vital_measurements',
      help: 'How many page views of the last day the percentile is of.',
      values: measured.map(({ labels, count }) => ({ labels, value: count })),
    },
  ]
}
