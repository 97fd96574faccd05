// npm test: all that must hold, from a fresh clone. The last line says how many checks and tests passed and failed.
import { prepare, runCommand } from './prepare.mjs'
import { STEPS } from './test-steps.mjs'

await runCommand(async () => {
  const runtime = await prepare()
  const results = []
  for (const step of STEPS) results.push(await runStep(step, runtime))
  printSummary(results)
})

async function runStep({ name, run }, runtime) {
  console.log(`\n── ${name}`)
  const startMs = performance.now()
  const { passed, failed, output } = await run(runtime)
  const seconds = (performance.now() - startMs) / 1000
  if (output) console.log(output.trimEnd())
  console.log(`${failed === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s`)
  return { name, passed, failed, seconds }
}

function printSummary(results) {
  const sum = key => results.reduce((total, result) => total + result[key], 0)
  console.log(`\n${row(['', 'passed', 'failed', 'seconds'])}`)
  for (const { name, passed, failed, seconds } of results) console.log(row([name, passed, failed, seconds.toFixed(1)]))
  console.log(row(['in all', sum('passed'), sum('failed'), sum('seconds').toFixed(1)]))
  if (sum('failed') > 0) process.exitCode = 1
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
}

function row([name, ...figures]) {
  return String(name).padEnd(16) + figures.map(figure => String(figure).padStart(9)).join('')
}
