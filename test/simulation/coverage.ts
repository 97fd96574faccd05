import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { RefundState } from '#domain/payments/refund-states.ts'
import type { Simulated } from './simulate.ts'

type FaultCounts = Record<string, number>

/** FaultCounts the states that many simulations reach: a check that is never exercised finds nothing. */
export class Coverage {
  readonly states: FaultCounts = {}
  readonly refundStates: FaultCounts = {}
  readonly results: FaultCounts = {}
  /** Ended by the word of an admin. */
  readonly byHand: FaultCounts = {}
  refunds = 0
  reversals = 0
  /** The amounts that terminals returned. */
  refundedCents = 0
  seeds = 0
  steps = 0
  /** Payments that an app took, those that it released after an approval, and those that a vendor's pages returned as late. */
  app = { taken: 0, released: 0, returned: 0 }
  /** Packages with lots, and whom recalls reached: by whether they certainly bought the lot. */
  lots = { sold: 0, reduced: 0, recalled: 0, passed: 0, certain: 0, uncertain: 0 }
  orders = 0
  virtualMs = 0
  quietMs = 0

  add({ world, virtualMs, quietMs }: Simulated): void {
    this.seeds++
    this.steps += world.steps
    this.orders += world.repository.rows.orders.size
    this.virtualMs += virtualMs
    this.quietMs = Math.max(this.quietMs, quietMs)
    this.#addApp(world)
    this.#addLots(world)
    const { history, attempts, refunds } = world.repository.rows
    for (const { kind, after } of history) {
      if (kind === 'attempt') countIn(this.states, after)
      if (kind === 'refund') countIn(this.refundStates, after)
    }
    for (const { kind, state, source } of refunds.values()) {
      if (kind === 'refund') this.refunds++
      else this.reversals++
      if (source === 'admin') countIn(this.byHand, `refund ${state}`)
    }
    for (const { state, source } of attempts.values()) if (source === 'admin') countIn(this.byHand, `attempt ${state}`)
    for (const { event, refundedKey, amountCents } of world.ledger)
      if (event === 'approved' && refundedKey !== undefined) this.refundedCents += amountCents
    for (const { code } of world.results) countIn(this.results, code)
  }

  #addApp({ ledger, appId, pages }: Simulated['world']): void {
    const reserved = new Set<string>()
    for (const { event, serviceId, terminalId } of ledger) {
      if (terminalId !== appId) continue
      if (event === 'reserved') reserved.add(serviceId)
      if (event === 'approved' && reserved.has(serviceId)) this.app.taken++
      if (event === 'cancelled' && reserved.has(serviceId)) {
        if (pages) this.app.returned++
        else this.app.released++
      }
    }
  }

  #addLots({ repository: { rows } }: Simulated['world']): void {
    const { refusals, recalls } = rows.lots
    const sold = [...rows.orders.values()].filter(({ status }) => status === 'complete')
    const packages = sold.flatMap(({ lines }) => lines.flatMap(({ judged }) => judged ?? []))
    const buyers = recalls.flatMap(recall => [...recall.buyers.values()])
    this.lots.sold += packages.length
    this.lots.reduced += packages.filter(({ percent }) => percent !== undefined).length
    this.lots.recalled += refusals.recalled
    this.lots.passed += refusals.passed
    this.lots.certain += buyers.filter(Boolean).length
    this.lots.uncertain += buyers.filter(isCertain => !isCertain).length
  }

  getStates<State extends AttemptState>(states: readonly State[]): Record<State, number> {
    return formatCounts(states, this.states)
  }

  getRefundStates<State extends RefundState>(states: readonly State[]): Record<State, number> {
    return formatCounts(states, this.refundStates)
  }

  report(): string {
    const list = (counts: FaultCounts) =>
      Object.entries(counts)
        .toSorted(([, a], [, b]) => b - a)
        .map(([what, count]) => `${what} ${count}`)
        .join(', ')
    return [
      `${this.seeds} seeds, ${this.orders} orders, ${this.steps} steps of state machines (${Math.round(this.steps / this.seeds)} a seed)`,
      `${Math.round(this.virtualMs / 86_400_000)} days of virtual time; idle ${Math.round(this.quietMs / 1000)} s after the last fault, at the longest`,
      `attempts became: ${list(this.states)}`,
      `${this.refunds} refunds by admins and ${this.reversals} reversals; terminals returned ${(this.refundedCents / 100).toFixed(2)} euros`,
      `apps took ${this.app.taken} payments, and released ${this.app.released} that shoppers had approved; pages returned ${this.app.returned} paid too late`,
      `refunds became: ${list(this.refundStates)}`,
      `decided by hand: ${list(this.byHand)}`,
      `packages with lots: ${list(this.lots)}`,
      `shoppers were told: ${list(this.results)}`,
    ].join('\n')
  }
}

const formatCounts = <State extends string>(states: readonly State[], counts: FaultCounts) =>
  // The keys are the passed states.
  Object.fromEntries(states.map(state => [state, counts[state] ?? 0])) as Record<State, number>

const countIn = (counts: FaultCounts, what: string) => {
  counts[what] = (counts[what] ?? 0) + 1
}
