import { setTimeout as sleep } from 'node:timers/promises'
import {
  isIn,
  OPEN_STATES,
  getStringCode,
  type AttemptState,
  type StringCode,
} from '#domain/payments/attempt-states.ts'
import { SEND_WITHIN_MS } from '#domain/payments/operation-machine.ts'
import type { OperationEvent } from '#domain/payments/operation.ts'
import {
  type PaymentMachine,
  type PaymentOutcome,
  transitionPayment,
  newPaymentMachine,
} from '#domain/payments/payment-machine.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { OperationDriver, type AnswerSource } from '#server/modules/payments/terminal-operations/operation-driver.ts'
import { type WorkerLead, OperationWorker } from '#server/modules/payments/terminal-operations/operation-worker.ts'
import type { Context } from '#server/platform/context.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { startPeriodicJob, type RunningJob } from '#server/platform/workers/periodic-job.ts'
import { type Attempt, storeAppLink } from './attempts.ts'
import type { BeginRefusal, PaymentInput } from './begin-payment.ts'
import type { PaymentRepository } from './payment-repository.ts'
import type { WrittenOutcome } from './settle-attempt.ts'
import { sqlPaymentRepository } from './sql-payment-repository.ts'

const QUEUE_CHECK_MS = 100
const JOIN_LOOK_MS = 300

export type PaymentResult = { string_code: StringCode; order_id: number }

type PaymentDriver = OperationDriver<Attempt, AttemptState, PaymentOutcome, WrittenOutcome>

/** Drives payment attempts to their outcomes, and answers shoppers who wait for them. */
export class PaymentWorker {
  readonly repository: PaymentRepository
  readonly #context: Context
  readonly #operations: OperationWorker<Attempt, AttemptState, PaymentOutcome, WrittenOutcome>
  readonly #wakeUps: RunningJob
  #isClosing = false
  /** Called when this server shuts down. Not an AbortSignal of the server: that scans its thousand listeners for each one added. */
  readonly #waiting = new Set<() => void>()
  /** By attempt: the read that all who wait for it here share. */
  readonly #reads = new Map<number, Promise<Attempt | undefined>>()

