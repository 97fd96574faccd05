import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test } from 'vitest'

const REPOSITORY = join(import.meta.dirname, '../../..')

const runs: ChildProcess[] = []
afterEach(() => runs.splice(0).forEach(child => child.kill('SIGKILL')))

/** A run of this code, and what it prints. */
function run(code: string) {
  const args = ['--input-type=module', '--eval', code]
  const child = spawn(process.execPath, args, { cwd: REPOSITORY, stdio: ['ignore', 'pipe', 'pipe'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  runs.push(child)
  return { child, nextLine: async () => (await lines.next()).value }
}

test('terminals end with the run that is killed', async () => {
  const { child, nextLine } = run(`
    import { runSimulator } from '#test/terminals/run-simulator.ts'
    const { ready } = await runSimulator()
    console.log(ready.terminals.length)
  `)
  expect(Number(await nextLine())).toBeGreaterThan(0)
  // They write to the same pipe: it is closed once the last of them is gone.
  const allGone = once(child, 'close')
  child.kill('SIGKILL')
  expect(await allGone).toEqual([null, 'SIGKILL'])
})

test('a run that ends what it has begun is asked twice before it ends at once', async () => {
  const { child, nextLine } = run(`
    import { whenAskedToEnd } from '#test/faults/world/children.ts'
    whenAskedToEnd(() => console.log('asked'))
    setInterval(() => undefined, 1000)
    console.log('ready')
  `)
  expect(await nextLine()).toBe('ready')
  child.kill('SIGTERM')
  expect(await nextLine()).toBe('asked')
  const gone = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await gone).toEqual([1, null])
})
