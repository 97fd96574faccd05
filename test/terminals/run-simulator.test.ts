import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'

const REPOSITORY = join(import.meta.dirname, '../..')
const RUN = `
  import { runSimulator } from '#test/terminals/run-simulator.ts'
  const { ready } = await runSimulator()
  console.log(ready.terminals.length)
`

test.runIf(onlyInFullTier('it starts and kills processes'))('killing a run ends its simulated terminals', async () => {
  const run = spawn(process.execPath, ['--input-type=module', '--eval', RUN], { cwd: REPOSITORY })
  const [count] = await once(run.stdout, 'data')
  expect(Number(count)).toBeGreaterThan(0)
  // They write to the same pipe: it closes when the last of them is gone.
  const allGone = once(run, 'close')
  run.kill('SIGKILL')
  expect(await allGone).toEqual([null, 'SIGKILL'])
})
