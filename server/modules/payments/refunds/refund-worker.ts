import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import { leaseEnd, secondsFromNow } from '#server/modules/payments/payments/attempts.ts'
import type { Context } from '#server/platform/context.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { isUniqueViolation } from '#server/platform/db/unique-violation.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { type Running, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { driveRefund, type RefundDrive } from './drive-refund.ts'
import { isOpenRefund, readRefund, type Refund } from './refund-rows.ts'
import { writeRefund } from './write-refund.ts'

const RENEW_MS = 1000
const RECOVER_MS = 1000
const RESTART_MS = 1000
const CLOSE_PATIENCE_MS = 3000
/** How long a server that shuts down waits for a request in progress to reach the terminal. */
const LEAVES_WITHIN_MS = 1500

type Held = { drive: RefundDrive; release: AbortController; done: Promise<void>; isNew: boolean }

/**
 * Drives refunds to their outcomes, and begins reversals that are due. Each refund is driven by the one server that holds its
 * lease; others take over what this one leaves.
 */
export class RefundWorker {
  readonly owner = randomUUID()
  readonly #context: Context
  readonly #closing = new AbortController()
  readonly #held = new Map<number, Held>()
  readonly #jobs: Running[]

  constructor(context: Context) {
    this.#context = context
    this.#jobs = [
      startPeriodicJob(context, {
        name: 'renewing the leases of refunds',
        work: () => this.#renew(),
        everyMs: RENEW_MS,
      }),
      startPeriodicJob(context, { name: 'taking up refunds', work: () => this.recover(), everyMs: RECOVER_MS }),
    ]
  }

  /** Drives a refund whose lease this server holds, until it has an outcome. After shutdown began, hands it back instead. */
  async take(refund: Refund, source: RefundDrive['source']): Promise<void> {
    if (this.#closing.signal.aborted) return this.#handBack()
    if (this.#held.has(refund.id)) return
    const release = new AbortController()
    const drive: RefundDrive = { refund, owner: this.owner, source, release: release.signal }
    const done = driveToTheEnd(this.#context, drive).finally(() => this.#held.delete(refund.id))
    this.#held.set(refund.id, { drive, release, done, isNew: true })
  }

  /** Takes over the refunds that no server drives, and begins those that are due: at start, and periodically. */
  async recover(): Promise<void> {
    for (const refund of await claimLapsedRefunds(this.#context.db, this.owner)) await this.take(refund, 'recovery')
    if (this.#closing.signal.aborted) return
    for (const refund of await beginReversals(this.#context, this.owner)) await this.take(refund, 'live')
  }

  /** Hands the refunds back and stops driving. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const job of this.#jobs) job.stop()
    for (const held of this.#held.values()) releaseOf(held)
    const drives = [...this.#held.values()].map(held => held.done)
    await Promise.race([Promise.allSettled(drives), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    await this.#handBack()
  }

  async #handBack(): Promise<void> {
    await handBackRefunds(this.#context.db, this.owner).catch((error: unknown) =>
      this.#context.log.warn({ err: error }, 'releasing the leases of refunds failed: they will expire'),
    )
  }

  /** Renews the leases, and releases refunds that another server has taken over. */
  async #renew(): Promise<void> {
    if (this.#held.size === 0) return
    const ours = await renewRefundLeases(this.#context.db, this.owner, [...this.#held.keys()])
    for (const [id, held] of this.#held) {
      if (!ours.has(id) && !held.isNew) held.release.abort()
      held.isNew = false
    }
  }
}

/**
 * Releases a refund that is stored as sent only once it has left: the next server could only wait until nothing can be in
 * transit.
 */
function releaseOf({ drive, release }: Held): void {
  if (!drive.leaving) return release.abort()
  void Promise.race([drive.leaving, sleep(LEAVES_WITHIN_MS, undefined, { ref: false })]).then(() => release.abort())
}

async function driveToTheEnd(context: Context, drive: RefundDrive): Promise<void> {
  while (!drive.release.aborted) {
    try {
      return await driveRefund(context, drive)
    } catch (error) {
      context.log.error({ err: error, refund: drive.refund.id }, 'driving a refund failed; retrying')
      await sleep(RESTART_MS)
    }
  }
}

/** A server drives these to their outcome; an unresolved one for two days, then only an admin can decide. */
const isDriven = sql<boolean>`${isOpenRefund} AND (refund.state <> 'UNRESOLVED'
  OR refund.sent_at > ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)})`

/** Extends a server's leases on the refunds that it drives; returns the ids of those that it still owns. */
async function renewRefundLeases(db: Kysely<Database>, owner: string, driven: readonly number[]) {
  const rows = await db
    .updateTable('refund')
    .set({ lease_until: leaseEnd() })
    .where('owner', '=', owner)
    .where('id', '=', anyOf(driven))
    .where(isDriven)
    .returning('id')
    .execute()
  return new Set(rows.map(row => row.id))
}

/** Releases a server's refunds, so that another need not wait for the leases to lapse. */
const handBackRefunds = (db: Kysely<Database>, owner: string) =>
  db
    .updateTable('refund')
    .set({ owner: null, lease_until: null })
    .where('owner', '=', owner)
    .where(isOpenRefund)
    .execute()

/** Takes over the refunds that no server drives: compare-and-set on the lease, so that only one of two servers gets each. */
async function claimLapsedRefunds(db: Kysely<Database>, owner: string): Promise<Refund[]> {
  const claimed = await sql<{ id: number }>`
    UPDATE refund SET owner = ${owner}, lease_until = ${leaseEnd()}
    WHERE (lease_until IS NULL OR lease_until < now()) AND ${isDriven}
    RETURNING id`.execute(db)
  return Promise.all(claimed.rows.map(row => readRefund(db, row.id)))
}

const MOST_AT_ONCE = 20

/** A reversal that never reached the terminal is retried: after a minute at first, then less and less often. */
const IS_DUE = sql<boolean>`NOT EXISTS (SELECT 1 FROM refund WHERE refund.attempt_id = payment_attempt.id
  AND (${isOpenRefund} OR refund.outcome_at
    > now() - greatest(interval '1 minute', (now() - payment_attempt.outcome_at) / 4)))`

/**
 * Money that was taken for an order that no longer waited for it is refunded automatically, in full. Stores the refunds that are
 * due and returns them, for this server to drive.
 */
async function beginReversals(context: Context, owner: string): Promise<Refund[]> {
  const due = await context.db
    .selectFrom('payment_attempt')
    .select(['id', 'amount_cents'])
    .where('state', '=', sql.lit('REVERSAL_DUE' as const))
    .where(IS_DUE)
    .orderBy('id')
    .limit(MOST_AT_ONCE)
    .execute()
  const begun = await Promise.all(due.map(attempt => beginReversal(context, attempt, owner)))
  return begun.filter(refund => refund !== undefined)
}

async function beginReversal(context: Context, attempt: { id: number; amount_cents: number }, owner: string) {
  try {
    return await inTransaction(context.db, async trx => {
      const locked = await trx
        .selectFrom('payment_attempt')
        .select('id')
        .where('id', '=', attempt.id)
        .where('state', '=', 'REVERSAL_DUE')
        .where(IS_DUE)
        .forNoKeyUpdate()
        .executeTakeFirst()
      if (!locked) return undefined
      const whole = { attemptId: attempt.id, amountCents: attempt.amount_cents, askedBy: null, returnsStock: false }
      const reason = 'the order no longer waited for its money'
      return readRefund(trx, await writeRefund(trx, { kind: 'reversal', reason, owner, ...whole }))
    })
  } catch (error) {
    // Another server was quicker.
    if (isUniqueViolation(error, 'refund_one_open_per_attempt')) return undefined
    throw error
  }
}
