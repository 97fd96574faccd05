// npm run faults: a shop on real processes, everything that can go wrong, and a checker that counts every cent.
import { writeFileSync } from 'node:fs'
import { FROM_THE_START } from './checker/collect-facts.ts'
import { catchesReport, hunt, isCaught, type Catch } from './hunt.ts'
import { measureLatency } from './latency.ts'
import { countRounds, readOptions, computeShare, type Options } from './options.ts'
import { formatReport, Tally } from './report.ts'
import { playRound } from './round.ts'
import { SERVICES } from './terminal/vendor-service.ts'
import { openWorld, type World } from './world/open-world.ts'
import { addShoppers, type SignedInShopper } from './world/stock.ts'

const options = readOptions(process.argv.slice(2))
console.log(`Seed ${options.seed}`)
process.exit((await runAll(options)) ? 0 : 1)

async function runAll(all: Options): Promise<boolean> {
  if (all.bugs.length > 0) return huntAll(all)
  if (!all.latency) return playAll(all)
  console.log(await measureLatency(all))
  return true
}

/** Proves that the checker finds bugs: each bug by itself. */
async function huntAll(all: Options): Promise<boolean> {
  const catches: Catch[] = []
  for (const bug of all.bugs) {
    catches.push(await hunt(bug, all))
    console.log(catchesReport(catches.slice(-1)).split('\n').at(-1))
  }
  console.log(`\n${catchesReport(catches)}`)
  return catches.every(isCaught)
}

async function playAll(all: Options): Promise<boolean> {
  const services = all.terminal === 'jsonpos' ? SERVICES : []
  const world = await openWorld({ ...all, terminalsPerStore: 3, thinkMs: 150, services, hasDates: true })
  const tally = new Tally()
  const rounds = countRounds(all)
  let since = FROM_THE_START
  // A run of hours that is asked to end reports the rounds it has done. Not by SIGTERM or Ctrl-C, which end it and its children
  // at once.
  let isAskedToEnd = false
  process.once('SIGUSR2', () => (isAskedToEnd = true))
  try {
    for (let round = 0; round < rounds && !isAskedToEnd; round++) {
      const share = (count: number) => computeShare(count, { round, rounds })
      const counts = {
        kill: share(all.serverKills),
        sleep: share(Math.ceil(all.serverKills / 8)),
        restart: share(Math.ceil(all.serverKills / 5)),
        database: share(all.databaseKills),
        power: share(Math.ceil(all.databaseKills / 2)),
      }
      const log = (line: string) => all.verbose && console.error(`${(performance.now() / 1000).toFixed(1)} s: ${line}`)
      if (round > 0) world.stocked.shoppers = await otherShoppers(world, round)
      const result = await playRound(world, {
        name: `round ${round}`,
        payments: share(all.payments),
        counts,
        since,
        log,
      })
      since = result.since
      tally.add(world, result)
      console.log([tally.getLine(result), ...tally.getFindings(result)].join('\n'))
    }
  } finally {
    await world.close({ files: !tally.isClean })
  }
  console.log(formatReport(tally, all))
  if (all.counts) writeFileSync(all.counts, JSON.stringify(toCounts(tally)))
  return tally.isClean
}

/** Each round has its own people: unpaid orders of others stay with their round, whose facts have been checked. */
function otherShoppers({ handle, stocked, options: { shoppers } }: World, round: number): Promise<SignedInShopper[]> {
  return addShoppers(handle, { stores: stocked.stores, numbers: { from: 1 + round * shoppers, count: shoppers } })
}

function toCounts({ checks }: Tally): { passed: number; failed: number } {
  const passed = checks.filter(({ holds }) => holds).length
  return { passed, failed: checks.length - passed }
}
