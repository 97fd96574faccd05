// npm run test:browser: repeats the browser tests, to find flaky ones. --times, --full.
import { parseArgs } from 'node:util'
import { ensureChromium } from './chromium.mjs'
import { prepare, runCommand } from './prepare.mjs'
import { RUNS } from './test-steps.mjs'
import { buildWeb } from './web-build.mjs'

const { values } = parseArgs({
  options: { times: { type: 'string', default: '10' }, full: { type: 'boolean', default: false } },
})
process.env.PUOTI_TIER = values.full ? 'full' : 'merge'
const browserTests = RUNS.find(({ name }) => name === 'browser tests')

await runCommand(async () => {
  const runtime = await prepare()
  for (const { isOk, output } of [await ensureChromium(), await buildWeb(runtime)]) {
    if (isOk) continue
    console.error(output)
    process.exitCode = 1
    return
  }
  const results = []
  for (let run = 1; run <= Number(values.times); run++) {
    const startMs = performance.now()
    const { passed, failed } = await browserTests.run(runtime)
    results.push({ run, passed, failed, seconds: Math.round((performance.now() - startMs) / 1000) })
    console.log(`Run ${run}: ${passed} passed, ${failed} failed`)
  }
  console.table(results)
  const greenRuns = results.filter(({ failed }) => failed === 0).length
  console.log(`${greenRuns} of ${results.length} runs were green`)
  if (greenRuns < results.length) process.exitCode = 1
})
