import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { Simulated } from './simulate.ts'

type Counts = Record<string, number>

/** Counts the states that many simulations reach: a check that is never exercised finds nothing. */
export class Coverage {
  readonly states: Counts = {}
  readonly told: Counts = {}
  seeds = 0
  steps = 0
  orders = 0
  virtualMs = 0
  quietMs = 0

  add({ world, virtualMs, quietMs }: Simulated): void {
    this.seeds++
    this.steps += world.steps
    this.orders += world.repository.rows.orders.size
    this.virtualMs += virtualMs
    this.quietMs = Math.max(this.quietMs, quietMs)
    for (const { kind, after } of world.repository.rows.history) if (kind === 'attempt') countIn(this.states, after)
    for (const { code } of world.told) countIn(this.told, code)
  }

  statesOf<State extends AttemptState>(states: readonly State[]): Record<State, number> {
    // The keys are the passed states.
    return Object.fromEntries(states.map(state => [state, this.states[state] ?? 0])) as Record<State, number>
  }

  report(): string {
    const list = (counts: Counts) =>
      Object.entries(counts)
        .toSorted(([, a], [, b]) => b - a)
        .map(([what, count]) => `${what} ${count}`)
        .join(', ')
    return [
      `${this.seeds} seeds, ${this.orders} orders, ${this.steps} steps of courses (${Math.round(this.steps / this.seeds)} a seed)`,
      `${Math.round(this.virtualMs / 86_400_000)} days of virtual time; at rest ${Math.round(this.quietMs / 1000)} s after the last fault, at the longest`,
      `attempts became: ${list(this.states)}`,
      `shoppers were told: ${list(this.told)}`,
    ].join('\n')
  }
}

const countIn = (counts: Counts, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
