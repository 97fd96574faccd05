import { createHash } from 'node:crypto'

/** A random source that repeats for the same seed. Each actor draws from its own fork, independently of the others. */
export class Chances {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    this.#state = createHash('sha256').update(seed).digest().readUInt32LE()
  }

  fork(name: string | number): Chances {
    return new Chances(`${this.#seed}/${name}`)
  }

  /** From 0 to just below 1: mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  isTrue(probability: number): boolean {
    return this.next() < probability
  }

  between(min: number, max: number): number {
    return min + this.next() * (max - min)
  }

  /** A whole number from 0 to just below the count. */
  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('There is nothing to pick from')
    return picked
  }

  /** One of the names, with a probability proportional to its weight; weights need not add up to anything. */
  weighed<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries<number>(weights)
    let remaining = this.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
    const found = entries.find(([, weight]) => (remaining -= weight) < 0) ?? entries.at(-1)
    // The names are the keys of the weights.
    return found?.[0] as Name
  }
}
