import type { Course, CourseEvent, Effect } from '#domain/payments/course.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { Attempt } from '#server/modules/payments/payments/attempts.ts'
import { courseOf } from '#server/modules/payments/payments/drive-attempt.ts'
import type { Written } from '#server/modules/payments/payments/settle-attempt.ts'
import type { Result } from './database-line.ts'
import type { Work } from './memory-orders.ts'
import type { SimulatedProcess } from './simulated-process.ts'
import type { World } from './world.ts'

type Lead = { attempt: Attempt; source: 'live' | 'recovery'; process: SimulatedProcess }
type Hear = (event: CourseEvent) => void

/**
 * The AttemptDriver of server/modules/payments/payments/drive-attempt.ts in virtual time: it performs the effects of the state
 * machine.
 */
export class SimulatedDrive {
  readonly attempt: Attempt
  readonly #world: World
  readonly #lead: Lead
  readonly #owner: string
  #course: Course
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
    this.#course = courseOf(lead.attempt, world.quiescenceMs)
  }

  get isInLine(): boolean {
    return this.#course.stage.is === 'in_line'
  }

  whenDone(work: (written: Written | undefined) => void): void {
    this.#onDone.push(work)
  }

  hear(event: CourseEvent): void {
    const now = this.#world.agenda.now + this.#lead.process.skewMs
    const { course, effects } = this.#world.advance(this.#course, event, now)
    this.#world.noteStep(() => [this.#owner, this.attempt.id, event, course.stage.is, effects])
    this.#course = course
    for (const effect of effects) {
      if (this.#world.strikes(this.#lead.process)) return
      this.#begin(effect)
    }
    if (course.stage.is === 'over' && this.#underWay === 0)
      for (const work of this.#onDone.splice(0)) work(this.#written)
  }

  #begin(effect: Effect): void {
    if (effect.kind === 'stop_listening') return this.#listener?.({ kind: 'start_answered', answer: UNREACHABLE })
    if (effect.kind === 'wait') return this.#wait(effect.ms)
    this.#underWay++
    this.#ask(
      effect,
      this.#lead.process.ours(event => {
        this.#underWay--
        this.hear(event)
      }),
    )
  }

  /** Short waits may take longer, as on a busy machine. */
  #wait(ms: number): void {
    const timer = ++this.#timer
    const lateMs = ms < 1000 ? this.#world.chances.between(0, 4000) : 0
    this.#lead.process.after(ms + lateMs, () => {
      if (timer === this.#timer) this.hear({ kind: 'woken' })
    })
  }

  #ask(effect: Asking, hear: Hear): void {
    const { repository, wire } = this.#world
    const { id, payment } = this.attempt
    switch (effect.kind) {
      case 'take_terminal':
        return this.#transact(repository.takeTerminal(id, this.#owner), hear, until => ({
          kind: 'looked_in_line',
          deadlineAt: until?.getTime(),
        }))
      case 'mark_sent':
        return this.#transact(repository.markSent(id, this.#owner), hear, sentAt => ({
          kind: 'marked_sent',
          sentAt: sentAt?.getTime(),
        }))
      case 'start':
        this.#listener = onceOnly(hear)
        return wire.start(payment, answerTo('start_answered', this.#listener))
      case 'ask_status':
        return wire.status(payment, answerTo('status_told', hear))
      case 'cancel':
        return wire.cancel(payment, () => hear({ kind: 'stop_told' }))
      case 'note_state':
        return this.#transact(repository.noteState(id, effect.state), hear, () => ({ kind: 'noted' }))
      case 'settle': {
        const settling = repository.settle(this.attempt, { ...effect, source: this.#lead.source })
        return this.#transact(settling, hear, written => {
          this.#written = written
          return { kind: 'settled' }
        })
      }
    }
  }

  #transact<T>(work: Work<T>, hear: Hear, eventOf: (result: T) => CourseEvent): void {
    this.#world.database.ask(work, (result: Result<T>) =>
      hear(result === 'failed' ? { kind: 'failed' } : eventOf(result.ok)),
    )
  }
}

type Asking = Exclude<Effect, { kind: 'wait' | 'stop_listening' }>

const UNREACHABLE: TerminalAnswer = { kind: 'unreachable' }

const answerTo = (kind: 'start_answered' | 'status_told', hear: Hear) => (answer: TerminalAnswer) =>
  hear({ kind, answer })

/** Passes on the first event only. */
function onceOnly(hear: Hear): Hear {
  let isHeard = false
  return event => {
    if (isHeard) return
    isHeard = true
    hear(event)
  }
}
