import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { findServerPids } from '#server/platform/db/embedded/postmaster.ts'
import { onlyInFullTier } from '#test/tier.ts'

// The program of `npm start`, which builds the web app when there is no build.
const PROGRAM = join(import.meta.dirname, 'start.mjs')
const START_TIMEOUT_MS = 120_000

type Shop = { launcher: ChildProcess; address: Promise<string>; exitCode: Promise<number | null>; output: () => string }

let dataDir: string
let started: Shop[] = []

beforeAll(() => {
  dataDir = realpathSync(mkdtempSync('/tmp/puoti-start-'))
})
afterEach(async () => {
  for (const { launcher } of started) launcher.kill('SIGTERM')
  await Promise.all(started.map(({ exitCode }) => exitCode))
  started = []
})
afterAll(() => rmSync(dataDir, { recursive: true }))

function startShop(more: NodeJS.ProcessEnv = {}): Shop {
  const env = {
    ...process.env,
    NODE_ENV: 'development',
    PORT: '0',
    PUOTI_DATA_DIR: dataDir,
    npm_lifecycle_event: undefined,
    ...more,
  }
  const launcher = spawn(process.execPath, [PROGRAM], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  const address = Promise.withResolvers<string>()
  const read = (chunk: Buffer) => {
    output += chunk.toString()
    const found = /running at (http:\/\/\S+)/.exec(output)?.[1]
    if (found) address.resolve(found)
  }
  launcher.stdout.on('data', read)
  launcher.stderr.on('data', read)
  const exitCode = once(launcher, 'close').then(([code]) => {
    address.resolve(`no address, but:\n${output}`)
    return Number(code)
  })
  const shop = { launcher, address: address.promise, exitCode, output: () => output }
  started.push(shop)
  return shop
}

const isAlive = (address: string) =>
  fetch(`${address}/livez`).then(
    answer => answer.ok,
    () => false,
  )
const databaseRuns = () => findServerPids(join(dataDir, 'postgresql')).length > 0

/** The pid in the owner's file: the server's own. */
function ownerPid(): number {
  const [name = ''] = readdirSync(dataDir).filter(file => file.startsWith('owner-'))
  const { pid }: { pid: number } = JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
  return pid
}

test(
  'one command opens the shop, and Ctrl-C stops its server and database',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const shop = startShop()
    const address = await shop.address
    expect(await isAlive(address)).toBe(true)
    shop.launcher.kill('SIGINT')
    expect(await shop.exitCode).toBe(0)
    expect(await isAlive(address)).toBe(false)
    expect(databaseRuns()).toBe(false)
  },
)

test.runIf(onlyInFullTier('it starts npm start twice'))(
  'a second shop on the same data directory is refused with an explanation, and the first continues',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const first = startShop()
    const address = await first.address
    const second = startShop()
    expect(await second.exitCode).toBe(78)
    expect(second.output()).toContain(`${dataDir} is in use by a running shop (process ${ownerPid()})`)
    expect(await isAlive(address)).toBe(true)
  },
)

test.runIf(onlyInFullTier('it starts npm start twice'))(
  'a killed launcher ends the server and the database, and the next start works',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const shop = startShop()
    const address = await shop.address
    shop.launcher.kill('SIGKILL')
    await expect.poll(() => isAlive(address), { timeout: 15_000 }).toBe(false)
    await expect.poll(databaseRuns, { timeout: 15_000 }).toBe(false)
    expect(await isAlive(await startShop().address)).toBe(true)
  },
)

test.runIf(onlyInFullTier('it starts npm start twice'))(
  'a killed server ends the launcher, and the next start works',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const shop = startShop()
    await shop.address
    process.kill(ownerPid(), 'SIGKILL')
    expect(await shop.exitCode).toBe(137)
    expect(await isAlive(await startShop().address)).toBe(true)
  },
)

test.runIf(onlyInFullTier('it starts npm start as a process'))(
  'an invalid setting is named, and systemd does not restart the shop',
  async () => {
    const shop = startShop({ PUOTI_ADMIN_EMAIL: 'nobody' })
    expect(await shop.exitCode).toBe(78)
    expect(shop.output()).toMatch(/PUOTI_ADMIN_EMAIL[^\n]*\n$/)
    const unit = readFileSync(join(import.meta.dirname, '../deploy/puoti.service'), 'utf8')
    expect(unit).toContain('RestartPreventExitStatus=78\n')
  },
)
