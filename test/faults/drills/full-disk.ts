// npm run drill -- full-disk: the disk of the database has no room left while people pay, again and again. Is everything right once
// there is room again, and does the shop announce that it takes no orders meanwhile? Needs root: the disk is a file system in memory.
import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, openSync, rmdirSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeRunDirectory } from '#test/files/run-directory.ts'
import { formatSpread, formatTable, type Figure } from '../figures.ts'
import { type DatabaseProcess, openDatabaseProcess } from '../world/database-process.ts'
import type { World } from '../world/open-world.ts'
import { getCrowd, runDrill, SEED_OPTION, SHOPPERS_OPTION } from './run-drill.ts'
import { beginVisit, endFigures, getFaults, isRight, payFigures } from './visit.ts'

const { values } = parseArgs({
  options: {
    seed: SEED_OPTION,
    fills: { type: 'string', default: '5' },
    shoppers: SHOPPERS_OPTION,
    megabytes: { type: 'string', default: '500' },
    'full-seconds': { type: 'string', default: '10' },
  },
})
/** How long PostgreSQL may take to recover, and the servers to notice. */
const BACK_WITHIN_MS = 60_000
const BLOCK = Buffer.alloc(65_536)

const disk = makeRunDirectory('full-disk')
console.log(`Seed ${values.seed}`)
const scene = { ...getCrowd(Number(values.shoppers)), seed: values.seed, servers: 2 }
process.exit((await runDrill({ scene, parts: { openDatabase: openOnSmallDisk }, play })) ? 0 : 1)

/** The terminals' ledger and the servers' logs lie elsewhere. */
async function openOnSmallDisk(): Promise<DatabaseProcess> {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${values.megabytes}m,mode=755`, 'puoti-full-disk', disk])
  process.once('exit', unmount)
  const database = await openDatabaseProcess(disk)
  return {
    ...database,
    async stop() {
      await database.stop()
      unmount()
    },
  }
}

function unmount(): void {
  if (!existsSync(disk)) return
  execFileSync('umount', ['--lazy', disk])
  rmdirSync(disk)
}

type Fill = { refusedAfterMs: number | undefined; backAfterMs: number }

async function play(world: World): Promise<boolean> {
  const visit = beginVisit(world)
  const fills: Fill[] = []
  for (let fill = 0; fill < Number(values.fills); fill++) {
    await sleep(world.chances.between(2000, 5000))
    fills.push(await fillOnce(world))
  }
  const end = await visit.end()
  const refused = fills.flatMap(({ refusedAfterMs }) => refusedAfterMs ?? [])
  const backs = fills.map(({ backAfterMs }) => backAfterMs)
  const figures: Figure[] = [
    [`fills of a disk of ${values.megabytes} MB, each for ${values['full-seconds']} s`, fills.length],
    ['in which a server’s /readyz returned 503', refused.length],
    ['first after, p50 and longest', refused.length > 0 ? formatSpread(refused, [0.5, 1]) : 'never'],
    ['every server ready again after there is room, p50 and longest', formatSpread(backs, [0.5, 1])],
    ...payFigures(visit.notebook),
    ...endFigures(visit.notebook, end),
  ]
  console.log(formatTable(`seed ${values.seed}`, figures))
  console.log(getFaults(end))
  // A server behind DATABASE_URL notices a full disk only when a statement needs a new page: not in every fill.
  return isRight(end) && refused.length > 0 && Math.max(...backs) < BACK_WITHIN_MS
}

/** Leaves no block free for a while, also not what the database gives back. */
async function fillOnce(world: World): Promise<Fill> {
  const file = join(disk, 'something-else')
  const began = performance.now()
  let refusedAfterMs: number | undefined
  while (performance.now() - began < Number(values['full-seconds']) * 1000) {
    fillUp(file)
    if (refusedAfterMs === undefined && !(await areReady(world))) refusedAfterMs = performance.now() - began
    await sleep(100)
  }
  rmSync(file)
  const roomAt = performance.now()
  while (!(await areReady(world)) && performance.now() - roomAt < BACK_WITHIN_MS) await sleep(100)
  return { refusedAfterMs, backAfterMs: performance.now() - roomAt }
}

function fillUp(file: string): void {
  const handle = openSync(file, 'a')
  try {
    while (statfsSync(disk).bavail > 0) writeSync(handle, BLOCK)
  } catch {
    // The last block did not fit.
  } finally {
    closeSync(handle)
  }
}

async function areReady({ servers }: World): Promise<boolean> {
  const answers = await Promise.all(
    servers.map(({ port }) =>
      fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
        ({ ok }) => ok,
        () => false,
      ),
    ),
  )
  return answers.every(Boolean)
}
