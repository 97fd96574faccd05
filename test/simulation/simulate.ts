import { IN_DOUBT, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import { check, type Finding } from '#test/faults/checker/check.ts'
import { checkMachines } from './machine-rules.ts'
import { unleash } from './nemesis.ts'
import { checkRefundMachines } from './refund-rules.ts'
import { getFacts } from './simulated-facts.ts'
import { IN_FLIGHT_MS } from './terminal-wire.ts'
import { World, type Bug } from './world.ts'

const PROBLEM_MS = [60_000, 400_000] as const
/** Occasionally long enough for outcomes to stay unknown. */
const LONG_PROBLEM_MS = [900_000, 1_500_000] as const
/** How long after the last fault a late request may arrive. */
const LATE_MS = IN_FLIGHT_MS + 5000
const QUIET_MOST_MS = 30 * 60_000
const LOOK_MS = 5000

export type Simulated = {
  findings: Finding[]
  world: World
  virtualMs: number
  /** The time until everything was final after the last fault. */
  quietMs: number
}

/** Plays a seed, waits until everything is final, and compares terminals, rows and results. */
export function simulate(seed: number, options: { bug?: Bug; story?: (line: string) => void } = {}): Simulated {
  const world = new World(seed, options)
  const { agenda, chances } = world
  const began = agenda.now
  unleash(world, chances.fork('nemesis'))
  const { statusSilent, refundStatusSilent } = world.climate
  const isLong = chances.isTrue(statusSilent + refundStatusSilent > 0 ? 0.6 : 0.05)
  const [min, max] = isLong ? LONG_PROBLEM_MS : PROBLEM_MS
  runFor(world, chances.between(min, max))
  world.clearFaults()
  const quietSince = agenda.now
  runFor(world, LATE_MS)
  while (!isSettled(world) && agenda.now - quietSince < QUIET_MOST_MS) runFor(world, LOOK_MS)
  const findings = [...check(getFacts(world)), ...checkMachines(world), ...checkRefundMachines(world)]
  return { findings, world, virtualMs: agenda.now - began, quietMs: agenda.now - quietSince }
}

function runFor({ agenda }: World, ms: number): void {
  const end = agenda.now + ms
  while (agenda.step(end));
  agenda.now = end
}

function isSettled({ repository, terminals }: World): boolean {
  const { attempts, refunds, history, lots } = repository.rows
  if (terminals.some(terminal => terminal.isBusy)) return false
  for (const { state } of refunds.values()) if (isRefundOpen(state)) return false
  for (const { state } of attempts.values()) if (isIn([...OPEN_STATES, ...IN_DOUBT], state)) return false
  const lastChange = history.at(-1)?.at ?? 0
  return lots.recalls.every(({ searchedAt }) => searchedAt > lastChange)
}
