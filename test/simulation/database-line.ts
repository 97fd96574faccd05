import type { Chances } from '#test/faults/chances.ts'
import type { Agenda } from './agenda.ts'
import type { Climate } from './climate.ts'
import type { Work } from './memory/memory-orders.ts'

export type Result<T> = { ok: T } | 'failed'

/**
 * The connection between servers and the database. A transaction may fail before the commit, or be committed with its response
 * lost: both look the same to the caller.
 */
export class DatabaseLine {
  readonly #agenda: Agenda
  readonly #chances: Chances
  #climate: Climate | undefined
  #isAway = false
  /** Increases with each crash of the database: transactions in progress belong to the previous life. */
  #life = 0

  constructor(world: { agenda: Agenda; climate: Climate }, chances: Chances) {
    this.#agenda = world.agenda
    this.#climate = world.climate
    this.#chances = chances
  }

  clearFaults(): void {
    this.#climate = undefined
  }

  crash(): void {
    this.#isAway = true
    this.#life++
  }

  restart(): void {
    this.#isAway = false
  }

  request<T>(work: Work<T>, dispatch: (result: Result<T>) => void): void {
    const life = this.#life
    const fail = () => this.#later([1, 100], () => dispatch('failed'))
    if (this.#isAway) return fail()
    const isDoomed = this.#happens('commitFails')
    const isUnknown = this.#happens('commitUnknown')
    const step = () => {
      if (life !== this.#life || isDoomed) return fail()
      try {
        const next = work.next()
        if (!next.done) return this.#later(this.#delay(), step)
        const answer = () => dispatch(life === this.#life && !isUnknown ? { ok: next.value } : 'failed')
        this.#later(this.#delay(), answer)
      } catch {
        fail()
      }
    }
    this.#later(this.#delay(), step)
  }

  #delay(): readonly [number, number] {
    return this.#happens('commitSlow') ? [50, 6000] : [0, 5]
  }

  #later([min, max]: readonly [number, number], work: () => void): void {
    this.#agenda.after(this.#chances.between(min, max), work)
  }

  #happens(fault: keyof Climate): boolean {
    return this.#climate !== undefined && this.#chances.isTrue(this.#climate[fault])
  }
}
