import { setTimeout as sleep } from 'node:timers/promises'
import { LEASE_MS } from '#domain/payments/operation-machine.ts'
import { liveAsNemesis, type PlannedFault } from './actors/nemesis.ts'
import type { Habits } from './actors/shopper.ts'
import { check, type Finding } from './checker/check.ts'
import { FROM_THE_START, collectFacts } from './checker/collect-facts.ts'
import type { Options } from './options.ts'
import { type Bug, BUGS } from './planted-bugs/bugs.ts'
import { startPeople } from './round.ts'
import { openWorld, type World, type WorldOptions } from './world/open-world.ts'
import type { WirePlan } from './world/wire-proxy.ts'

const LIMIT_MS = 60_000
/** Whether a bug shows within a world is a matter of chance: this many worlds are tried. */
const WORLDS = 3
const FAULTS_MS = 17_000
const CHECK_EVERY_MS = 1000

/**
 * The sleep is longer than a lease, so the server wakes up after another one has taken over. The next fault comes a second
 * later: a server that has lost its database connections would query again and learn that it owns nothing any more.
 */
const FAULT_SCHEDULE: PlannedFault[] = [
  { fault: 'sleep', at: 0.1, ms: LEASE_MS + 4000 },
  { fault: 'kill', at: 0.88, ms: 300 },
  { fault: 'database', at: 0.93, ms: 0 },
  { fault: 'kill', at: 0.96, ms: 300 },
]
const DISRUPTIVE: Habits = {
  preorder: 0,
  phone: 0.5,
  twoTabs: 0.4,
  hangUp: 0.15,
  reload: 0.1,
  abort: 0.1,
  cancel: 0.3,
  move: 0,
}

/** Worse than in the tiers, because a hunt is short. */
const BAD_WIRE: WirePlan = {
  request: { pass: 68, lost: 6, late: 4, lateAndCut: 10, twice: 3, deliveredAndCut: 7, blackHole: 2 },
  reply: { pass: 88, lost: 7, late: 3, deliveredAndCut: 1, blackHole: 1 },
  latestMs: 2500,
}

export type Catch = { bug: string; name: string; foundAfterMs: number | undefined; findings: Finding[] }

/** Plants one bug in one world after the other, until the checker finds it. */
export async function hunt(bug: string, options: Options): Promise<Catch> {
  for (let world = 1; ; world++) {
    const found = await huntInWorld(bug, `${options.seed}/${bug}${world > 1 ? `/${world}` : ''}`, options)
    if (isCaught(found) || world === WORLDS) return found
  }
}

/** Runs people and faults against the shop, and checks repeatedly until the checker finds the bug. */
async function huntInWorld(bug: string, seed: string, { verbose }: Options): Promise<Catch> {
  const planted = BUGS[bug]
  if (!planted) throw new Error(`There is no bug ${bug}`)
  const scene: Omit<WorldOptions, 'seed'> = {
    terminal: 'test',
    servers: 3,
    shoppers: 24,
    stores: 8,
    terminalsPerStore: 1,
    thinkMs: 300,
    inFlightMs: 5000,
  }
  const world = await openWorld({ ...scene, seed, bug, ...planted.settings })
  try {
    if (planted.sql) await world.handle.pool.query(planted.sql)
    const log = (line: string) => verbose && console.error(`${bug}: ${line}`)
    const began = performance.now()
    const findings = await searchUntilFound(world, {
      log,
      withoutNetworkFaults: planted.withoutNetworkFaults ?? false,
      ...planted,
    })
    const foundAfterMs = findings.length > 0 ? performance.now() - began : undefined
    return { bug, name: planted.name, foundAfterMs, findings }
  } finally {
    await world.close()
  }
}

type HuntOptions = Pick<Bug, 'habits' | 'showsAtRest'> & { log: (line: string) => void; withoutNetworkFaults: boolean }

async function searchUntilFound(
  world: World,
  { log, withoutNetworkFaults, habits, showsAtRest }: HuntOptions,
): Promise<Finding[]> {
  const began = performance.now()
  const { chances } = world
  const people = startPeople(world, chances, { ...DISRUPTIVE, ...habits })
  if (!withoutNetworkFaults) world.wire.plan = BAD_WIRE
  for (const service of world.services) service.setFaults(!withoutNetworkFaults)
  const progress = () => (performance.now() - began) / FAULTS_MS
  const { closing } = people
  const nemesis = liveAsNemesis(world, {
    plan: FAULT_SCHEDULE,
    chances: chances.fork('nemesis'),
    progress,
    log,
    closing,
  })
  const inspect = async (isIdle: boolean): Promise<Finding[]> => {
    log(`${people.notebook.payments} payments`)
    // The database may be down.
    return collectFacts(world, people.notebook, { since: FROM_THE_START, isIdle }).then(check, () => [])
  }
  try {
    while (progress() < 1) {
      await sleep(CHECK_EVERY_MS)
      if (showsAtRest) continue
      const found = await inspect(false)
      if (found.length > 0) return found
    }
    await nemesis
    await people.stopAndWaitUntilIdle()
    return await inspect(true)
  } finally {
    people.close()
    await nemesis
  }
}

export function catchesReport(catches: Catch[]): string {
  const rows = catches.map(({ bug, name, foundAfterMs, findings }) => {
    const seconds = foundAfterMs === undefined ? 'NOT FOUND' : `${(foundAfterMs / 1000).toFixed(0)} s`
    const by = [...new Set(findings.map(({ invariant, what }) => `${invariant} ${what.replace(/ \d+$/, '')}`))].join(
      '; ',
    )
    return `| ${bug} | ${name} | ${seconds} | ${by} |`
  })
  return ['| bug | | found after | by |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

export const isCaught = ({ foundAfterMs }: Catch): boolean => foundAfterMs !== undefined && foundAfterMs <= LIMIT_MS
