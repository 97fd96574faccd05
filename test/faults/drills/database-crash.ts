// npm run drill -- crash: kills the embedded database's postmaster again and again while people pay. How soon is it back, and is
// everything acknowledged still there?
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { percentile, formatSpread, formatTable, type Figure } from '../figures.ts'
import type { World } from '../world/open-world.ts'
import { getCrowd, runDrill, SEED_OPTION, SHOPPERS_OPTION } from './run-drill.ts'
import { beginVisit, endFigures, getFaults, isRight, payFigures } from './visit.ts'

const { values } = parseArgs({
  options: { seed: SEED_OPTION, kills: { type: 'string', default: '100' }, shoppers: SHOPPERS_OPTION },
})
const BACK_WITHIN_MS = 3000

console.log(`Seed ${values.seed}`)
const scene = { ...getCrowd(Number(values.shoppers)), seed: values.seed, servers: 2 }
process.exit((await runDrill({ scene, play })) ? 0 : 1)

async function play(world: World): Promise<boolean> {
  const visit = beginVisit(world)
  const chances = world.chances.fork('kills')
  const aways: number[] = []
  for (let kill = 0; kill < Number(values.kills); kill++) {
    await sleep(chances.between(300, 2500))
    aways.push(await world.database.kill())
  }
  const end = await visit.end()
  const figures: Figure[] = [
    ['kill -9 of the postmaster', aways.length],
    ['answers again, p50, p95 and worst', formatSpread(aways, [0.5, 0.95, 1])],
    ...payFigures(visit.notebook),
    ...endFigures(visit.notebook, end),
  ]
  console.log(formatTable(`seed ${values.seed}`, figures))
  console.log(getFaults(end))
  return isRight(end) && percentile(aways, 0.95) <= BACK_WITHIN_MS
}
