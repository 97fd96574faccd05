import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCsrfToken, stockForBench, type BenchShopper } from './bench-stock.ts'
import { runChild, startChild } from './child.ts'
import { FLOODS, type Flood, type FloodKind } from './flood-kinds.ts'
import type { PlaceLoad } from './place-load.ts'
import { median } from './rounds.ts'
import { startShop, type RunningShop } from './running-shop.ts'

const CONNECTIONS = 800
const ROUNDS = 3
const SECONDS = 6
/** The initial burst that every address may send is over by then; what remains is the sustained rate of a flood. */
const WARM_UP_MS = 4000
const ORDERS_PER_SECOND = 8

type Times = { place: { p50: number; p95: number }; pay: { p50: number; p95: number } }
type Round = { idle: Times; flooded: Times; answersPerSecond: number; refused: number }
export type FloodBench = { rounds: Record<FloodKind, Round[]>; load: number }

/** Orders placed and paid at a steady rate, alternately without other traffic and during a flood from one address. */
export async function benchFlood(log: (line: string) => void): Promise<FloodBench> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir, { PUOTI_RATE_LIMIT_FACTOR: '1' })
  try {
    const shoppers = await stockForBench(shop)
    const rounds: FloodBench['rounds'] = { 'web-vitals': [], authenticate: [], code: [] }
    await measure(shop, shoppers)
    for (let round = 1; round <= ROUNDS; round++) {
      for (const kind of FLOODS) {
        const measured = await oneRound(shop, shoppers, kind)
        rounds[kind].push(measured)
        const { idle, flooded, answersPerSecond } = measured
        log(
          `round ${round}, ${kind}: placing p95 ${idle.place.p95.toFixed(0)} ms, under a flood of ${answersPerSecond.toFixed(0)} answers a second ${flooded.place.p95.toFixed(0)} ms`,
        )
      }
    }
    return { rounds, load: loadavg()[0] ?? 0 }
  } finally {
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function oneRound(shop: RunningShop, shoppers: BenchShopper[], kind: FloodKind): Promise<Round> {
  const idle = await measure(shop, shoppers)
  const cookie = `puoti-visitor=${'v'.repeat(43)}`
  const { port } = new URL(shop.origin)
  const input: Flood = {
    port: Number(port),
    kind,
    connections: CONNECTIONS,
    cookie,
    csrfToken: await getCsrfToken(shop, cookie),
  }
  const child = startChild('bench/flood.ts', { input })
  const began = performance.now()
  const output = text(child.stdout)
  await sleep(WARM_UP_MS)
  const flooded = await measure(shop, shoppers)
  child.stdin.end()
  const answers: Record<string, number> = JSON.parse(await output)
  const seconds = (performance.now() - began) / 1000
  const all = Object.values(answers).reduce((sum, count) => sum + count, 0)
  return { idle, flooded, answersPerSecond: all / seconds, refused: (answers['429'] ?? 0) / all }
}

async function measure({ origin }: RunningShop, shoppers: BenchShopper[]): Promise<Times> {
  const load: PlaceLoad = { origin, shoppers, seconds: SECONDS, perSecond: ORDERS_PER_SECOND }
  const took = await runChild<{ place: number[]; pay: number[] }>('bench/place-load.ts', load)
  const spread = (times: number[]) => {
    const sorted = times.toSorted((a, b) => a - b)
    const percentile = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? NaN
    return { p50: percentile(0.5), p95: percentile(0.95) }
  }
  return { place: spread(took.place), pay: spread(took.pay) }
}

const NAMES: Record<FloodKind, string> = {
  'web-vitals': 'figures of a page (`POST web-vitals`)',
  authenticate: 'made-up sessions (`POST authenticate`)',
  code: 'guessed codes (`POST login/code`)',
}

/** A Markdown table. */
export function formatFloodReport({ rounds, load }: FloodBench): string {
  const row = (kind: FloodKind) => {
    const computeMedian = (figure: (round: Round) => number) => median(rounds[kind].map(figure))
    const both = (call: 'place' | 'pay') => {
      const ratio = computeMedian(round => round.flooded[call].p95 / round.idle[call].p95)
      return `${computeMedian(round => round.idle[call].p95).toFixed(0)} ms / ${computeMedian(round => round.flooded[call].p95).toFixed(0)} ms | ${ratio.toFixed(2)}`
    }
    const answers = `${computeMedian(round => round.answersPerSecond).toFixed(0)}, ${(100 * computeMedian(round => round.refused)).toFixed(0)} % of them 429`
    return `| ${NAMES[kind]} | ${answers} | ${both('place')} | ${both('pay')} |`
  }
  const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${process.platform}`
  return [
    `${machine}; Node ${process.versions.node}. ${CONNECTIONS} connections of one address; ${ORDERS_PER_SECOND} orders a second; ${ROUNDS} rounds of ${SECONDS} s each by turns; load ${load.toFixed(1)}.`,
    '',
    '| flood of | answers a second | placing, p95 idle / flooded | ratio | paying, p95 idle / flooded | ratio |',
    '| --- | --- | --- | --- | --- | --- |',
    ...FLOODS.map(row),
  ].join('\n')
}
