// Compares what a shopper's first views load with scripts/byte-budget.json. Run it after a build.
import { join } from 'node:path'
import { byteFaults, measureBytes, readBudget } from './measure-bytes.ts'

const kilobytes = (count: number) => `${(count / 1000).toFixed(1)} kB`

const budget = readBudget()
const measured = measureBytes(process.argv[2] ?? join(import.meta.dirname, '../dist/web'), budget)
for (const { view, bytes, scripts, limit } of measured) {
  console.log(`${view.padEnd(8)} ${kilobytes(bytes)} in ${scripts} scripts (never above ${kilobytes(limit)})`)
}
const faults = byteFaults(measured, budget)
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
