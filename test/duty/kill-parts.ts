import { setTimeout as sleep } from 'node:timers/promises'
import type { Chances } from '#test/faults/chances.ts'
import type { DatabaseProcess } from '#test/faults/world/database-process.ts'
import type { ServerProcess } from '#test/faults/world/server-process.ts'
import type { Seam } from '#test/locks/run-seam.ts'
import type { Simulator } from '#test/terminals/run-simulator.ts'
import type { FarEnds } from './far-ends.ts'
import type { FastClock } from './fast-clock.ts'
import type { CausePlanter } from './plant-cause.ts'

export const PARTS = { server: 5, servers: 2, database: 3, mail: 3, terminals: 1, locks: 1 } as const
export type Part = keyof typeof PARTS

/** A kill and the recovery from it, in real time. */
export type Kill = { part: Part; realMs: number; backRealMs: number }

type Parts = {
  servers: readonly ServerProcess[]
  database: DatabaseProcess
  ends: FarEnds
  simulator: Simulator
  seam: Seam
  planter: CausePlanter
  clock: FastClock
  chances: Chances
}

const DOWN_MS = 100
/** The mail server is away for so many minutes of the drill's clock. */
const MAIL_DOWN_MINUTES = [1, 30] as const
/** Too short for a call. */
const LOCKS_DOWN_MINUTES = 2

/** Kills -9 a part of the shop or of what it depends on, and brings it back. */
export async function killPart(part: Part, parts: Parts): Promise<Kill> {
  const { servers, database, ends, simulator, seam, planter, clock, chances } = parts
  const realMs = Date.now()
  const killAndStart: Record<Part, () => Promise<unknown>> = {
    server: () => chances.pick(servers).kill(DOWN_MS),
    servers: () => Promise.all(servers.map(server => server.kill(DOWN_MS))),
    database: () => planter.gate.whileClosed(() => database.kill()),
    async mail() {
      await ends.killMail()
      await sleep(clock.toRealMs(chances.between(...MAIL_DOWN_MINUTES)))
      await ends.startMail()
    },
    terminals: () =>
      planter.gate.whileClosed(async () => {
        await simulator.killAndRestart()
        await Promise.all([...planter.off].map(id => simulator.power(id, { on: false })))
      }),
    async locks() {
      seam.setOutage(true)
      await sleep(clock.toRealMs(LOCKS_DOWN_MINUTES))
      seam.setOutage(false)
    },
  }
  await killAndStart[part]()
  return { part, realMs, backRealMs: Date.now() }
}
