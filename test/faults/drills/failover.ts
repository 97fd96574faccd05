// npm run drill -- failover: PostgreSQL with a synchronous standby loses its primary again and again while people pay. Nothing
// acknowledged may be lost, and payments must work again within half a minute.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { seconds, formatSpread, formatTable, countClientErrors, type Figure } from '../figures.ts'
import type { World } from '../world/open-world.ts'
import { openPatroniCluster, requirePrograms, type PatroniCluster } from './patroni-cluster.ts'
import type { PatroniNode } from './patroni-node.ts'
import { getCrowd, runDrill, SEED_OPTION, SHOPPERS_OPTION } from './run-drill.ts'
import { beginVisit, endFigures, getFaults, isRight, payFigures, type Visit, type VisitEnd } from './visit.ts'

const { values } = parseArgs({
  options: { seed: SEED_OPTION, promotions: { type: 'string', default: '20' }, shoppers: SHOPPERS_OPTION },
})

const PAID_WITHIN_MS = 30_000
const TIMEOUT_MS = 120_000
const QUIET_MS = 3000
/** Long enough that a careless standby would lose data that exists on one server only. */
const DOWN_MS = 1000

/** How a primary ends. */
const WAYS = ['kill -9', 'switchover', 'kill -9 of Patroni alone', 'frozen'] as const
type Way = (typeof WAYS)[number]
/** In turn, and so that each of the two servers experiences each way. */
const chooseWay = (number: number): Way => WAYS[(number + Math.floor(number / WAYS.length)) % WAYS.length] ?? 'kill -9'

type Promotion = { way: Way; from: string; to: string; paidMs: number; backMs: number; fives: number }

requirePrograms()
console.log(`Seed ${values.seed}`)
const patroni = await openPatroniCluster()
const scene = { ...getCrowd(Number(values.shoppers)), seed: values.seed, servers: 3 }
const parts = { openDatabase: async () => patroni }
process.exit((await runDrill({ scene, parts, play })) ? 0 : 1)

async function play(world: World): Promise<boolean> {
  const isClean = await drill(world, patroni)
  patroni.isKept = !isClean
  return isClean
}

async function drill(world: World, cluster: PatroniCluster): Promise<boolean> {
  const visit = beginVisit(world)
  const promotions: Promotion[] = []
  while (promotions.length < Number(values.promotions)) {
    const leader = await cluster.untilSafe()
    await sleep(QUIET_MS)
    const way = chooseWay(promotions.length)
    const promotion = await promote({ cluster, leader, way, visit })
    promotions.push(promotion)
    console.log(formatPromotion(promotions.length, promotion))
  }
  const end = await visit.end()
  console.log(formatTable(`seed ${values.seed}`, computeFigures({ visit, promotions, end })))
  console.log(getFaults(end))
  return isRight(end) && promotions.every(({ paidMs }) => paidMs <= PAID_WITHIN_MS)
}

type Fall = { cluster: PatroniCluster; leader: PatroniNode; way: Way; visit: Visit }

async function promote({ cluster, leader, way, visit }: Fall): Promise<Promotion> {
  const fivesBefore = countClientErrors(visit.notebook).fives
  const began = performance.now()
  if (way === 'switchover') await cluster.switchOver(leader)
  else if (way === 'kill -9') await leader.killAll()
  else if (way === 'frozen') leader.freeze()
  else await leader.killPatroni()
  const to = await cluster.untilAnotherLeads(leader)
  const paidMs = (await firstPaid(visit, performance.now(), began)) - began
  await sleep(DOWN_MS)
  if (leader.isDown) leader.start()
  else leader.thaw()
  await cluster.untilSafe()
  const fives = countClientErrors(visit.notebook).fives - fivesBefore
  return { way, from: leader.name, to: to.name, paidMs, backMs: performance.now() - began, fives }
}

/**
 * The end of the first payment that began after the primary's failure and ended after the standby became leader: responses based
 * on the failed primary do not count.
 */
async function firstPaid({ notebook }: Visit, leadsSince: number, fallen: number): Promise<number> {
  while (performance.now() - fallen < TIMEOUT_MS) {
    const paid = notebook.pays.find(
      ({ began, ended, code }) => began > fallen && ended > leadsSince && code === 'SUCCESS',
    )
    if (paid) return paid.ended
    await sleep(20)
  }
  return performance.now()
}

type Results = { visit: Visit; promotions: Promotion[]; end: VisitEnd }

function computeFigures({ visit: { notebook }, promotions, end }: Results): Figure[] {
  const getPaidMs = (way: Way) => promotions.filter(promotion => promotion.way === way).map(({ paidMs }) => paidMs)
  return [
    ['promotions', promotions.length],
    ...WAYS.map((way): Figure => {
      const times = getPaidMs(way)
      return [`paid again after: ${way}, p50 and worst of ${times.length}`, formatSpread(times, [0.5, 1])]
    }),
    ...payFigures(notebook),
    ['things that shoppers were told', notebook.results.length],
    ...endFigures(notebook, end),
  ]
}

function formatPromotion(number: number, { way, from, to, paidMs, backMs, fives }: Promotion): string {
  return `${number}: ${way}, ${from} to ${to}: paid again after ${seconds(paidMs)}, both in step after ${seconds(backMs)}, ${fives} calls answered 5xx`
}
