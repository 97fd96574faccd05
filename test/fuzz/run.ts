// npm run fuzz: calls every operation of docs/integrator/openapi.json with expected and unexpected input.
import { parseArgs } from 'node:util'
import { ownDatabase, UNSAFE } from '#test/database/own-database.ts'
import { documentedOperations, type DocumentedOperation } from './document.ts'
import { fuzz, type Outcome } from './fuzz.ts'
import { stayOnThisMachine } from './loopback-only.ts'
import { openFuzzWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '200' },
    seed: { type: 'string', default: String(Math.floor(Math.random() * 2 ** 31)) },
    /** Only operations whose name begins with this. */
    operation: { type: 'string', default: '' },
    /** Of one failing case, as printed. */
    path: { type: 'string' },
  },
})
const plan = { seed: Number(values.seed), cases: Number(values.cases), path: values.path }
const operations = documentedOperations().filter(({ id }) => id.startsWith(values.operation))
console.log(`seed ${plan.seed}, ${plan.cases} cases for each of ${operations.length} operations`)

stayOnThisMachine()
const outcomes: Outcome[] = []
for (const featureOperations of Map.groupBy(operations, ({ id }) => id.slice(0, id.indexOf('.'))).values())
  outcomes.push(...(await fuzzAlone(featureOperations)))
const calls = outcomes.reduce((sum, { cases }) => sum + cases, 0)
const faults = outcomes.filter(({ fault }) => fault !== undefined).length
console.log(`${calls} calls, ${faults} operations with a fault`)
process.exit(faults === 0 ? 0 : 1)

/** On a separate database: the audit log of a hundred thousand changes would make each of its exports slow. */
async function fuzzAlone(some: readonly DocumentedOperation[]): Promise<Outcome[]> {
  const database = await ownDatabase(UNSAFE)
  try {
    const world = await openFuzzWorld(database)
    const found: Outcome[] = []
    for (const operation of some) {
      const outcome = await fuzz(world, operation, plan)
      found.push(outcome)
      logResult(operation, outcome)
    }
    await world.close()
    return found
  } finally {
    await database.close()
  }
}

function logResult({ id }: DocumentedOperation, { statuses, slowestMs, fault }: Outcome): void {
  const inOrder = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}: ${times}`)
  console.log(`${id.padEnd(34)} ${inOrder.join(', ')}; slowest ${slowestMs.toFixed(0)} ms`)
  if (fault) console.log(`\nFAULT in ${fault}\n`)
}
