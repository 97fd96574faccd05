// npm run drill:crash: the embedded database's postmaster is killed again and again while people pay. How soon is it back, and
// is everything there that was acknowledged?
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { openWorld, type World } from '../world/open-world.ts'
import { beginVisit, percentile, seconds, tableOf, troublesOf, wordsOf, type Figure } from './visit.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Math.floor(Math.random() * 1_000_000)) },
    kills: { type: 'string', default: '100' },
    shoppers: { type: 'string', default: '60' },
  },
})
const BACK_WITHIN_MS = 3000

console.log(`Seed ${values.seed}`)
const shoppers = Number(values.shoppers)
const scene = {
  servers: 2,
  shoppers,
  stores: Math.ceil(shoppers / 3),
  terminalsPerStore: 3,
  thinkMs: 300,
  quiescenceMs: 5000,
}
const opened = await openWorld({ ...scene, seed: values.seed, terminal: 'jsonpos' })
let isClean = false
try {
  isClean = await drill(opened)
} finally {
  await opened.close({ files: !isClean })
}
process.exit(isClean ? 0 : 1)

async function drill(world: World): Promise<boolean> {
  const visit = beginVisit(world)
  const chances = world.chances.fork('kills')
  const aways: number[] = []
  for (let kill = 0; kill < Number(values.kills); kill++) {
    await pause(chances.between(300, 2500))
    aways.push(await world.database.kill())
  }
  const { findings, brokenByItself, recoveryMs, isAtRest } = await visit.end()
  const selfExits = world.servers.flatMap(server => server.selfExits)
  const figures: Figure[] = [
    ['kill -9 of the postmaster', aways.length],
    ['answers again, p50, p95 and worst', [0.5, 0.95, 1].map(share => seconds(percentile(aways, share))).join(', ')],
    ['pay calls answered', visit.notebook.pays.length],
    ['of them SUCCESS', visit.notebook.pays.filter(({ code }) => code === 'SUCCESS').length],
    ['5xx that clients saw', troublesOf(visit.notebook).fives],
    ['acknowledged and lost, or otherwise wrong', findings.length],
    ['servers that ended by themselves', selfExits.length],
    ['all final after', seconds(recoveryMs)],
  ]
  console.log(tableOf(`seed ${values.seed}`, figures))
  console.log([wordsOf(findings), ...brokenByItself, ...selfExits].join('\n'))
  const isRight = findings.length + brokenByItself.length + selfExits.length === 0
  return isRight && isAtRest && percentile(aways, 0.95) <= BACK_WITHIN_MS
}
