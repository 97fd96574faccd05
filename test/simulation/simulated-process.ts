import type { Agenda } from './agenda.ts'

/** A process that can be killed, suspended and closed. Its callbacks end with it. */
export class SimulatedProcess {
  readonly name: string
  /** How far its clock is ahead of the database's. */
  readonly skewMs: number
  readonly #world: { agenda: Agenda; log: (line: () => string) => void }
  #state: 'up' | 'asleep' | 'down' = 'down'
  #life = 0
  /** Work that arrived while it was suspended. */
  #inbox: (() => void)[] = []

  constructor(world: { agenda: Agenda; log: (line: () => string) => void }, name: string, skewMs: number) {
    this.#world = world
    this.skewMs = skewMs
    this.name = name
  }

  get isUp(): boolean {
    return this.#state === 'up'
  }

  get isDown(): boolean {
    return this.#state === 'down'
  }

  /** Unique to this life: no other process has it, and no other life of the same name. */
  get owner(): string {
    return `${this.name}/${this.#life}`
  }

  start(): void {
    this.#life++
    this.#state = 'up'
    this.#world.log(() => `${this.owner} starts`)
  }

  /** Memory and connections are lost; its requests to others continue. */
  end(reason: string): void {
    this.#world.log(() => `${this.owner} ${reason}`)
    this.#state = 'down'
    this.#life++
    this.#inbox = []
  }

  /** Suspends the process; incoming work waits. */
  sleep(ms: number): void {
    if (!this.isUp) return
    this.#world.log(() => `${this.owner} falls asleep for ${(ms / 1000).toFixed(1)} s`)
    this.#state = 'asleep'
    const life = this.#life
    this.#world.agenda.after(ms, () => life === this.#life && this.wake())
  }

  wake(): void {
    if (this.#state !== 'asleep') return
    this.#world.log(() => `${this.owner} wakes`)
    this.#state = 'up'
    for (const work of this.#inbox.splice(0)) work()
  }

  after(ms: number, work: () => void): void {
    this.#world.agenda.after(
      ms,
      this.whileAlive(() => work()),
    )
  }

  /** Runs the work only in this life, and not while suspended. */
  whileAlive<Given extends unknown[]>(work: (...args: Given) => void): (...args: Given) => void {
    const life = this.#life
    const guarded = (...args: Given) => {
      if (life !== this.#life) return
      if (this.#state === 'asleep') this.#inbox.push(() => guarded(...args))
      else work(...args)
    }
    return guarded
  }
}
