// npm test: all checks and tests, from a fresh clone. The last line contains how many passed and failed.
// npm run test:full is the same with the numbers and the tests of the full tier (docs/developer/testing.md).
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { prepare, runCommand } from './prepare.mjs'
import { REPO_ROOT } from './repo-root.mjs'
import { CHECKS, RUNS } from './test-steps.mjs'

const CHECKS_AT_ONCE = 3

const { values } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
// Every step inherits it; test/tier.ts reads it.
process.env.PUOTI_TIER = values.full ? 'full' : 'merge'
// Tests start hundreds of processes of Node.js: without it, each compiles the server's code again, which is a third of its start.
process.env.NODE_COMPILE_CACHE ??= join(REPO_ROOT, 'node_modules/.cache/compiled')

const SKIP_REASONS = {
  merge: 'they belong to npm run test:full, or need what this machine lacks',
  full: 'they need what this machine lacks',
}

await runCommand(async () => {
  const runtime = await prepare()
  const startMs = performance.now()
  const results = await runChecks(runtime)
  for (const { name, run } of RUNS) {
    console.log(`\n── ${name}`)
    results.push(printResult(await runTimed({ name, run }, runtime)))
  }
  printSummary(results, secondsSince(startMs))
})

/** Returns the results in the order of CHECKS; prints each as soon as it is done. */
async function runChecks(runtime) {
  const results = []
  const pending = CHECKS.entries()
  const runOneByOne = async () => {
    for (const [index, check] of pending) {
      const result = await runTimed(check, runtime)
      console.log(`\n── ${check.name}`)
      results[index] = printResult(result)
    }
  }
  await Promise.all(Array.from({ length: CHECKS_AT_ONCE }, runOneByOne))
  return results
}

async function runTimed({ name, run }, runtime) {
  const startMs = performance.now()
  const outcome = await run(runtime)
  return { name, ...outcome, seconds: secondsSince(startMs) }
}

function printResult(result) {
  if (result.output) console.log(result.output.trimEnd())
  console.log(`${result.failed === 0 ? 'passed' : 'FAILED'} in ${result.seconds.toFixed(1)} s`)
  return result
}

function secondsSince(startMs) {
  return (performance.now() - startMs) / 1000
}

function printSummary(results, totalSeconds) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${formatRow(['', 'passed', 'failed', 'seconds'])}`)
  for (const { name, passed, failed, seconds } of results)
    console.log(formatRow([name, passed, failed, seconds.toFixed(1)]))
  console.log(formatRow(['in all', sum('passed'), sum('failed'), totalSeconds.toFixed(1)]))
  const skippedTests = results.reduce((total, { skipped = 0 }) => total + skipped, 0)
  if (skippedTests > 0) console.log(`\n${skippedTests} tests were not run: ${SKIP_REASONS[process.env.PUOTI_TIER]}`)
  if (sum('failed') > 0) process.exitCode = 1
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

function formatRow([name, ...figures]) {
  return String(name).padEnd(16) + figures.map(figure => String(figure).padStart(9)).join('')
}
