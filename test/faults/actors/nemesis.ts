import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '../chances.ts'
import type { World } from '../world/open-world.ts'
import type { ServerProcess } from '../world/server-process.ts'

export type Act = 'kill' | 'sleep' | 'restart' | 'database' | 'power'
export type Counts = Record<Act, number>
export type Planned = { act: Act; /** Share of the run's payments after which it happens. */ at: number; ms: number }

export type SleepRange = { minMs: number; maxMs: number }

/** Draws the complete schedule of faults in advance: the same seed makes the same plan. */
export function planActs(chances: Chances, counts: Counts, sleepRange: SleepRange): Planned[] {
  const lengths: Record<Act, () => number> = {
    kill: () => chances.between(0, 1000),
    sleep: () => chances.between(sleepRange.minMs, sleepRange.maxMs),
    restart: () => 0,
    database: () => 0,
    power: () => chances.between(500, 2000),
  }
  const acts = Object.entries(counts) as [Act, number][] // its keys are the acts
  return acts
    .flatMap(([act, count]) =>
      Array.from({ length: count }, () => ({ act, at: chances.between(0.01, 0.97), ms: lengths[act]() })),
    )
    .toSorted((one, other) => one.at - other.at)
}

type NemesisLife = {
  plan: Planned[]
  chances: Chances
  progress: () => number
  log: (line: string) => void
  /** When aborted, later acts of the plan are skipped. */
  closing: AbortSignal
}

/** Performs the planned acts as payments progress; resolves when all acts have ended. */
export async function liveAsNemesis(
  world: World,
  { plan, chances, progress, log, closing }: NemesisLife,
): Promise<Counts> {
  const done: Counts = { kill: 0, sleep: 0, restart: 0, database: 0, power: 0 }
  const underWay: Promise<unknown>[] = []
  let databaseIsBack = Promise.resolve(0)
  let powerIsBack = Promise.resolve()
  let isAwake = Promise.resolve()
  for (const { act, at, ms } of plan) {
    while (progress() < at && !closing.aborted) await sleep(20)
    if (closing.aborted) break
    log(`${act}, ${Math.round(ms)} ms`)
    if (act === 'database') {
      await databaseIsBack
      databaseIsBack = world.database.kill()
      underWay.push(databaseIsBack)
    } else if (act === 'power') {
      await powerIsBack
      powerIsBack = world.terminals.cutPower(ms)
      underWay.push(powerIsBack)
    } else if (act === 'sleep') {
      isAwake = isAwake.then(() => someServer(world, chances)).then(server => server.sleep(ms))
      underWay.push(isAwake)
    } else {
      const server = await someServer(world, chances)
      underWay.push(act === 'kill' ? server.kill(ms) : server.restart())
    }
    done[act]++
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
