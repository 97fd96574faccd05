import type { OperationEvent } from '#domain/payments/operation.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentMachine, PaymentEffect } from '#domain/payments/payment-machine.ts'
import type { Attempt } from '#server/modules/payments/payments/attempts.ts'
import { machineOf } from '#server/modules/payments/payments/payment-worker.ts'
import type { Written } from '#server/modules/payments/payments/settle-attempt.ts'
import type { Result } from './database-line.ts'
import type { Work } from './memory-orders.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

type Lead = {
  attempt: Attempt
  source: 'live' | 'recovery'
  process: SimulatedProcess
  sendBefore?: number | undefined
}
type Hear = (event: OperationEvent) => void

/**
 * The OperationDriver of server/modules/payments/engine/operation-driver.ts in virtual time: it performs the effects of the state
 * machine.
 */
export class SimulatedDrive {
  readonly attempt: Attempt
  readonly #world: World
  readonly #lead: Lead
  readonly #owner: string
  #machine: PaymentMachine
  #timer = 0
  #underWay = 0
  #written: Written | undefined
  #listener: Hear | undefined
  readonly #onDone: ((written: Written | undefined) => void)[] = []

  constructor(world: World, lead: Lead) {
    this.#world = world
    this.#lead = lead
    this.#owner = lead.process.owner
    this.attempt = lead.attempt
    this.#machine = machineOf(lead.attempt, { inFlightMs: world.inFlightMs, sendBefore: lead.sendBefore })
  }

  get isQueued(): boolean {
    return this.#machine.phase.is === 'queued'
  }

  whenDone(work: (written: Written | undefined) => void): void {
    this.#onDone.push(work)
  }

  dispatch(event: OperationEvent): void {
    const now = this.#world.agenda.now + this.#lead.process.skewMs
    const { machine, effects } = this.#world.advance(this.#machine, event, now)
    this.#world.noteStep(() => [this.#owner, this.attempt.id, event, machine.phase.is, effects])
    this.#machine = machine
    for (const effect of effects) {
      if (this.#world.strikes(this.#lead.process)) return
      this.#begin(effect)
    }
    if (machine.phase.is === 'over' && this.#underWay === 0)
      for (const work of this.#onDone.splice(0)) work(this.#written)
  }

  #begin(effect: PaymentEffect): void {
    if (effect.kind === 'stop_listening') return this.#listener?.({ kind: 'start_answered', answer: UNREACHABLE })
    if (effect.kind === 'wait') return this.#wait(effect.ms)
    this.#underWay++
    this.#ask(
      effect,
      this.#lead.process.ours(event => {
        this.#underWay--
        this.dispatch(event)
      }),
    )
  }

  /** Short waits may take longer, as on a busy machine. */
  #wait(ms: number): void {
    const timer = ++this.#timer
    const lateMs = ms < 1000 ? this.#world.chances.between(0, 4000) : 0
    this.#lead.process.after(ms + lateMs, () => {
      if (timer === this.#timer) this.dispatch({ kind: 'woken' })
    })
  }

  #ask(effect: Asking, dispatch: Hear): void {
    const { repository, wire } = this.#world
    const { id, payment } = this.attempt
    switch (effect.kind) {
      case 'take_terminal':
        return this.#transact(repository.takeTerminal(id, this.#owner), dispatch, until => ({
          kind: 'queue_checked',
          deadlineAt: until?.getTime(),
        }))
      case 'mark_sent':
        return this.#transact(repository.markSent(id, this.#owner), dispatch, sentAt => ({
          kind: 'marked_sent',
          sentAt: sentAt?.getTime(),
        }))
      case 'start':
        this.#listener = onceOnly(dispatch)
        return wire.start(payment, answerTo('start_answered', this.#listener))
      case 'ask_status':
        return wire.status(payment, answerTo('status_answered', dispatch))
      case 'cancel':
        return wire.cancel(payment, () => dispatch({ kind: 'cancel_sent' }))
      case 'record_state':
        return this.#transact(repository.recordState(id, effect.state), dispatch, () => ({ kind: 'recorded' }))
      case 'settle': {
        const settling = repository.settle(this.attempt, { ...effect, source: this.#lead.source })
        return this.#transact(settling, dispatch, written => {
          this.#written = written
          return { kind: 'settled' }
        })
      }
    }
  }

  #transact<T>(work: Work<T>, dispatch: Hear, eventOf: (result: T) => OperationEvent): void {
    this.#world.database.ask(work, (result: Result<T>) =>
      dispatch(result === 'failed' ? { kind: 'failed' } : eventOf(result.ok)),
    )
  }
}

type Asking = Exclude<PaymentEffect, { kind: 'wait' | 'stop_listening' }>

const UNREACHABLE: TerminalAnswer = { kind: 'unreachable' }

const answerTo = (kind: 'start_answered' | 'status_answered', dispatch: Hear) => (answer: TerminalAnswer) =>
  dispatch({ kind, answer })

/** Passes on the first event only. */
function onceOnly(dispatch: Hear): Hear {
  let isHeard = false
  return event => {
    if (isHeard) return
    isHeard = true
    dispatch(event)
  }
}
