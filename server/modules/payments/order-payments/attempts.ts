import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { type AttemptState, HOLDS_TERMINAL, OPEN_STATES, type StringCode } from '#domain/payments/attempt-states.ts'
import { AT_TERMINAL_SECONDS, IN_APP_SECONDS, LEAVE_AFTER_MS } from '#domain/payments/payment-timeouts.ts'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { leaseEnd } from '#server/modules/payments/terminal-operations/leases.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId, secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** A payment attempt, with what its driver needs. */
export type Attempt = {
  id: number
  orderId: number
  userId: number
  storeId: number
  provider: string
  state: AttemptState
  payment: TerminalPayment
  /**
   * From this moment on the terminal may have received it. Null: it has not, since this is committed before the request is sent.
   */
  sentAt: Date | null
  deadlineAt: Date
  cancelRequestedAt: Date | null
  stringCode: StringCode | null
}

/**
 * Whether a payment (rows `attempt` and `terminal`) was made by the test payment. False if an admin recorded the order as
 * paid in another way: such an attempt was never sent.
 */
export const isMadeByTest = sql<boolean>`(terminal.provider = 'test'
  AND (attempt.state = 'APPROVED' OR attempt.sent_at IS NOT NULL))`

/** Whether the test payment paid an order. Reports and closings leave out more: see `isTestSale`. */
export const isPaidByTest = (orderId: RawBuilder<unknown>) => sql<boolean>`EXISTS (
  SELECT 1 FROM payment_attempt attempt JOIN terminal ON terminal.id = attempt.terminal_id
  WHERE attempt.order_id = ${orderId} AND attempt.state IN ('APPROVED', 'MANUAL') AND ${isMadeByTest})`

/** The deadline from now. `holds`: SQL condition, true at a terminal, false in an app. */
export const atTerminalUntil = (holds = sql<boolean>`true`) =>
  sql<Date>`CASE WHEN ${holds} THEN ${secondsFromNow(AT_TERMINAL_SECONDS)} ELSE ${secondsFromNow(IN_APP_SECONDS)} END`

const attemptRows = (db: Db) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.order_id', 'attempt.user_id', 'attempt.terminal_id', 'attempt.service_id'])
    .select(['attempt.amount_cents', 'attempt.currency', 'attempt.state', 'attempt.sent_at', 'attempt.deadline_at'])
    .select(['attempt.abort_requested_at', 'attempt.string_code', 'terminal.store_id', 'terminal.provider'])

type AttemptRow = Awaited<ReturnType<ReturnType<typeof attemptRows>['executeTakeFirstOrThrow']>>

const toAttempt = (row: AttemptRow): Attempt => ({
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
    reference: shortOrderNumber(row.order_id),
  },
  sentAt: row.sent_at,
  deadlineAt: row.deadline_at,
  cancelRequestedAt: row.abort_requested_at,
  stringCode: row.string_code,
})

export async function getAttempt(db: Db, attemptId: number): Promise<Attempt> {
  return toAttempt(await attemptRows(db).where('attempt.id', '=', attemptId).executeTakeFirstOrThrow())
}

/** These attempts, oldest first, in one query. */
export async function listAttempts(db: Db, ids: readonly number[]): Promise<Attempt[]> {
  if (ids.length === 0) return []
  const rows = await attemptRows(db).where('attempt.id', '=', anyId(ids)).orderBy('attempt.id').execute()
  return rows.map(toAttempt)
}

/** The user's attempt that is waiting for its outcome. */
export async function findOpenAttempt(db: Db, userId: number): Promise<Attempt | undefined> {
  const open = attemptRows(db).where('attempt.state', 'in', [...OPEN_STATES])
  const found = await open.where('attempt.user_id', '=', userId).executeTakeFirst()
  return found && toAttempt(found)
}

/** Stores the state that the driver has learned, on an attempt that is still open; final states are never changed. */
export async function recordState(db: Db, attemptId: number, state: AttemptState): Promise<void> {
  await db
    .updateTable('payment_attempt')
    .set({ state, ...(state === 'UNKNOWN' && { unknown_since: sql`coalesce(unknown_since, now())` }) })
    .where('id', '=', attemptId)
    .where('state', 'in', HOLDS_TERMINAL)
    .execute()
}

/**
 * Stores that the terminal may receive the attempt from now on: committed before the first byte is sent. Only the server that
 * holds the attempt at that moment can do so, and only once; returns undefined to any other, which must send nothing.
 */
export async function markSent(db: Db, attemptId: number, owner: string): Promise<Date | undefined> {
  const marked = await db
    .updateTable('payment_attempt')
    .set({ sent_at: sql`now()`, deadline_at: atTerminalUntil(sql`occupies_terminal`), lease_until: leaseEnd() })
    .where('id', '=', attemptId)
    .where('owner', '=', owner)
    .where('state', '=', 'INTENT')
    .where('sent_at', 'is', null)
    .returning('sent_at')
    .executeTakeFirst()
  return marked?.sent_at ?? undefined
}

/** Stores the link that opens the shopper's app, unless the attempt already has an outcome. */
export async function storeAppLink(db: Db, attemptId: number, link: string): Promise<void> {
  const open = db.updateTable('payment_attempt').where('id', '=', attemptId).where('outcome_at', 'is', null)
  await open.set({ app_link: link }).execute()
}

/** Stores, once, that the shopper wants to cancel; returns the attempt's id. */
export async function requestCancel(db: Db, userId: number): Promise<number | undefined> {
  const updated = await db
    .updateTable('payment_attempt')
    .set({ abort_requested_at: sql`coalesce(abort_requested_at, now())` })
    .where('user_id', '=', userId)
    .where('state', 'in', [...OPEN_STATES])
    .returning('id')
    .executeTakeFirst()
  return updated?.id
}

/**
 * Whether the outcome of a row of payment_attempt has been unknown for LEAVE_AFTER_MS, so that the shopper may stop waiting; null
 * if it is known.
 */
export const mayLeave = sql<SqlBool>`payment_attempt.unknown_since <= now() - ${sql.lit(`${LEAVE_AFTER_MS / 1000} seconds`)}::interval`

/**
 * The shopper stops waiting in the app for an unknown outcome. Nothing else changes: the attempt stays open, so that its order can't be
 * paid again and no other payment begins, and its outcome is emailed when it is known.
 */
export async function abandonPayment({ db }: Context, userId: number) {
  const abandoned = await db
    .updateTable('payment_attempt')
    .set({ abandoned_at: sql`coalesce(abandoned_at, now())` })
    .where('user_id', '=', userId)
    .where('state', 'in', [...OPEN_STATES])
    .where(mayLeave)
    .returning('id')
    .executeTakeFirst()
  if (abandoned) return {}
  return refuse((await findOpenAttempt(db, userId)) ? 'order.paymentPending' : 'order.noAttempt')
}
