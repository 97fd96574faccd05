import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { SUPERUSER_NAME } from '#server/platform/db/embedded/cluster.ts'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { IN_MEMORY, makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { SERVER_PROGRAM } from './places.ts'

const START_TIMEOUT_MS = 90_000
const STOP_TIMEOUT_MS = 20_000
const LAST_WORDS = 4000

const run = promisify(execFile)
/** The environment variable with the path of the data of `prepareData`. */
const PREPARED_DATA = 'PUOTI_PREPARED_DATA'

const children = new Set<ChildProcess>()
process.on('exit', () => children.forEach(child => child.kill('SIGKILL')))

type Place = { port: number; nukiPort: number; dataDir: string; more: NodeJS.ProcessEnv }

/** The whole server, as `npm start` runs it, as a child process with its own data. It can be killed and restarted. */
export class RunningShop {
  readonly origin: string
  /** The port of Nuki's Web API: tests about locks run a simulator there. */
  readonly nukiPort: number
  readonly #port: number
  readonly #dataDir: string
  readonly #more: NodeJS.ProcessEnv
  #child: ChildProcess | undefined
  #output = ''

  private constructor({ port, nukiPort, dataDir, more }: Place) {
    this.#port = port
    this.nukiPort = nukiPort
    this.#dataDir = dataDir
    this.#more = more
    this.origin = `http://127.0.0.1:${port}`
  }

  /** `more`: additional environment variables. */
  static async open(more: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
    const prepared = process.env[PREPARED_DATA]
    if (prepared === undefined) return RunningShop.#openNew(more)
    const shop = await RunningShop.#onData(more)
    // The files belong to the account that the database runs as.
    await run('cp', ['-a', `${prepared}/.`, shop.#dataDir])
    await shop.start()
    return shop
  }

  /** A shop without the demo's data; the person with this address becomes its first admin. */
  static async openEmpty(adminEmail: string, more: NodeJS.ProcessEnv = {}): Promise<RunningShop> {
    const shop = await RunningShop.#onData({
      PUOTI_DEMO: 'off',
      PUOTI_ADMIN_EMAIL: adminEmail,
      PUOTI_TEST_TERMINAL_MS: '300',
      ...more,
    })
    await shop.start()
    return shop
  }

  /** Creates the initial data of each later `open` of this process and its children. Resolves to a function that removes it. */
  static async prepareData(): Promise<() => void> {
    const shop = await RunningShop.#openNew({})
    await shop.stop()
    process.env[PREPARED_DATA] = shop.#dataDir
    return () => rmSync(shop.#dataDir, { recursive: true, force: true })
  }

  static async #onData(more: NodeJS.ProcessEnv): Promise<RunningShop> {
    const [port, nukiPort] = [await freePort(), await freePort()]
    return new RunningShop({ port, nukiPort, dataDir: makeRunDirectory('e2e', IN_MEMORY), more })
  }

  static async #openNew(more: NodeJS.ProcessEnv): Promise<RunningShop> {
    const shop = await RunningShop.#onData(more)
    await shop.start()
    // Each test opens its own events.
    await shop.query('DELETE FROM preorder_event')
    // No test sells as often as the demo's history: its stores would be called silent.
    await shop.query(
      `INSERT INTO duty_rules (store_id, escalate_after_minutes, disabled_causes) SELECT id, 15, '{store_silent}' FROM store`,
    )
    // A closed store shows a warning: tests of the warning close one.
    await shop.query(`UPDATE store_hours SET opens_at = '00:00', closes_at = '23:59'`)
    return shop
  }

  /** Starts the server on the same data and port as before, and resolves when it serves. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, [SERVER_PROGRAM], {
      env: this.#environment(),
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    this.#child = child
    children.add(child)
    child.on('exit', () => children.delete(child))
    for (const output of [child.stdout, child.stderr]) output.on('data', chunk => (this.#output += String(chunk)))
    const lateMs = performance.now() + START_TIMEOUT_MS
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || performance.now() > lateMs)
        throw new Error(`The shop did not open:\n${this.#output}`)
      await sleep(50)
    }
  }

  /** Ends the server as a power cut would. */
  readonly kill = () => this.#end('SIGKILL')

  /** Signals the server to close, and resolves when it has. */
  readonly stop = () => this.#end('SIGTERM')

  /** Stops the server and deletes its data. */
  async close(): Promise<void> {
    try {
      await this.stop()
    } finally {
      rmSync(this.#dataDir, { recursive: true, force: true })
    }
  }

  /** Queries the shop's database directly, for what no shopper can do. */
  async query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ host: clusterDirectory(this.#dataDir), user: SUPERUSER_NAME, database: 'puoti' })
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }

  /** The end of its log. */
  readonly lastWords = () => this.#output.slice(-LAST_WORDS)

  #environment(): NodeJS.ProcessEnv {
    return {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      HOST: '127.0.0.1',
      PORT: String(this.#port),
      // The developer's .env must not point the tests to another database.
      DATABASE_URL: '',
      PUOTI_DATA_DIR: this.#dataDir,
      PUOTI_DEMO: 'on',
      PUOTI_DEMO_HISTORY: 'off',
      PUOTI_NUKI_URL: `http://127.0.0.1:${this.nukiPort}`,
      // Payments are approved only when a test presses the button.
      PUOTI_TEST_TERMINAL_MS: '3600000',
      PUOTI_IN_FLIGHT_MS: '2000',
      PUOTI_RATE_LIMIT_FACTOR: '1000',
      ...this.#more,
    }
  }

  async #end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    const late = await Promise.race([gone, sleep(STOP_TIMEOUT_MS, 'late', { ref: false })])
    if (late === 'late') throw new Error(`The shop did not stop:\n${this.#output}`)
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`)).ok
    } catch {
      return false
    }
  }
}
