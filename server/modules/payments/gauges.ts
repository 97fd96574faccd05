import { sql } from 'kysely'
import { IN_DOUBT, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { OPEN_REFUND_STATES } from '#domain/payments/refund-states.ts'
import { isAboutRefund } from '#server/modules/payments/refunds/refund-failures.ts'
import type { Context } from '#server/platform/context.ts'
import type { Gauge } from '#server/platform/module.ts'

/** Includes attempts in doubt: no shopper waits at a terminal for them any more, but money may have been taken. */
const SHOWN_STATES = [...OPEN_STATES, ...IN_DOUBT]

export const paymentGauges = async (context: Context): Promise<Gauge[]> => [
  ...(await attemptGauges(context)),
  await refundGauge(context),
  await failureGauge(context),
]

async function attemptGauges({ db }: Context): Promise<Gauge[]> {
  const rows = await db
    .selectFrom('payment_attempt')
    .select(['state', sql<number>`count(*)::integer`.as('count')])
    // An attempt may wait in a queue or an app for minutes before its outcome is unknown.
    .select(
      sql<number>`extract(epoch FROM now() - min(CASE WHEN state = 'UNKNOWN' THEN coalesce(unknown_since, created_at)
        ELSE created_at END))::double precision`.as('oldest'),
    )
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
      help: 'The age of the oldest of them, of UNKNOWN since it is unknown; 0 when there is none.',
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

/** `unknown`: the reported refund wasn't made here, or has no outcome yet. */
async function failureGauge({ db }: Context): Promise<Gauge> {
  const { open, unknown } = await db
    .selectFrom('refund_failure as failure')
    .leftJoin('refund', join => join.on(isAboutRefund))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('refund.id', 'is not', null).as('open'),
      fn.countAll<number>().filterWhere('refund.id', 'is', null).as('unknown'),
    ])
    .where('failure.settled_as', 'is', null)
    .executeTakeFirstOrThrow()
  return {
    name: 'puoti_refund_failures',
    help: 'Refunds that a payment service had accepted and reported as failed later. Open ones are an alarm: an admin must return the money.',
    values: [
      { labels: { state: 'open' }, value: open },
      { labels: { state: 'unknown' }, value: unknown },
    ],
  }
}
