import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isIn, OPEN_STATES, stringCodeOf, type StringCode } from '#domain/payments/attempt-states.ts'
import type { Context } from '#server/platform/context.ts'
import { startPeriodicJob, type Running } from '#server/platform/workers/periodic-job.ts'
import type { Attempt } from './attempts.ts'
import { AttemptDriver } from './drive-attempt.ts'
import type { PaymentRepository } from './payment-repository.ts'
import { sqlPaymentRepository } from './sql-payment-repository.ts'

const RENEW_MS = 1000
const QUEUE_CHECK_MS = 100
const RECOVER_MS = 1000
const JOIN_LOOK_MS = 300
const CLOSE_PATIENCE_MS = 3000

export type PaymentOutcome = { string_code: StringCode; order_id: number }

/**
 * Drives payment attempts to their outcomes, independently of clients: shoppers may disconnect, and other servers take over what
 * this one leaves. Each attempt is driven by the one server that holds its lease.
 */
export class PaymentWorker {
  readonly owner = randomUUID()
  readonly repository: PaymentRepository
  readonly #context: Context
  #isClosing = false
  /** Called when this server shuts down. Not an AbortSignal: that scans its thousand listeners for each one added. */
  readonly #waiting = new Set<() => void>()
  readonly #held = new Map<number, AttemptDriver>()
  readonly #jobs: Running[]

  constructor(context: Context) {
    this.#context = context
    this.repository = sqlPaymentRepository(context)
    this.#jobs = [
      startPeriodicJob(context, {
        name: 'renewing the leases of payments',
        work: () => this.#renew(),
        everyMs: RENEW_MS,
      }),
      startPeriodicJob(context, {
        name: 'calling up who is next in line',
        work: () => this.#wakeQueued(),
        everyMs: QUEUE_CHECK_MS,
      }),
      startPeriodicJob(context, { name: 'taking up payments', work: () => this.recover(), everyMs: RECOVER_MS }),
    ]
  }

  /** Drives an attempt whose lease this server holds, until it has an outcome. After shutdown began, hands it back instead. */
  async take(attempt: Attempt, source: 'live' | 'recovery'): Promise<void> {
    if (this.#isClosing) return this.#handBack()
    if (this.#held.has(attempt.id)) return
    const drive = new AttemptDriver(this.#context, { attempt, owner: this.owner, source, repository: this.repository })
    this.#held.set(attempt.id, drive)
    void this.#releaseWhenDone(drive, attempt)
  }

  async #releaseWhenDone(drive: AttemptDriver, { id, payment }: Attempt): Promise<void> {
    await drive.done
    this.#held.delete(id)
    this.#wakeNextAt(payment.terminalId)
  }

  /** Waits for an attempt's outcome, whichever server drives it; IN_PROGRESS if this server shuts down first. */
  async outcomeOf(attempt: { id: number; orderId: number }): Promise<PaymentOutcome> {
    while (!this.#isClosing) {
      const ended = this.#held.get(attempt.id)?.done ?? sleep(JOIN_LOOK_MS, undefined)
      const written = await this.#unlessClosing(ended)
      const { state, stringCode } = written ?? (await this.repository.find(attempt.id))
      if (!isIn(OPEN_STATES, state)) return { string_code: stringCodeOf(state, stringCode), order_id: attempt.orderId }
    }
    return { string_code: 'IN_PROGRESS', order_id: attempt.orderId }
  }

  /** Passes on a shopper's wish to stop at once; another server reads it at the attempt's next lease renewal. */
  noticeCancel(attemptId: number): void {
    this.#held.get(attemptId)?.dispatch({ kind: 'cancel_requested', at: this.#context.now().getTime() })
  }

  /** Takes over the attempts that no server drives: at start, and periodically. */
  async recover(): Promise<void> {
    for (const attempt of await this.repository.claimLapsed(this.owner)) await this.take(attempt, 'recovery')
  }

  /** Responds to waiting requests, hands the attempts back and stops driving. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const leave of this.#waiting) leave()
    for (const job of this.#jobs) job.stop()
    const drives = [...this.#held.values()].map(drive => drive.done)
    for (const drive of this.#held.values()) drive.leave()
    await Promise.race([Promise.allSettled(drives), sleep(CLOSE_PATIENCE_MS, undefined, { ref: false })])
    await this.#handBack()
  }

  /**
   * Notifies queued attempts that their terminal is free, with one query for all: a query for each would take database time from
   * the payments that they wait for.
   */
  async #wakeQueued(): Promise<void> {
    const hasLine = [...this.#held.values()].some(drive => drive.isQueued)
    if (!hasLine) return
    for (const id of await this.repository.nextInQueue(this.owner))
      this.#held.get(id)?.dispatch({ kind: 'queue_moved' })
  }

  /** The same, at once, where this server itself has freed the terminal. Taking it checks whether others are ahead. */
  #wakeNextAt(terminalId: number): void {
    const inLine = [...this.#held].filter(([, drive]) => drive.isQueued && drive.terminalId === terminalId)
    const first = inLine.toSorted(([a], [b]) => a - b)[0]
    first?.[1].dispatch({ kind: 'queue_moved' })
  }

  async #handBack(): Promise<void> {
    await this.repository
      .handBack(this.owner)
      .catch((error: unknown) =>
        this.#context.log.warn({ err: error }, 'releasing the leases of payment attempts failed: they will expire'),
      )
  }

  /** Renews the leases, reads which shoppers want to stop, and releases attempts that another server has taken over. */
  async #renew(): Promise<void> {
    if (this.#held.size === 0) return
    const ours = await this.repository.renewLeases(this.owner, [...this.#held.keys()])
    for (const [id, drive] of this.#held) {
      const cancelRequestedAt = ours.get(id)?.cancelRequestedAt?.getTime() ?? null
      drive.dispatch({ kind: 'lease_renewed', isOurs: ours.has(id), cancelRequestedAt })
    }
  }

  /** Waits for the work, or until this server shuts down. */
  async #unlessClosing<T>(work: Promise<T>): Promise<T | undefined> {
    const left = Promise.withResolvers<undefined>()
    const leave = () => left.resolve(undefined)
    this.#waiting.add(leave)
    return Promise.race([work, left.promise]).finally(() => this.#waiting.delete(leave))
  }
}
