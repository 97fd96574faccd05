import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ClientConfig } from 'pg'
import { SUPERUSER_NAME } from '#server/platform/db/embedded/cluster.ts'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { startChild } from './child.ts'

const START_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 20_000

export type RunningShop = {
  origin: string
  pid: number
  clusterDir: string
  /** From the start of the process to the first 200 of /readyz. */
  readyAfterMs: number
  /** Resolves when the process has ended, for SIGTERM and for SIGKILL. */
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

// The developer's .env must not point the benchmark to another database.
const environment = (dataDir: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOST: '127.0.0.1',
  PORT: '0',
  DATABASE_URL: '',
  PUOTI_DATA_DIR: dataDir,
  PUOTI_DEMO: 'on',
  PUOTI_DEMO_HISTORY: 'off',
  PUOTI_TEST_TERMINAL_MS: '0',
  PUOTI_RATE_LIMIT_FACTOR: '1000000',
  PUOTI_LOG_LEVEL: 'warn',
})

/** Same as in scripts/start.mjs. */
const FLAGS = ['--max-semi-space-size=8']

/** Starts the whole shop, like a built `npm start`, on the embedded database of a directory. */
export async function startShop(
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
  moreFlags: readonly string[] = [],
): Promise<RunningShop> {
  const started = performance.now()
  const child = startChild('server/main.ts', {
    env: { ...environment(dataDir), ...more },
    flags: [...FLAGS, ...moreFlags],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const gone = once(child, 'exit')
  let isAsked = false
  child.on('exit', (code, signal) => {
    if (!isAsked) console.error(`The shop ended by itself (${signal ?? code}):\n${output}`)
  })
  const origin = await Promise.race([addressIn(child.stdout), gone, sleep(START_TIMEOUT_MS, undefined, { ref: false })])
  if (typeof origin !== 'string') throw new Error(`The shop did not open:\n${output}`)
  while (!(await isReady(origin))) await sleep(2)
  return {
    origin,
    // A child that has written output has a pid.
    pid: child.pid!,
    clusterDir: clusterDirectory(dataDir),
    readyAfterMs: performance.now() - started,
    async stop(signal) {
      isAsked = true
      child.kill(signal)
      const late = await Promise.race([gone, sleep(STOP_TIMEOUT_MS, 'late', { ref: false })])
      if (late === 'late') throw new Error(`The shop did not stop:\n${output}`)
    },
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string | undefined> {
  let address: string | undefined
  const lines = createInterface({ input: output })
  for await (const line of lines) {
    address = /is running at (\S+)/.exec(line)?.[1]
    if (address) break
  }
  // Keeps reading the output, so that the child never blocks on a full pipe.
  output.resume()
  return address?.replace('localhost', '127.0.0.1')
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    answer => answer.ok,
    () => false,
  )

/** The shop's own database, through its socket. */
export const getDatabase = (shop: RunningShop): ClientConfig => ({
  host: shop.clusterDir,
  user: SUPERUSER_NAME,
  database: 'puoti',
})

export const getDatabaseLog = (shop: RunningShop): string => join(shop.clusterDir, '..', 'postgresql.log')
