import type { Transition } from '#domain/payments/operation-machine.ts'
import type {
  OperationEffect,
  OperationEvent,
  OperationMachine,
  Settlement,
  OperationWork,
} from '#domain/payments/operation.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { Context } from '#server/platform/context.ts'
import type { OperationRepository, Operation } from './operation-repository.ts'

/** The calls to a terminal for one operation. */
type TerminalCalls = {
  start: (signal: AbortSignal, onSent: () => void) => Promise<TerminalAnswer>
  /** Absent where a terminal can't be queried; then an admin must resolve a lost response. */
  status?: () => Promise<TerminalAnswer>
  /** Absent where an operation can't be cancelled. */
  cancel?: () => Promise<void>
}

export type AnswerSource = 'live' | 'recovery'

/** An operation to drive. `calls`: undefined when this server can't reach terminals of its kind. */
type OperationDriverOptions<Row extends Operation, State, Outcome, Written> = {
  /** For the log: what it is, and its id. */
  name: string
  subject: Record<string, number>
  row: Row
  owner: string
  source: AnswerSource
  machine: OperationMachine<State>
  /** The first event to dispatch. */
  first: OperationEvent
  transition: Transition<State, Outcome>
  calls: TerminalCalls | undefined
  repository: Pick<
    OperationRepository<Row, State, Settlement<Outcome> & { source: AnswerSource }, Written>,
    'claimTerminal' | 'markSent' | 'recordState' | 'settle'
  >
}

const NO_ANSWER: TerminalAnswer = { kind: 'unreachable' }
/** How long a server that shuts down waits for a request in progress to reach the terminal. */
const LEAVES_WITHIN_MS = 1500

/**
 * Drives an operation of a terminal towards its outcome while this server holds its lease. The state machine in
 * domain/payments/operation-machine.ts decides what to do; this class does it with the real database, terminal and clock, and
 * feeds the results back as events.
 */
export class OperationDriver<Row extends Operation, State, Outcome, Written> {
  readonly #context: Context
  readonly #driving: OperationDriverOptions<Row, State, Outcome, Written>
  readonly #listening = new AbortController()
  readonly #finished = Promise.withResolvers<Written | undefined>()
  #machine: OperationMachine<State>
  #timer: NodeJS.Timeout | undefined
  #isSending = false
  #isDraining = false
  #underWay = 0
  #written: Written | undefined

  constructor(context: Context, driving: OperationDriverOptions<Row, State, Outcome, Written>) {
    this.#context = context
    this.#driving = driving
    this.#machine = driving.machine
    this.dispatch(driving.first)
  }

  /** Resolves when it has stopped driving and nothing is in progress, with the outcome if it was written here. Never rejects. */
  get done(): Promise<Written | undefined> {
    return this.#finished.promise
  }

  get terminalId(): number {
    return this.#driving.row.payment.terminalId
  }

  get isQueued(): boolean {
    return this.#machine.phase.is === 'queued'
  }

  /**
   * For a server that shuts down: releases the operation. One stored as sent is released only once the request has left: the next
   * server would have to assume that it was sent, and could only wait until nothing can be in transit any more.
   */
  leave(): void {
    if (!this.#isSending) return this.dispatch({ kind: 'release' })
    this.#isDraining = true
    setTimeout(() => this.dispatch({ kind: 'release' }), LEAVES_WITHIN_MS).unref()
  }

  #onSent = (): void => {
    this.#isSending = false
    if (this.#isDraining) this.dispatch({ kind: 'release' })
  }

  dispatch(event: OperationEvent): void {
    const { machine, effects } = this.#driving.transition(this.#machine, event, this.#context.now().getTime())
    this.#machine = machine
    for (const effect of effects) this.#begin(effect)
    if (machine.phase.is !== 'over') return
    clearTimeout(this.#timer)
    if (this.#underWay === 0) this.#finished.resolve(this.#written)
  }

  #begin(effect: OperationEffect<State, Outcome>): void {
    if (effect.kind === 'stop_listening') return this.#listening.abort()
    if (effect.kind !== 'wait') return void this.#carryOut(effect)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.dispatch({ kind: 'woken' }), effect.ms).unref()
  }

  async #carryOut(effect: OperationWork<State, Outcome>): Promise<void> {
    this.#underWay++
    const answer = await this.#perform(effect).catch((error: unknown): OperationEvent => {
      const { name, subject } = this.#driving
      this.#context.log.error({ err: error, ...subject }, `driving a ${name} failed; retrying`)
      return { kind: 'failed' }
    })
    this.#underWay--
    if (answer.kind === 'start_answered') this.#isSending = false
    this.dispatch(answer)
  }

  /** Runs an effect of the state machine against the database or the terminal, and returns the resulting event. */
  async #perform(effect: OperationWork<State, Outcome>): Promise<OperationEvent> {
    const { row, owner, repository, source, calls } = this.#driving
    switch (effect.kind) {
      case 'take_terminal':
        return { kind: 'queue_checked', deadlineAt: (await repository.claimTerminal(row.id, owner))?.getTime() }
      case 'mark_sent':
        this.#isSending = true
        return { kind: 'marked_sent', sentAt: (await repository.markSent(row.id, owner))?.getTime() }
      case 'start':
        // It may have been marked as sent when it began.
        this.#isSending = true
        return {
          kind: 'start_answered',
          answer: (await calls?.start(this.#listening.signal, this.#onSent)) ?? NO_ANSWER,
        }
      case 'ask_status':
        return { kind: 'status_answered', answer: (await calls?.status?.()) ?? NO_ANSWER }
      case 'cancel':
        await calls?.cancel?.()
        return { kind: 'cancel_sent' }
      case 'record_state':
        await repository.recordState(row.id, effect.state)
        return { kind: 'recorded' }
      default:
        this.#written = await repository.settle(row, { ...effect, source })
        return { kind: 'settled' }
    }
  }
}
