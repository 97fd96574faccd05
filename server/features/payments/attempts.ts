import { sql, type Kysely } from 'kysely'
import { OPEN_STATES, type AttemptState, type StringCode } from '#domain/payment-attempt.ts'
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
  /** From this moment on the terminal may have heard of it; null while it waits in line. */
  sentAt: Date | null
  deadlineAt: Date
  /**
   * Until then, by its own clock, the server that wrote the intent may tell the terminal of it: later another server may
   * have found that the terminal knows nothing. Null for everyone else.
   */
  startUntil: Date | null
  abortRequestedAt: Date | null
  stringCode: StringCode | null
}

/** So long is a server's claim on an attempt good; it is renewed well before. */
export const LEASE_SECONDS = 8

/** The database's clock decides, since servers' clocks differ. */
export const secondsFromNow = (seconds: number) =>
  sql<Date>`now() + make_interval(secs => ${seconds}::double precision)`

/** For who is about to write an intent: its claim begins later than this moment. */
export const lastStart = (now: Date): Date => new Date(now.getTime() + LEASE_SECONDS * 1000)

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
  startUntil: null,
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
