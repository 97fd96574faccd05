import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '../chances.ts'
import type { World } from '../world/open-world.ts'
import type { ServerProcess } from '../world/server-process.ts'

export type Fault = 'kill' | 'sleep' | 'restart' | 'database' | 'power'
export type FaultCounts = Record<Fault, number>
export type PlannedFault = {
  fault: Fault
  /** Share of the run's payments after which it happens. */ at: number
  ms: number
}

export type SleepRange = { minMs: number; maxMs: number }

/** Draws the complete schedule of faults in advance: the same seed makes the same plan. */
export function planFaults(chances: Chances, counts: FaultCounts, sleepRange: SleepRange): PlannedFault[] {
  const lengths: Record<Fault, () => number> = {
    kill: () => chances.between(0, 1000),
    sleep: () => chances.between(sleepRange.minMs, sleepRange.maxMs),
    restart: () => 0,
    database: () => 0,
    power: () => chances.between(500, 2000),
  }
  const faults = Object.entries(counts) as [Fault, number][] // its keys are the faults
  return faults
    .flatMap(([fault, count]) =>
      Array.from({ length: count }, () => ({ fault, at: chances.between(0.01, 0.97), ms: lengths[fault]() })),
    )
    .toSorted((one, other) => one.at - other.at)
}

type NemesisLife = {
  plan: PlannedFault[]
  chances: Chances
  progress: () => number
  log: (line: string) => void
  /** When aborted, later faults of the plan are skipped. */
  closing: AbortSignal
}

/** Performs the planned faults as payments progress; resolves when all faults have ended. */
export async function liveAsNemesis(
  world: World,
  { plan, chances, progress, log, closing }: NemesisLife,
): Promise<FaultCounts> {
  const done: FaultCounts = { kill: 0, sleep: 0, restart: 0, database: 0, power: 0 }
  const underWay: Promise<unknown>[] = []
  let databaseIsBack = Promise.resolve(0)
  let powerIsBack = Promise.resolve()
  let isAwake = Promise.resolve()
  for (const { fault, at, ms } of plan) {
    while (progress() < at && !closing.aborted) await sleep(20)
    if (closing.aborted) break
    log(`${fault}, ${Math.round(ms)} ms`)
    if (fault === 'database') {
      await databaseIsBack
      databaseIsBack = world.database.kill()
      underWay.push(databaseIsBack)
    } else if (fault === 'power') {
      await powerIsBack
      powerIsBack = world.terminals.cutPower(ms)
      underWay.push(powerIsBack)
    } else if (fault === 'sleep') {
      isAwake = isAwake.then(() => someServer(world, chances)).then(server => server.sleep(ms))
      underWay.push(isAwake)
    } else {
      const server = await someServer(world, chances)
      underWay.push(fault === 'kill' ? server.kill(ms) : server.restart())
    }
    done[fault]++
  }
  await Promise.all(underWay)
  return done
}

/** A running server, while at least one other is running too: without any, nothing can go wrong. */
async function someServer(world: World, chances: Chances): Promise<ServerProcess> {
  const min = Math.min(2, world.servers.length)
  for (;;) {
    const up = world.servers.filter(server => server.isUp)
    if (up.length >= min) return chances.pick(up)
    await sleep(20)
  }
}
