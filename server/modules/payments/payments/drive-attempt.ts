import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentMachine, PaymentEvent, Effect } from '#domain/payments/payment-machine-types.ts'
import { transition, newPaymentMachine } from '#domain/payments/payment-machine.ts'
import type { PaymentTerminal, TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Context } from '#server/platform/context.ts'
import type { Attempt } from './attempts.ts'
import type { PaymentRepository } from './payment-repository.ts'
import type { Written } from './settle-attempt.ts'

type Lead = { attempt: Attempt; owner: string; source: 'live' | 'recovery'; repository: PaymentRepository }

const UNHEARD: TerminalAnswer = { kind: 'unreachable' }
/** How long a server that shuts down waits for a request in progress to reach the terminal. */
const LEAVES_WITHIN_MS = 1500

/**
 * Drives an attempt towards its outcome while this server holds its lease. The state machine in domain/payments/payment-machine.ts
 * decides what to do; this class does it with the real database, terminal and clock, and feeds the results back as events.
 */
export class AttemptDriver {
  readonly #context: Context
  readonly #lead: Lead
  readonly #terminal: PaymentTerminal | undefined
  readonly #listening = new AbortController()
  readonly #finished = Promise.withResolvers<Written | undefined>()
  #machine: PaymentMachine
  #timer: NodeJS.Timeout | undefined
  #isSending = false
  #isDraining = false
  #underWay = 0
  #written: Written | undefined

  constructor(context: Context, lead: Lead) {
    this.#context = context
    this.#lead = lead
    this.#terminal = context.terminals.byProvider(lead.attempt.provider)
    this.#machine = machineOf(lead.attempt, this.#terminal?.inFlightMs ?? null)
    this.dispatch({ kind: 'begun' })
  }

  /** Resolves when it has stopped driving and nothing is in progress, with the outcome if it was written here. Never rejects. */
  get done(): Promise<Written | undefined> {
    return this.#finished.promise
  }

  get terminalId(): number {
    return this.#lead.attempt.payment.terminalId
  }

  get isQueued(): boolean {
    return this.#machine.phase.is === 'queued'
  }

  /**
   * For a server that shuts down: releases the attempt. An attempt stored as sent is released only once the request has left: the
   * next server would have to assume that it was sent, and could only wait until nothing can be in transit any more.
   */
  leave(): void {
    if (!this.#isSending) return this.dispatch({ kind: 'release' })
    this.#isDraining = true
    setTimeout(() => this.dispatch({ kind: 'release' }), LEAVES_WITHIN_MS).unref()
  }

  #hasLeft = (): void => {
    this.#isSending = false
    if (this.#isDraining) this.dispatch({ kind: 'release' })
  }

  dispatch(event: PaymentEvent): void {
    const { machine, effects } = transition(this.#machine, event, this.#context.now().getTime())
    this.#machine = machine
    for (const effect of effects) this.#begin(effect)
    if (machine.phase.is !== 'over') return
    clearTimeout(this.#timer)
    if (this.#underWay === 0) this.#finished.resolve(this.#written)
  }

  #begin(effect: Effect): void {
    if (effect.kind === 'stop_listening') return this.#listening.abort()
    if (effect.kind !== 'wait') return void this.#carryOut(effect)
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.dispatch({ kind: 'woken' }), effect.ms).unref()
  }

  async #carryOut(effect: Asking): Promise<void> {
    this.#underWay++
    const answer = await this.#ask(effect).catch((error: unknown): PaymentEvent => {
      const what = { err: error, attempt: this.#lead.attempt.id }
      this.#context.log.error(what, 'driving a payment attempt failed; retrying')
      return { kind: 'failed' }
    })
    this.#underWay--
    if (answer.kind === 'start_answered') this.#isSending = false
    this.dispatch(answer)
  }

  /** Runs an effect of the state machine against the database or the terminal, and returns the resulting event. */
  async #ask(effect: Asking): Promise<PaymentEvent> {
    const { attempt, owner, repository, source } = this.#lead
    const { payment } = attempt
    switch (effect.kind) {
      case 'take_terminal':
        return { kind: 'queue_checked', deadlineAt: (await repository.takeTerminal(attempt.id, owner))?.getTime() }
      case 'mark_sent':
        this.#isSending = true
        return { kind: 'marked_sent', sentAt: (await repository.markSent(attempt.id, owner))?.getTime() }
      case 'start':
        return { kind: 'start_answered', answer: await this.#start(payment) }
      case 'ask_status':
        return { kind: 'status_answered', answer: (await this.#terminal?.status(payment)) ?? UNHEARD }
      case 'cancel':
        await this.#terminal?.cancel(payment)
        return { kind: 'cancel_sent' }
      case 'record_state':
        await repository.recordState(attempt.id, effect.state)
        return { kind: 'recorded' }
      default:
        this.#written = await repository.settle(attempt, { ...effect, source })
        return { kind: 'settled' }
    }
  }

  async #start(payment: TerminalPayment): Promise<TerminalAnswer> {
    const { signal } = this.#listening
    return (await this.#terminal?.start(payment, signal, this.#hasLeft)) ?? UNHEARD
  }
}

type Asking = Exclude<Effect, { kind: 'wait' | 'stop_listening' }>

export const machineOf = (attempt: Attempt, inFlightMs: number | null): PaymentMachine =>
  newPaymentMachine({
    state: attempt.state,
    amountCents: attempt.payment.amountCents,
    sentAt: attempt.sentAt?.getTime() ?? null,
    deadlineAt: attempt.deadlineAt.getTime(),
    inFlightMs,
    cancelRequestedAt: attempt.cancelRequestedAt?.getTime() ?? null,
  })
