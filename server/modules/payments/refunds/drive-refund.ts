import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { SEND_WITHIN_MS } from '#domain/payments/payment-machine.ts'
import { decideRefund } from '#domain/payments/refund-answer.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { leaseEnd } from '#server/modules/payments/payments/attempts.ts'
import { hasRefund, OPEN_AT_TERMINAL } from '#server/modules/payments/payments/take-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { noteRefundUnknown, type Refund } from './refund-rows.ts'
import { settleRefund } from './settle-refund.ts'

/** A server's hold on a refund: its driver stops when the lease is lost or the server shuts down. */
export type RefundDrive = {
  refund: Refund
  owner: string
  source: 'live' | 'recovery'
  release: AbortSignal
  /** Pending while the refund is stored as sent and has not left: the next server could not send it. */
  leaving?: Promise<void>
}

const LOOK_MS = 250
/** How long a refund waits for operations in progress at its terminal. */
const BUSY_FOR_MS = 3 * 60_000
/** How long to wait for the terminal's own answer before requesting the status instead. */
const PATIENCE_MS = 60_000

const UNHEARD: TerminalAnswer = { kind: 'unreachable' }

/** Drives a refund to its outcome, from any state. Throws only when the database is unavailable. */
export async function driveRefund(context: Context, drive: RefundDrive): Promise<void> {
  const terminal = context.terminals.byProvider(drive.refund.provider)
  const isUnsent = drive.refund.state === 'INTENT'
  let answer = isUnsent ? await send(context, drive, terminal) : undefined
  if (isUnsent && !answer) return
  while (!drive.release.aborted) {
    // The time before the status request: if the terminal has no record of the refund, that was true then; the answer may be read
    // much later.
    const now = context.now()
    answer ??= (await terminal?.refundStatus?.(drive.refund.payment, drive.refund.asked)) ?? UNHEARD
    const inFlightMs = SEND_WITHIN_MS + (terminal?.inFlightMs ?? Infinity)
    const waitMs = await apply(context, drive, { answer, now, inFlightMs })
    if (waitMs === undefined) return
    answer = undefined
    await pause(waitMs, drive.release)
  }
}

/**
 * Sends the refund to the terminal, once; ends it at once if it can't be sent. Undefined: ended, released, or another server's.
 */
async function send(context: Context, drive: RefundDrive, terminal: PaymentTerminal | undefined) {
  if (!terminal) return endUnsent(context, drive, 'TERMINAL_UNREACHABLE')
  // Stored by a server of the previous version.
  if (!drive.refund.isOfTerminal) return endUnsent(context, drive, 'NOT_PAID_THERE')
  const taken = await takeTerminal(context, drive)
  if (taken === 'busy' && !drive.release.aborted) return endUnsent(context, drive, 'TERMINAL_BUSY')
  if (typeof taken === 'string') return undefined
  const { sendBefore, hasLeft } = taken
  try {
    if (drive.release.aborted) return undefined
    // After a long pause another server may have concluded that the terminal has no record of it: it must not be sent any more.
    if (context.now().getTime() >= sendBefore) return UNHEARD
    const signal = AbortSignal.any([drive.release, AbortSignal.timeout(PATIENCE_MS)])
    return await terminal.refund(drive.refund.payment, drive.refund.asked, { signal, hasLeft })
  } finally {
    hasLeft()
  }
}

async function endUnsent(context: Context, { refund, source }: RefundDrive, detail: string): Promise<undefined> {
  await settleRefund(context, refund, { to: 'NOT_PROCESSED', detail, source, onlyUnsent: true })
}

/** Shoppers go first: a refund takes a terminal only when it is free. It is then sent soon, or never. */
async function takeTerminal(context: Context, drive: RefundDrive) {
  const until = context.now().getTime() + BUSY_FOR_MS
  while (!drive.release.aborted && context.now().getTime() < until) {
    const sendBefore = context.now().getTime() + SEND_WITHIN_MS
    const { promise, resolve: hasLeft } = Promise.withResolvers<void>()
    drive.leaving = promise
    const taken = await takeTerminalForRefund(context.db, drive.refund, drive.owner)
    if (taken === 'sent') return { sendBefore, hasLeft }
    hasLeft()
    if (taken === 'lost') return taken
    await pause(LOOK_MS, drive.release)
  }
  return 'busy'
}

type Heard = { answer: TerminalAnswer; now: Date; inFlightMs: number }

/** Applies the terminal's answer: writes the outcome, or returns when to ask again (ms). */
async function apply(context: Context, drive: RefundDrive, { answer, now, inFlightMs }: Heard) {
  const { refund, source } = drive
  if (drive.release.aborted) return undefined
  const { state, asked, sentAt } = refund
  const situation = { state, amountCents: asked.amountCents, sentAt: sentAt ?? now, now, inFlightMs, answer }
  const decision = decideRefund(situation)
  if (decision.to) {
    const written = await settleRefund(context, refund, { to: decision.to, detail: decision.detail, answer, source })
    // The terminal is still asked about a refund that needs an admin.
    return written && isRefundOpen(decision.to) ? LOOK_MS : undefined
  }
  if (answer.kind !== 'in_progress' && refund.state === 'SENT') await noteRefundUnknown(context.db, refund)
  return decision.askAgainAfterMs
}

/** Sleeps, or ends at once when the signal aborts. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
}

/**
 * INTENT → SENT: the refund takes its terminal, which may receive it from now on. Committed before the first byte is sent, and
 * only by the server that holds the refund at that moment; returns `lost` to any other, which must send nothing. Returns `busy`
 * while a payment or another refund is there: shoppers go first.
 */
export async function takeTerminalForRefund(db: Kysely<Database>, refund: Refund, owner: string) {
  // Without a lock first, since this is checked several times a second.
  if (await isTaken(db, refund)) return 'busy'
  const taken = await inTransaction(db, trx => markSent(trx, refund, owner))
  if (typeof taken === 'string') return taken
  Object.assign(refund, { state: 'SENT', sentAt: taken.sent_at })
  return 'sent'
}

async function markSent(trx: Transaction<Database>, refund: Refund, owner: string) {
  const { terminalId } = refund.payment
  // Payments that begin hold a share lock on this row: the later of the two sees the other, which the check before could not.
  await trx.selectFrom('terminal').select('id').where('id', '=', terminalId).forNoKeyUpdate().execute()
  if (await isTaken(trx, refund)) return 'busy'
  const marked = await trx
    .updateTable('refund')
    .set({ state: 'SENT', sent_at: sql`now()`, lease_until: leaseEnd() })
    .where('id', '=', refund.id)
    .where('owner', '=', owner)
    .where('state', '=', 'INTENT')
    .returning('sent_at')
    .executeTakeFirst()
  if (!marked) return 'lost'
  await trx.updateTable('terminal').set({ refund_id: refund.id }).where('id', '=', terminalId).execute()
  return marked
}

async function isTaken(db: Kysely<Database>, { id, payment: { terminalId } }: Refund): Promise<boolean> {
  const payment = db
    .selectFrom('payment_attempt')
    .select('id')
    .where('terminal_id', '=', terminalId)
    // Payments in line go first.
    .where('state', 'in', OPEN_AT_TERMINAL)
    .limit(1)
  if (await payment.executeTakeFirst()) return true
  // The refund's own id, after the response to a commit was lost, is not another refund.
  const other = db.selectFrom('terminal').select('id').where('id', '=', terminalId).where(hasRefund)
  return (await other.where('refund_id', '<>', id).executeTakeFirst()) !== undefined
}
