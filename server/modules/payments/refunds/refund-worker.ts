import { sql } from 'kysely'
import { REFUND_QUEUE_LIMIT_MS } from '#domain/payments/payment-timeouts.ts'
import { newRefundMachine, type RefundResult, transitionRefund } from '#domain/payments/refund-machine.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import { OperationDriver, type AnswerSource } from '#server/modules/payments/terminal-operations/operation-driver.ts'
import { type WorkerLead, OperationWorker } from '#server/modules/payments/terminal-operations/operation-worker.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type RefundRepository, sqlRefundRepository } from './refund-repository.ts'
import { isOpenRefund, getRefund, type Refund, writeRefund } from './refund-rows.ts'
import type { RefundWritten } from './settle-refund.ts'

/** Drives refunds to their outcomes, and begins reversals that are due. */
export class RefundWorker {
  readonly #context: Context
  readonly #repository: RefundRepository
  readonly #operations: OperationWorker<Refund, RefundState, RefundResult, RefundWritten>

  constructor(context: Context) {
    this.#context = context
    this.#repository = sqlRefundRepository(context)
    this.#operations = new OperationWorker(context, {
      name: 'refunds',
      repository: this.#repository,
      drive: (refund, lead) => this.#drive(refund, lead),
      beginDue: owner => beginReversals(context, owner),
    })
  }

  get owner(): string {
    return this.#operations.owner
  }

  /** Drives a refund whose lease this server holds, until it has an outcome. After shutdown began, releases it instead. */
  async drive(refund: Refund, source: AnswerSource): Promise<void> {
    await this.#operations.drive(refund, { source })
  }

  #drive(refund: Refund, { owner, source }: WorkerLead) {
    const { payment, request, sentAt, state } = refund
    // A refund of a payment that no terminal took is sent to no terminal.
    const terminal = refund.isOfTerminal ? this.#context.terminals.byProvider(refund.provider) : undefined
    return new OperationDriver(this.#context, {
      name: 'refund',
      subject: { refund: refund.id },
      row: refund,
      owner,
      source,
      machine: newRefundMachine({
        state,
        amountCents: request.amountCents,
        sentAt: sentAt?.getTime() ?? null,
        deadlineAt: this.#context.now().getTime() + REFUND_QUEUE_LIMIT_MS,
        inFlightMs: terminal?.inFlightMs ?? null,
        cancelRequestedAt: null,
      }),
      first: { kind: 'begun' },
      transition: transitionRefund,
      calls: terminal && {
        start: (signal, onSent) =>
          terminal.refund(payment, request, {
            signal,
            onSent: onSent,
            onAccepted: () => this.#recordAccepted(refund.id),
          }),
        ...(terminal.refundStatus && { status: terminal.refundStatus.bind(terminal, payment, request) }),
      },
      repository: this.#repository,
    })
  }

  /** Stored for a server that takes over this refund. */
  async #recordAccepted(refundId: number): Promise<void> {
    const { db, log } = this.#context
    const rows = db
      .updateTable('refund')
      .set({ accepted_at: sql`now()` })
      .where('id', '=', refundId)
    await rows
      .execute()
      .catch((error: unknown) => log.warn({ refund: refundId, err: error }, 'an accepted refund was not stored'))
  }

  /** Takes over the refunds that no server drives, and begins those that are due: at start, and periodically. */
  recover(): Promise<void> {
    return this.#operations.recover()
  }

  /** Hands the refunds back and stops driving. */
  close(): Promise<void> {
    return this.#operations.close()
  }
}

const MAX_AT_ONCE = 20

/** A reversal that never reached the terminal is retried: after a minute at first, then less and less often. */
const IS_DUE = sql<boolean>`NOT EXISTS (SELECT 1 FROM refund WHERE refund.attempt_id = payment_attempt.id
  AND (${isOpenRefund} OR refund.outcome_at
    > now() - greatest(interval '1 minute', (now() - payment_attempt.outcome_at) / 4)))`

/**
 * Money that was taken for an order that no longer waited for it is refunded automatically, in full. Stores the refunds that are
 * due and returns them, for this server to drive.
 */
export async function beginReversals(context: Context, owner: string): Promise<Refund[]> {
  const due = await context.db
    .selectFrom('payment_attempt')
    .select(['id', 'amount_cents'])
    .where('state', '=', sql.lit('REVERSAL_DUE' as const))
    .where(IS_DUE)
    .orderBy('id')
    .limit(MAX_AT_ONCE)
    .execute()
  const started = await Promise.all(due.map(attempt => beginReversal(context, attempt, owner)))
  return started.filter(refund => refund !== undefined)
}

async function beginReversal(context: Context, attempt: { id: number; amount_cents: number }, owner: string) {
  return inTransaction(context.db, async trx => {
    await trx.selectFrom('payment_attempt').select('id').where('id', '=', attempt.id).forNoKeyUpdate().execute()
    // In a second statement: one that waited for the lock would not see the refund that another server has just begun.
    const due = await trx
      .selectFrom('payment_attempt')
      .select('id')
      .where('id', '=', attempt.id)
      .where('state', '=', 'REVERSAL_DUE')
      .where(IS_DUE)
      .executeTakeFirst()
    if (!due) return undefined
    const whole = { attemptId: attempt.id, amountCents: attempt.amount_cents, askedBy: null, returnsStock: false }
    const reason = 'the order no longer waited for its money'
    return getRefund(trx, await writeRefund(trx, { kind: 'reversal', reason, owner, ...whole }))
  })
}
