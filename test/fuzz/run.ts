// npm run fuzz: calls every operation of docs/openapi.json with what it expects and what it does not.
import { parseArgs } from 'node:util'
import { ownDatabase, UNSAFE } from '#test/own-database.ts'
import { documentedOperations } from './document.ts'
import { fuzz, type Outcome } from './fuzz.ts'
import { stayOnThisMachine } from './loopback-only.ts'
import { openFuzzWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    /** Those alone whose name begins so. */
    operation: { type: 'string', default: '' },
    /** Of one failing case, as it was printed. */
    path: { type: 'string' },
  },
})
const plan = { seed: Number(values.seed), cases: Number(values.cases), path: values.path }
const operations = documentedOperations().filter(({ id }) => id.startsWith(values.operation))
console.log(`seed ${plan.seed}, ${plan.cases} cases for each of ${operations.length} operations`)

stayOnThisMachine()
const database = await ownDatabase(UNSAFE)
const outcomes: Outcome[] = []
try {
  const world = await openFuzzWorld(database)
  for (const operation of operations) {
    const outcome = await fuzz(world, operation, plan)
    outcomes.push(outcome)
    const statuses = [...outcome.statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
    console.log(`${operation.id.padEnd(34)} ${statuses.join(', ')}; slowest ${outcome.slowestMs.toFixed(0)} ms`)
    if (outcome.fault) console.log(`\nFAULT in ${outcome.fault}\n`)
  }
  await world.close()
} finally {
  await database.close()
}
const calls = outcomes.reduce((sum, { cases }) => sum + cases, 0)
const faults = outcomes.filter(({ fault }) => fault !== undefined).length
console.log(`${calls} calls, ${faults} operations with a fault`)
process.exit(faults === 0 ? 0 : 1)
