// npm run drill:failover: PostgreSQL with a synchronous standby loses its primary again and again while people pay. Nothing
// that was acknowledged may be lost, and within half a minute people pay again.
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openWorld, type World } from '../world/open-world.ts'
import { openPatroniCluster, requirePrograms, type PatroniCluster } from './patroni-cluster.ts'
import type { PatroniNode } from './patroni-node.ts'
import { beginVisit, percentile, seconds, tableOf, troublesOf, wordsOf, type Figure, type Visit } from './visit.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    promotions: { type: 'string', default: '20' },
    shoppers: { type: 'string', default: '60' },
  },
})

const PAID_WITHIN_MS = 30_000
const PATIENCE_MS = 120_000
const QUIET_MS = 3000
/** What stands on one server alone for so long would be lost by a careless standby. */
const DOWN_MS = 1000

/** How a primary ends. */
const WAYS = ['kill -9', 'switchover', 'kill -9 of Patroni alone', 'frozen'] as const
type Way = (typeof WAYS)[number]
/** In turn, and so that each of the two servers is met by each. */
const wayOf = (number: number): Way => WAYS[(number + Math.floor(number / WAYS.length)) % WAYS.length] ?? 'kill -9'

type Promotion = { way: Way; from: string; to: string; paidMs: number; backMs: number; fives: number }

requirePrograms()
console.log(`Seed ${values.seed}`)
const patroni = await openPatroniCluster()
const shoppers = Number(values.shoppers)
const scene = {
  servers: 3,
  shoppers,
  stores: Math.ceil(shoppers / 3),
  terminalsPerStore: 3,
  thinkMs: 300,
  quiescenceMs: 5000,
}
const opened = await openWorld(
  { ...scene, seed: values.seed, terminal: 'jsonpos' },
  { openDatabase: async () => patroni },
)
let isClean = false
try {
  isClean = await drill(opened, patroni)
} finally {
  patroni.isKept = !isClean
  await opened.close({ files: !isClean })
}
process.exit(isClean ? 0 : 1)

async function drill(world: World, cluster: PatroniCluster): Promise<boolean> {
  const visit = beginVisit(world)
  const promotions: Promotion[] = []
  while (promotions.length < Number(values.promotions)) {
    const leader = await cluster.untilSafe()
    await pause(QUIET_MS)
    const way = wayOf(promotions.length)
    const promotion = await promote({ cluster, leader, way, visit })
    promotions.push(promotion)
    console.log(lineOf(promotions.length, promotion))
  }
  const { findings, brokenByItself, recoveryMs, isAtRest } = await visit.end()
  const selfExits = world.servers.flatMap(server => server.selfExits)
  console.log(tableOf(`seed ${values.seed}`, figuresOf({ visit, promotions, recoveryMs, findings, selfExits })))
  console.log([wordsOf(findings), ...brokenByItself, ...selfExits].join('\n'))
  const isRight = findings.length + brokenByItself.length + selfExits.length === 0
  return isRight && isAtRest && promotions.every(({ paidMs }) => paidMs <= PAID_WITHIN_MS)
}

type Fall = { cluster: PatroniCluster; leader: PatroniNode; way: Way; visit: Visit }

async function promote({ cluster, leader, way, visit }: Fall): Promise<Promotion> {
  const fivesBefore = troublesOf(visit.notebook).fives
  const began = performance.now()
  if (way === 'switchover') await cluster.switchOver(leader)
  else if (way === 'kill -9') await leader.killAll()
  else if (way === 'frozen') leader.freeze()
  else await leader.killPatroni()
  const to = await cluster.untilAnotherLeads(leader)
  const paidMs = (await firstPaid(visit, performance.now(), began)) - began
  await pause(DOWN_MS)
  if (leader.isDown) leader.start()
  else leader.thaw()
  await cluster.untilSafe()
  const fives = troublesOf(visit.notebook).fives - fivesBefore
  return { way, from: leader.name, to: to.name, paidMs, backMs: performance.now() - began, fives }
}

/**
 * When the first payment came to its end that was begun after the fall of the primary, and came to it after the standby led:
 * what the fallen one still said does not count.
 */
async function firstPaid({ notebook }: Visit, leadsSince: number, fallen: number): Promise<number> {
  while (performance.now() - fallen < PATIENCE_MS) {
    const paid = notebook.pays.find(
      ({ began, ended, code }) => began > fallen && ended > leadsSince && code === 'SUCCESS',
    )
    if (paid) return paid.ended
    await pause(20)
  }
  return performance.now()
}

type Results = {
  visit: Visit
  promotions: Promotion[]
  recoveryMs: number
  findings: { invariant: string }[]
  selfExits: string[]
}

function figuresOf({ visit, promotions, recoveryMs, findings, selfExits }: Results): Figure[] {
  const of = (way: Way) => promotions.filter(promotion => promotion.way === way).map(({ paidMs }) => paidMs)
  const { pays, told } = visit.notebook
  return [
    ['promotions', promotions.length],
    ...WAYS.map((way): Figure => {
      const times = of(way)
      return [
        `paid again after: ${way}, p50 and worst of ${times.length}`,
        [0.5, 1].map(share => seconds(percentile(times, share))).join(', '),
      ]
    }),
    ['pay calls answered', pays.length],
    ['of them SUCCESS', pays.filter(({ code }) => code === 'SUCCESS').length],
    ['things that shoppers were told', told.length],
    ['5xx that clients saw', troublesOf(visit.notebook).fives],
    ['acknowledged and lost, or otherwise wrong', findings.length],
    ['servers that ended by themselves', selfExits.length],
    ['all final after', seconds(recoveryMs)],
  ]
}

function lineOf(number: number, { way, from, to, paidMs, backMs, fives }: Promotion): string {
  return `${number}: ${way}, ${from} to ${to}: paid again after ${seconds(paidMs)}, both in step after ${seconds(backMs)}, ${fives} calls answered 5xx`
}
