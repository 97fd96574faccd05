import { monitorEventLoopDelay } from 'node:perf_hooks'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { measureMemory } from '../../bench/memory.ts'
import { measureProcessorTime } from '../../bench/processor.ts'
import type { World } from '../faults/world/open-world.ts'
import type { Shop } from './shopper.ts'

/** Grants access to a server's metrics; only the run's own servers use it. */
export const METRICS_TOKEN = 'the token of a load run'
const COUNT_EVERY_MS = 1000
const SCRAPE_EVERY_MS = 5000

/** Processor seconds, by process. */
export type Processors = { servers: number; database: number; terminals: number; shoppers: number }

export type Watched = {
  seconds: number
  openPays: number[]
  connections: number[]
  /** p99 of each five seconds, of each server (ms). */
  serverLagMs: number[]
  /** p99 of this process over the whole stretch (ms). */
  ownLagMs: number
  serverMegabytes: number
  databaseMegabytes: number
  processors: Processors | undefined
}

/** Observes all processes until the returned function is called. */
export function watch(world: World, shop: Shop): () => Watched {
  const began = performance.now()
  const before = measureProcessors(world)
  const seen = { openPays: [] as number[], connections: [] as number[], serverLagMs: [] as number[] }
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  const counting = setInterval(() => {
    seen.openPays.push(shop.openPays)
    // A failed query is ignored: errors of shoppers are counted elsewhere.
    void countConnections(world).then(count => seen.connections.push(count), ignored)
  }, COUNT_EVERY_MS)
  const scraping = setInterval(() => {
    for (const { port } of world.servers) void measureLag(port).then(ms => seen.serverLagMs.push(ms), ignored)
  }, SCRAPE_EVERY_MS)
  return () => {
    clearInterval(counting)
    clearInterval(scraping)
    lag.disable()
    const after = measureProcessors(world)
    return {
      ...seen,
      seconds: (performance.now() - began) / 1000,
      ownLagMs: lag.percentile(99) / 1e6,
      ...measureMegabytes(world),
      processors: before && after && difference(before, after),
    }
  }
}

const ignored = () => undefined

async function countConnections({ handle }: World): Promise<number> {
  const { rows } = await handle.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity where backend_type = 'client backend' and application_name <> 'faults'`,
  )
  return rows[0]?.count ?? 0
}

async function measureLag(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  const [, seconds] = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(await answer.text()) ?? []
  return Number(seconds) * 1000
}

/** A server by its process, in the format of bench/. */
const getParts = ({ servers, directory, terminals }: World) => {
  const clusterDir = clusterDirectory(directory)
  const getShop = (pid: number | undefined) => ({ pid: pid ?? 0, clusterDir })
  return { servers: servers.map(({ pid }) => getShop(pid)), terminals: getShop(terminals.pid?.()) }
}

function measureProcessors(world: World): Processors | undefined {
  const { servers, terminals } = getParts(world)
  const times = servers.map(measureProcessorTime)
  const { user, system } = process.cpuUsage()
  const [first] = times
  if (!first) return undefined
  return {
    servers: times.reduce((sum, time) => sum + (time?.nodeSeconds ?? 0), 0),
    database: first.postgresSeconds,
    terminals: measureProcessorTime(terminals)?.nodeSeconds ?? 0,
    shoppers: (user + system) / 1e6,
  }
}

const difference = (before: Processors, after: Processors): Processors => ({
  servers: after.servers - before.servers,
  database: after.database - before.database,
  terminals: after.terminals - before.terminals,
  shoppers: after.shoppers - before.shoppers,
})

function measureMegabytes(world: World) {
  const memories = getParts(world).servers.map(measureMemory)
  return {
    serverMegabytes: memories.reduce((sum, memory) => sum + (memory?.nodeMegabytes ?? 0), 0),
    databaseMegabytes: memories[0]?.postgresMegabytes ?? 0,
  }
}
