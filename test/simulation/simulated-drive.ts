import type { Transition } from '#domain/payments/operation-machine.ts'
import type {
  OperationEffect,
  OperationEvent,
  OperationMachine,
  Settlement,
  OperationWork as Asking,
} from '#domain/payments/operation.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type {
  Operation,
  OperationRepository,
} from '#server/modules/payments/terminal-operations/operation-repository.ts'
import type { Result } from './database-line.ts'
import type { Work, Works } from './memory/memory-orders.ts'
import type { Source } from './memory/memory-rows.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

/** The calls to a terminal for one operation. */
export type SimulatedCalls = {
  /** `isOver`: nobody waits for the answer any more. */
  start: (dispatch: (answer: TerminalAnswer) => void, isOver: () => boolean) => void
  status: (dispatch: (answer: TerminalAnswer) => void) => void
  /** Absent where an operation can't be cancelled. */
  cancel?: (done: () => void) => void
}

/** An operation to drive, as `OperationDriverOptions` of server/modules/payments/terminal-operations/operation-driver.ts. */
export type SimulatedLead<Row extends Operation, State, Outcome, Written> = {
  /** In the story. */
  name: string
  row: Row
  source: Exclude<Source, 'admin'>
  process: SimulatedProcess
  machine: OperationMachine<State>
  transition: Transition<State, Outcome>
  calls: SimulatedCalls
  repository: Works<
    Pick<
      OperationRepository<Row, State, Settlement<Outcome> & { source: Exclude<Source, 'admin'> }, Written>,
      'claimTerminal' | 'markSent' | 'recordState' | 'settle'
    >
  >
}
type Dispatch = (event: OperationEvent) => void

/**
 * The OperationDriver of server/modules/payments/terminal-operations/operation-driver.ts in virtual time: it performs the effects of the state
 * machine of a payment or a refund.
 */
export class SimulatedDrive<Row extends Operation, State, Outcome, Written> {
  readonly row: Row
  readonly #world: World
  readonly #lead: SimulatedLead<Row, State, Outcome, Written>
  readonly #owner: string
  #machine: OperationMachine<State>
  #timer = 0
  #underWay = 0
  #written: Written | undefined
  #listener: Dispatch | undefined
  readonly #onDone: ((written: Written | undefined) => void)[] = []

  constructor(world: World, lead: SimulatedLead<Row, State, Outcome, Written>) {
    this.#world = world
    this.#lead = lead
    this.#owner = lead.process.owner
    this.row = lead.row
    this.#machine = lead.machine
  }

  get isQueued(): boolean {
    return this.#machine.phase.is === 'queued'
  }

  whenDone(work: (written: Written | undefined) => void): void {
    this.#onDone.push(work)
  }

  dispatch(event: OperationEvent): void {
    const now = this.#world.agenda.now + this.#lead.process.skewMs
    const { machine, effects } = this.#lead.transition(this.#machine, event, now)
    const { name, row } = this.#lead
    this.#world.noteStep(() => [this.#owner, `${name} ${row.id}`, event, machine.phase.is, effects])
    this.#machine = machine
    for (const effect of effects) {
      if (this.#world.strikes(this.#lead.process)) return
      this.#begin(effect)
    }
    if (machine.phase.is === 'over' && this.#underWay === 0)
      for (const work of this.#onDone.splice(0)) work(this.#written)
  }

  #begin(effect: OperationEffect<State, Outcome>): void {
    if (effect.kind === 'stop_listening') return this.#listener?.({ kind: 'start_answered', answer: UNREACHABLE })
    if (effect.kind === 'wait') return this.#wait(effect.ms)
    this.#underWay++
    this.#perform(
      effect,
      this.#lead.process.whileAlive(event => {
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

  #perform(effect: Asking<State, Outcome>, dispatch: Dispatch): void {
    const { repository, calls, row, source } = this.#lead
    switch (effect.kind) {
      case 'take_terminal':
        return this.#transact(repository.claimTerminal(row.id, this.#owner), dispatch, until => ({
          kind: 'queue_checked',
          deadlineAt: until?.getTime(),
        }))
      case 'mark_sent':
        return this.#transact(repository.markSent(row.id, this.#owner), dispatch, sentAt => ({
          kind: 'marked_sent',
          sentAt: sentAt?.getTime(),
        }))
      case 'start':
        return this.#start(dispatch)
      case 'ask_status':
        return calls.status(answerTo('status_answered', dispatch))
      case 'cancel':
        return this.#cancel(() => dispatch({ kind: 'cancel_sent' }))
      case 'record_state':
        return this.#transact(repository.recordState(row.id, effect.state), dispatch, () => ({ kind: 'recorded' }))
      default:
        return this.#transact(repository.settle(row, { ...effect, source }), dispatch, written => {
          this.#written = written
          return { kind: 'settled' }
        })
    }
  }

  #start(dispatch: Dispatch): void {
    let isOver = false
    const once = onceOnly(dispatch)
    const listener: Dispatch = event => {
      isOver = true
      once(event)
    }
    this.#listener = listener
    this.#lead.calls.start(answerTo('start_answered', listener), () => isOver)
  }

  #cancel(done: () => void): void {
    const { calls, process } = this.#lead
    if (calls.cancel) calls.cancel(done)
    else process.after(0, done)
  }

  #transact<T>(work: Work<T>, dispatch: Dispatch, toEvent: (result: T) => OperationEvent): void {
    this.#world.database.request(work, (result: Result<T>) =>
      dispatch(result === 'failed' ? { kind: 'failed' } : toEvent(result.ok)),
    )
  }
}

const UNREACHABLE: TerminalAnswer = { kind: 'unreachable' }

const answerTo = (kind: 'start_answered' | 'status_answered', dispatch: Dispatch) => (answer: TerminalAnswer) =>
  dispatch({ kind, answer })

/** Passes on the first one only. */
export function onceOnly<Given>(dispatch: (value: Given) => void): (value: Given) => void {
  let isHeard = false
  return value => {
    if (isHeard) return
    isHeard = true
    dispatch(value)
  }
}
