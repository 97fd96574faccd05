import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { stockForBench } from './bench-stock.ts'
import { buyFor, freshCount, perOrder, type Buying, type Counted } from './orders-bench.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'

const WARM_SECONDS = 5
const SECONDS = 10
/** Packages below this part of the whole are summed in one row. */
const MIN_SHARE = 0.01

/** What V8 writes with --cpu-prof; times in microseconds, of the clock of process.hrtime. */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[]
  startTime: number
  samples: number[]
  timeDeltas: number[]
}

type Window = { shoppers: number; from: number; to: number; counted: Counted }

const nowMicros = (): number => Number(process.hrtime.bigint() / 1000n)

/** Where Node's processor time of an order goes, by package and by part of the shop; returns a table in Markdown. */
export async function benchProfile(log: (line: string) => void): Promise<string> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const profileDir = await mkdtemp('/tmp/puoti-profile-')
  try {
    const shop = await startShop(dataDir, {}, ['--cpu-prof', `--cpu-prof-dir=${profileDir}`])
    const windows = await buyInWindows(shop, log).finally(() => shop.stop('SIGTERM'))
    const files = (await readdir(profileDir)).filter(file => file.endsWith('.cpuprofile'))
    if (files.length === 0) throw new Error('The shop wrote no profile')
    const profiles = await Promise.all(files.map(file => profileIn(join(profileDir, file))))
    return formatReport(windows, profiles)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await rm(profileDir, { recursive: true, force: true })
  }
}

async function buyInWindows(shop: RunningShop, log: (line: string) => void): Promise<Window[]> {
  const all = await stockForBench(shop)
  const client = new Client(getDatabase(shop))
  await client.connect()
  const windows: Window[] = []
  try {
    await buyFor(WARM_SECONDS, { shop, shoppers: all, client, counted: freshCount() })
    for (const shoppers of [all.slice(0, 1), all]) {
      log(`Orders of ${shoppers.length} …`)
      const buying: Buying = { shop, shoppers, client, counted: freshCount() }
      const from = nowMicros()
      await buyFor(SECONDS, buying)
      windows.push({ shoppers: shoppers.length, from, to: nowMicros(), counted: buying.counted })
    }
    return windows
  } finally {
    await client.end()
  }
}

async function profileIn(file: string): Promise<Profile> {
  const profile: Profile = JSON.parse(await readFile(file, 'utf8'))
  return profile
}

/** Microseconds by owner between two moments, of one thread. The time of a sample lasts until the next one. */
function* ownersIn({ nodes, startTime, samples, timeDeltas }: Profile, { from, to }: Window) {
  const owners = new Map(nodes.map(({ id, callFrame }) => [id, findOwner(callFrame)]))
  let at = startTime
  for (const [place, id] of samples.entries()) {
    at += timeDeltas[place] ?? 0
    const owner = owners.get(id)
    if (owner !== undefined && at >= from && at <= to) yield { owner, micros: Math.max(timeDeltas[place + 1] ?? 0, 0) }
  }
}

/** The package or part of the shop whose own code runs; undefined while the thread waits. */
function findOwner({ functionName, url }: { functionName: string; url: string }): string | undefined {
  if (functionName === '(idle)') return undefined
  if (functionName === '(garbage collector)') return 'garbage collection'
  if (url.startsWith('node:')) return 'Node, its JavaScript'
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]
  if (inPackage !== undefined) return inPackage
  const folder = /\/(server\/(?:modules\/)?[^/]+|domain|contract)\//.exec(url)?.[1]
  return folder ?? 'Node, native code and system calls'
}

function sumByOwner(window: Window, profiles: Profile[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const profile of profiles)
    for (const { owner, micros } of ownersIn(profile, window)) sums.set(owner, (sums.get(owner) ?? 0) + micros)
  return sums
}

function formatReport(windows: Window[], profiles: Profile[]): string {
  const columns = windows.map(window => createColumn(window, sumByOwner(window, profiles)))
  const getMaxShare = (owner: string) => Math.max(...columns.map(({ getShare }) => getShare(owner)))
  const owners = [...new Set(columns.flatMap(column => column.owners))].toSorted(
    (a, b) => getMaxShare(b) - getMaxShare(a),
  )
  const [shown, rest] = [
    owners.filter(o => getMaxShare(o) >= MIN_SHARE),
    owners.filter(o => getMaxShare(o) < MIN_SHARE),
  ]
  const formatRow = (name: string, folders: readonly string[]) =>
    `| ${[name, ...columns.map(column => column.getCell(folders))].join(' | ')} |`
  return [
    `| processor per order | ${columns.map(({ title }) => title).join(' | ')} |`,
    `| --- |${columns.map(() => ' ---: |').join('')}`,
    ...shown.map(owner => formatRow(owner, [owner])),
    formatRow(`${rest.length} others, below ${MIN_SHARE * 100} % each`, rest),
    formatRow('sampled in Node', owners),
    `| Node, by the system’s count | ${columns.map(({ node }) => node).join(' | ')} |`,
    `| PostgreSQL, by the system’s count | ${columns.map(({ postgres }) => postgres).join(' | ')} |`,
  ].join('\n')
}

function createColumn({ shoppers, counted }: Window, sums: Map<string, number>) {
  const whole = [...sums.values()].reduce((sum, micros) => sum + micros, 0)
  const { processorMs } = perOrder(counted)
  const inMs = (ms: number | undefined) => (ms === undefined ? '' : `${ms.toFixed(2)} ms`)
  return {
    title: shoppers === 1 ? '1 shopper' : `${shoppers} shoppers`,
    owners: [...sums.keys()],
    getShare: (owner: string) => (sums.get(owner) ?? 0) / whole,
    getCell(owners: readonly string[]) {
      const micros = owners.reduce((sum, owner) => sum + (sums.get(owner) ?? 0), 0)
      return `${inMs(micros / 1000 / counted.orders)}, ${((micros / whole) * 100).toFixed(0)} %`
    },
    node: inMs(processorMs?.node),
    postgres: inMs(processorMs?.postgres),
  }
}