  constructor(context: Context) {
    this.#context = context
    this.repository = sqlPaymentRepository(context)
    this.#operations = new OperationWorker(context, {
      name: 'payments',
      repository: this.repository,
      drive: (attempt, lead) => this.#drive(attempt, lead),
    })
    this.#wakeUps = startPeriodicJob(context, {
      name: 'waking queued payments',
      work: () => this.#wakeQueued(),
      everyMs: QUEUE_CHECK_MS,
    })
  }

  get owner(): string {
    return this.#operations.owner
  }

  /** Begins a payment and drives it. Returns a refusal when it can't begin. */
  async begin(input: Omit<PaymentInput, 'owner'>): Promise<Attempt | BeginRefusal> {
    const sendBefore = this.#context.now().getTime() + SEND_WITHIN_MS
    // During shutdown, nothing is marked as sent that may no longer be sent.
    const started = await this.repository.begin({ ...input, owner: this.owner, marksSent: !this.#isClosing })
    if (!isRefusal(started)) await this.drive(started, 'live', started.sentAt === null ? undefined : sendBefore)
    return started
  }

  /**
   * Drives an attempt whose lease this server holds, until it has an outcome. After shutdown began, releases it instead.
   * `sendBefore` (ms): for one that was marked as sent when it began, until when this server may send it.
   */
  async drive(attempt: Attempt, source: AnswerSource, sendBefore?: number): Promise<void> {
    const driver = await this.#operations.drive(attempt, { source, sendBefore })
    void driver?.done.then(() => this.#wakeQueuedAt(attempt.payment.terminalId))
  }

  #drive(attempt: Attempt, { owner, source, sendBefore }: WorkerLead): PaymentDriver {
    const { payment } = attempt
    const terminal = this.#context.terminals.byProvider(attempt.provider)
    const storeLink = this.#linkStore(attempt.id)
    return new OperationDriver(this.#context, {
      name: 'payment attempt',
      subject: { attempt: attempt.id },
      row: attempt,
      owner,
      source,
      machine: createMachine(attempt, { terminal, sendBefore }),
      first: firstEvent(attempt, sendBefore),
      transition: transitionPayment,
      calls: terminal && {
        start: (signal, onSent) =>
          terminal.start(payment, signal, link => {
            onSent()
            if (link !== undefined) storeLink(link)
          }),
        // The server that created the payment may have died before it stored the link.
        status: () => terminal.status(payment, storeLink),
        cancel: () => terminal.cancel(payment),
      },
      repository: this.repository,
    })
  }

  /** Stores a link that is new. Without it, the shopper can still cancel; the payment does not wait for it. */
  #linkStore(attemptId: number): (link: string) => void {
    let stored: string | undefined
    const store = async (link: string) => {
      stored = link
      await storeAppLink(this.#context.db, attemptId, link).catch((error: unknown) => {
        stored = undefined
        this.#context.log.warn({ err: error, attempt: attemptId }, 'the address of a shopper’s app could not be stored')
      })
    }
    return link => void (link !== stored && store(link))
  }

  /**
   * Waits for an attempt's outcome, whichever server drives it; IN_PROGRESS if this server shuts down or `left` aborts
   * first.
   */
  async waitForOutcome(
    { id, orderId }: { id: number; orderId: number },
    disconnected: AbortSignal,
  ): Promise<PaymentResult> {
    while (!this.#isClosing && !disconnected.aborted) {
      const seen = await this.#unlessOver(this.#nextState(id), disconnected)
      if (seen && !isIn(OPEN_STATES, seen.state))
        return { string_code: getStringCode(seen.state, seen.stringCode), order_id: orderId }
    }
    return { string_code: 'IN_PROGRESS', order_id: orderId }
  }

  /** What this server's driver wrote, or else the row when it is read next. */
  async #nextState(id: number): Promise<Pick<Attempt, 'state' | 'stringCode'> | undefined> {
    const driver = this.#operations.drivers.get(id)
    return driver ? ((await driver.done) ?? this.#readIn(id, 0)) : this.#readIn(id, JOIN_LOOK_MS)
  }

  /** Reads the attempt after a while, once for all who wait: their number costs the database nothing. */
  #readIn(id: number, inMs: number): Promise<Attempt | undefined> {
    const cached = this.#reads.get(id)
    if (cached) return cached
    const read = sleep(inMs)
      .then(() => (this.#isClosing ? undefined : this.repository.find(id)))
      .finally(() => this.#reads.delete(id))
    this.#reads.set(id, read)
    return read
  }

  /** Passes on a shopper's cancellation at once; another server reads it at the attempt's next lease renewal. */
  noticeCancel(attemptId: number): void {
    this.#operations.dispatch(attemptId, { kind: 'cancel_requested', at: this.#context.now().getTime() })
  }

  /** Takes over the attempts that no server drives: at start, and periodically. */
  recover(): Promise<void> {
    return this.#operations.recover()
  }

  /** Responds to waiting requests, hands the attempts back and stops driving. */
  async close(): Promise<void> {
    this.#isClosing = true
    for (const leave of this.#waiting) leave()
    this.#wakeUps.stop()
    await this.#operations.close()
  }

  /**
   * Notifies queued attempts that their terminal is free, with one query for all: a query for each would take database time from
   * the payments that they wait for.
   */
  async #wakeQueued(): Promise<void> {
    const hasQueue = [...this.#operations.drivers.values()].some(driver => driver.isQueued)
    if (!hasQueue) return
    for (const id of await this.repository.nextInQueue(this.owner))
      this.#operations.dispatch(id, { kind: 'queue_moved' })
  }

  /** Notifies this server's queued attempts at a freed terminal. Taking it checks which of them is first. */
  #wakeQueuedAt(terminalId: number): void {
    for (const driver of this.#operations.drivers.values())
      if (driver.isQueued && driver.terminalId === terminalId) driver.dispatch({ kind: 'queue_moved' })
  }

  /** Waits for the work, or until this server shuts down or the caller has left. */
  async #unlessOver<T>(work: Promise<T>, disconnected: AbortSignal): Promise<T | undefined> {
    const over = Promise.withResolvers<undefined>()
    const leave = () => over.resolve(undefined)
    this.#waiting.add(leave)
    disconnected.addEventListener('abort', leave)
    return Promise.race([work, over.promise]).finally(() => {
      this.#waiting.delete(leave)
      disconnected.removeEventListener('abort', leave)
    })
  }
}

type MachineContext = {
  /** Undefined when this server can't reach terminals of its kind. */
  terminal: Pick<PaymentTerminal, 'inFlightMs' | 'cancelAfterMs'> | undefined
  sendBefore: number | undefined
}

export function createMachine(attempt: Attempt, { terminal, sendBefore }: MachineContext): PaymentMachine {
  const machine = newPaymentMachine({
    state: attempt.state,
    amountCents: attempt.payment.amountCents,
    sentAt: attempt.sentAt?.getTime() ?? null,
    deadlineAt: attempt.deadlineAt.getTime(),
    inFlightMs: terminal?.inFlightMs ?? null,
    cancelAfterMs: terminal?.cancelAfterMs,
    cancelRequestedAt: attempt.cancelRequestedAt?.getTime() ?? null,
  })
  return sendBefore === undefined ? machine : { ...machine, phase: { is: 'marking_sent', sendBefore } }
}

/** The first event: `marked_sent` if the attempt was marked as it began. */
export const firstEvent = ({ sentAt }: Attempt, sendBefore: number | undefined): OperationEvent =>
  sendBefore === undefined ? { kind: 'begun' } : { kind: 'marked_sent', sentAt: sentAt?.getTime() }
