import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const PROGRAM = join(import.meta.dirname, 'witness.ts')

export type Witness = {
  process: ChildProcess
  /** Resolves with its first line: `open`, or why it could not start. */
  firstLine: Promise<string>
  /** The last number that it saw committed. */
  committed(): number
  /** Resolves when it has committed this many since it started. */
  commits(count: number): Promise<void>
  /** Kills it as a power cut would, and waits until it is gone. */
  kill(): Promise<void>
}

/** Starts test/database/witness.ts on the data directory. `command` precedes it, for example to switch the user. */
export function runWitness(
  dataDir: string,
  { command = [], path = process.env['PATH'] }: { command?: string[]; path?: string | undefined } = {},
): Witness {
  const [program, ...args] = [...command, process.execPath, PROGRAM, dataDir]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: path },
    cwd: '/',
  })
  const ended = once(child, 'exit')
  let first = 0
  let last = 0
  const lines = createInterface({ input: child.stdout })
  lines.on('line', line => {
    last = Number(line) || last
    first ||= last
  })
  return {
    process: child,
    firstLine: once(lines, 'line').then(([line]) => String(line)),
    committed: () => last,
    async commits(count) {
      const isEnough = () => first > 0 && last - first >= count - 1
      while (!isEnough()) await once(lines, 'line')
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
