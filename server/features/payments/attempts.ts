import { sql, type Kysely } from 'kysely'
import { OPEN_STATES, type AttemptState, type StringCode } from '#domain/attempt-states.ts'
import type { Database } from '#server/db/tables.ts'
import type { TerminalPayment } from '#server/providers/payment-terminal/payment-terminal.ts'

/** A payment attempt, as the one who drives it needs it. */
export type Attempt = {
  id: number
  orderId: number
  userId: number
  storeId: number
  provider: string
  state: AttemptState
  payment: TerminalPayment
  /** From this moment on the terminal may have heard of it. Null: it has not, since this is committed before it is told. */
  sentAt: Date | null
  deadlineAt: Date
  abortRequestedAt: Date | null
  stringCode: StringCode | null
}

/** So long is a server's claim on an attempt good; it is renewed well before. */
export const LEASE_SECONDS = 8

/** The database's clock decides, since servers' clocks differ. */
export const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

/** How long a shopper has at the terminal. */
const AT_TERMINAL_SECONDS = 120

export const atTerminalUntil = () => secondsFromNow(AT_TERMINAL_SECONDS)

export const leaseEnd = () => secondsFromNow(LEASE_SECONDS)

const attemptRows = (db: Kysely<Database>) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.order_id', 'attempt.user_id', 'attempt.terminal_id', 'attempt.service_id'])
    .select(['attempt.amount_cents', 'attempt.currency', 'attempt.state', 'attempt.sent_at', 'attempt.deadline_at'])
    .select(['attempt.abort_requested_at', 'attempt.string_code', 'terminal.store_id', 'terminal.provider'])

type AttemptRow = Awaited<ReturnType<ReturnType<typeof attemptRows>['executeTakeFirstOrThrow']>>

const attemptOf = (row: AttemptRow): Attempt => ({
  id: row.id,
  orderId: row.order_id,
  userId: row.user_id,
  storeId: row.store_id,
  provider: row.provider,
  state: row.state,
  payment: {
    serviceId: row.service_id,
    terminalId: row.terminal_id,
    amountCents: row.amount_cents,
    currency: row.currency,
  },
  sentAt: row.sent_at,
  deadlineAt: row.deadline_at,
  abortRequestedAt: row.abort_requested_at,
  stringCode: row.string_code,
})

export async function findAttempt(db: Kysely<Database>, attemptId: number): Promise<Attempt> {
  return attemptOf(await attemptRows(db).where('attempt.id', '=', attemptId).executeTakeFirstOrThrow())
}

/** The attempt that waits for its outcome, of an order or of a user. */
export async function findOpenAttempt(
  db: Kysely<Database>,
  of: { orderId: number } | { userId: number },
): Promise<Attempt | undefined> {
  const open = attemptRows(db).where('attempt.state', 'in', [...OPEN_STATES])
  const row =
    'orderId' in of ? open.where('attempt.order_id', '=', of.orderId) : open.where('attempt.user_id', '=', of.userId)
  const found = await row.executeTakeFirst()
  return found && attemptOf(found)
}

/** Writes on an attempt that it is still open what its driver has learned; finals are never touched. */
export const noteState = (db: Kysely<Database>, attemptId: number, state: 'SENT' | 'UNKNOWN') =>
  db
    .updateTable('payment_attempt')
    .set({ state })
    .where('id', '=', attemptId)
    .where('state', 'in', ['INTENT', 'SENT', 'UNKNOWN'])
    .execute()

/**
 * Writes down that the terminal may hear of the attempt from now on: committed before the first byte leaves. Only one
 * server may ever do so, the one that holds the attempt at that moment; false tells any other to send nothing.
 */
export async function markSent(db: Kysely<Database>, attempt: Attempt, owner: string): Promise<boolean> {
  const marked = await db
    .updateTable('payment_attempt')
    .set({ sent_at: sql`now()`, deadline_at: atTerminalUntil(), lease_until: leaseEnd() })
    .where('id', '=', attempt.id)
    .where('owner', '=', owner)
    .where('state', '=', 'INTENT')
    .where('sent_at', 'is', null)
    .returning('sent_at')
    .executeTakeFirst()
  attempt.sentAt = marked?.sent_at ?? attempt.sentAt
  return marked !== undefined
}
