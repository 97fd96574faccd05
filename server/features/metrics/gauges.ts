import { sql } from 'kysely'
import { IN_DOUBT, OPEN_STATES } from '#domain/attempt-states.ts'
import { OPEN_REFUND_STATES } from '#domain/refund-states.ts'
import type { Context } from '#server/context.ts'
import type { Gauge } from './metrics-text.ts'

/** Nobody waits at a terminal for these any more, but somebody's money may have been taken. */
const SHOWN_STATES = [...OPEN_STATES, ...IN_DOUBT]

/** What an operator watches of money: read from the database, so that every server tells the same. */
export async function readGauges(context: Context): Promise<Gauge[]> {
  return [
    ...(await invariantGauges(context)),
    ...(await attemptGauges(context)),
    await refundGauge(context),
    await backupGauge(context),
  ]
}

async function invariantGauges({ db }: Context): Promise<Gauge[]> {
  const checks = await db
    .selectFrom('invariant_check')
    .select(['invariant', 'broken', sql<number>`extract(epoch FROM looked_at)::double precision`.as('lookedAt')])
    .orderBy('invariant')
    .execute()
  const perInvariant = (value: (check: (typeof checks)[number]) => number) =>
    checks.map(check => ({ labels: { invariant: check.invariant }, value: value(check) }))
  return [
    {
      name: 'puoti_invariant_broken',
      help: 'Rows that break an invariant of money or stock. Anything but 0 is an alarm.',
      values: perInvariant(({ broken }) => broken),
    },
    {
      name: 'puoti_invariant_looked_at_seconds',
      help: 'When the invariant was last looked at, in seconds since 1970. More than 180 s ago is an alarm.',
      values: perInvariant(({ lookedAt }) => lookedAt),
    },
  ]
}

async function attemptGauges({ db }: Context): Promise<Gauge[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .select(sql<number>`extract(epoch FROM now() - min(created_at))::double precision`.as('oldest'))
    .where('state', 'in', SHOWN_STATES)
    .groupBy('state')
    .execute()
  const perState = (value: (row: (typeof rows)[number] | undefined) => number) =>
    SHOWN_STATES.map(state => ({ labels: { state }, value: value(rows.find(row => row.state === state)) }))
  return [
    {
      name: 'puoti_payment_attempts',
      help: 'Payment attempts that are open or in doubt. UNKNOWN for more than 180 s, UNRESOLVED and REVIEW are alarms.',
      values: perState(row => row?.count ?? 0),
    },
    {
      name: 'puoti_payment_attempt_oldest_seconds',
      help: 'The age of the oldest of them; 0 when there is none.',
      values: perState(row => row?.oldest ?? 0),
    },
  ]
}

async function refundGauge({ db }: Context): Promise<Gauge> {
  const rows = await db
    .selectFrom('refund')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    .where('state', 'in', [...OPEN_REFUND_STATES])
    .groupBy('state')
    .execute()
  return {
    name: 'puoti_refunds',
    help: 'Refunds that have no outcome yet. UNRESOLVED is an alarm.',
    values: OPEN_REFUND_STATES.map(state => ({
      labels: { state },
      value: rows.find(row => row.state === state)?.count ?? 0,
    })),
  }
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
