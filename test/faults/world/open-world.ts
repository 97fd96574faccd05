import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import type { Promised } from '#test/faults/actors/notebook.ts'
import { Chances } from '#test/faults/chances.ts'
import { openAdyen } from '#test/faults/terminal/adyen-service.ts'
import { openMobilepay } from '#test/faults/terminal/mobilepay-service.ts'
import { openTerminals, type TerminalKind } from '#test/faults/terminal/open-terminals.ts'
import { openPaytrail } from '#test/faults/terminal/paytrail-service.ts'
import { openSumup } from '#test/faults/terminal/sumup-service.ts'
import type { Terminals } from '#test/faults/terminal/test-terminals.ts'
import {
  type ServiceName,
  type ServicePlan,
  SERVICES,
  type VendorService,
  withServices,
} from '#test/faults/terminal/vendor-service.ts'
import { retainRunDirectory, makeRunDirectory } from '#test/files/run-directory.ts'
import { freePort } from '#test/free-port.ts'
import { type DatabaseProcess, openDatabaseProcess } from './database-process.ts'
import { type FrontProxy, openFrontProxy } from './front-proxy.ts'
import { type ServerOptions, ServerProcess } from './server-process.ts'
import { SECRET, type Stocked, stockWorld } from './stock.ts'
import { WireProxy } from './wire-proxy.ts'

export type WorldOptions = {
  seed: string
  terminal: TerminalKind
  servers: number
  shoppers: number
  stores: number
  terminalsPerStore: number
  /** On each store's shelf; 8 by default. */
  products?: number
  /** With goods that have lots and dates. */
  hasDates?: true
  /** The approximate time that a shopper takes at a terminal. */
  thinkMs: number
  inFlightMs: number
  /** Each store has one of those for phones, and every second store one of those for cards; only with JSONPOS terminals. */
  services?: readonly ServiceName[] | undefined
  /** Shares of declined and cancelled payments at JSONPOS terminals, instead of the fault run's own. */
  fates?: { declineShare: number; cancelShare: number } | undefined
  bug?: string | undefined
}

/** Parts of the fault run that a drill replaces. */
export type WorldParts = {
  openDatabase?: (directory: string) => Promise<DatabaseProcess>
  openFront?: (servers: readonly ServerProcess[], directory: string) => Promise<FrontProxy>
  /** Additional environment variables of the servers, and Node options. */
  env?: NodeJS.ProcessEnv
  nodeArgs?: readonly string[]
  /** The directory of the terminals' ledger, if not beside the database: terminals have their own storage. */
  ledgerDirectory?: string
  /** Without the network proxy, which changes nothing without faults but takes time. */
  hasPlainWire?: boolean
}

/** Everything that a run sets up: processes, proxies, a shop with people in it. */
export type World = {
  directory: string
  options: WorldOptions
  chances: Chances
  database: DatabaseProcess
  /** The run's own access to the database. */
  handle: DatabaseHandle
  terminals: Terminals
  wire: WireProxy
  services: readonly VendorService[]
  servers: ServerProcess[]
  front: FrontProxy
  stocked: Stocked
  /** Mails that servers promised to send, of all rounds. */
  promised: Promised[]
  /** Ends everything; with `files`, keeps the files for inspection. */
  close(retain?: { files: boolean }): Promise<void>
}

export async function openWorld(options: WorldOptions, parts: WorldParts = {}): Promise<World> {
  const { openDatabase = openDatabaseProcess, openFront = openFrontProxy } = parts
  const directory = makeRunDirectory('faults')
  const chances = new Chances(options.seed)
  const database = await openDatabase(directory)
  const handle = connectTo({ ...database.connection, max: 6, application_name: 'faults' }, () => undefined)
  await migrate(handle.pool)
  await handle.pool.query(readFileSync(join(import.meta.dirname, 'history.sql'), 'utf8'))
  const stocked = await stockWorld(handle, { ...options, provider: options.terminal })
  const terminalIds = stocked.stores.flatMap(store => store.terminalIds)
  const { seed, thinkMs, fates } = options
  const services: VendorService[] = []
  for (const name of SERVICES) {
    const ids = stocked.stores.flatMap(store => store.services[name] ?? [])
    if (ids.length > 0) services.push(await OPENERS[name]({ seed, thinkMs, terminalIds: ids, publicUrl: PUBLIC_URL }))
  }
  const isOfService = (id: number) => services.some(({ ids }) => ids.has(id))
  const plain = await openTerminals(options.terminal, {
    directory: parts.ledgerDirectory ?? directory,
    seed,
    thinkMs,
    terminalIds: terminalIds.filter(id => !isOfService(id)),
    fates,
  })
  const terminals = withServices(plain, services)
  const wire = new WireProxy(chances.fork('wire'))
  const open: Wired['open'] = parts.hasPlainWire
    ? async port => port()
    : (port, isOnce) => wire.open(port, { isOnce: isOnce ?? false })
  const plainIds = terminalIds.filter(id => !isOfService(id))
  const wired = await wireTerminals({ handle, terminals, open, terminalIds: plainIds }, options.terminal)
  for (const service of services) Object.assign(wired, await wireService({ handle, open, service }))
  const env = { ...environment(options, database), ...wired, ...parts.env }
  const { nodeArgs } = parts
  const servers = await startServers(options, { directory, env, nodeArgs })
  const front = await openFront(servers, directory)
  for (const service of services) service.deliverTo?.(front.origin)
  const close = async ({ files } = { files: false }) => {
    await front.close()
    await Promise.all(servers.map(server => server.close()))
    await wire.close()
    await terminals.close()
    await handle.close()
    await database.stop()
    if (files) console.log(`Logs, data and the terminals’ ledger are in ${retainRunDirectory(directory)}`)
    else rmSync(directory, { recursive: true, force: true })
  }
  return {
    directory,
    options,
    chances,
    database,
    handle,
    terminals,
    wire,
    services,
    servers,
    front,
    stocked,
    promised: [],
    close,
  }
}

type Wired = {
  handle: DatabaseHandle
  terminals: Terminals
  /** Returns the port by which a server reaches a service on another port. */
  open: (port: () => number, isOnce?: boolean) => Promise<number>
  terminalIds: number[]
}

/** Connects servers to their terminals; returns the environment variables for it. */
async function wireTerminals(
  { handle, terminals, open, terminalIds }: Wired,
  kind: TerminalKind,
): Promise<NodeJS.ProcessEnv> {
  const { settingsAt } = terminals
  if (!settingsAt) return { FAULTS_TERMINAL_PORT: String(await open(() => terminals.getPort(0))) }
  const context = { db: handle.kysely, secrets: makeSecrets(SECRET) }
  for (const terminalId of terminalIds) {
    const port = await open(() => terminals.getPort(terminalId))
    const settings = settingsAt(terminalId, port)
    await saveTerminalSettings(context, { terminalId, provider: kind, settings })
  }
  return {}
}

const OPENERS: Record<ServiceName, (plan: ServicePlan) => Promise<VendorService>> = {
  mobilepay: openMobilepay,
  paytrail: openPaytrail,
  adyen: openAdyen,
  sumup: openSumup,
}

type WiredService = Pick<Wired, 'handle' | 'open'> & { service: VendorService }

/** Connects servers to a service; returns the environment variables for it. */
async function wireService({ handle, open, service }: WiredService): Promise<NodeJS.ProcessEnv> {
  const { name: provider, ids, settingsAt, environment: toEnvironment, port, hasNoKeys } = service
  const context = { db: handle.kysely, secrets: makeSecrets(SECRET) }
  for (const terminalId of ids)
    await saveTerminalSettings(context, { terminalId, provider, settings: settingsAt(terminalId) })
  return toEnvironment(`http://127.0.0.1:${await open(() => port, hasNoKeys)}`)
}

/** The links of an email are the same whichever server sends it, and webhooks are signed for its host. */
const PUBLIC_URL = 'http://127.0.0.1:3000'

const environment = (options: WorldOptions, database: DatabaseProcess): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  PUOTI_SECRET: SECRET,
  PUOTI_PUBLIC_URL: PUBLIC_URL,
  PUOTI_DEMO: 'off',
  PUOTI_TEST_PAYMENT: 'on',
  PUOTI_DEV_MAILBOX: 'on',
  PUOTI_IN_FLIGHT_MS: String(options.inFlightMs),
  PUOTI_RATE_LIMIT_FACTOR: '1000000',
  PUOTI_LOG_LEVEL: 'warn',
  NODE_COMPILE_CACHE: '/tmp/puoti-faults-compiled',
  // Only test/faults/preload.ts reads it.
  FAULTS_BUG: options.bug ?? '',
})

async function startServers(
  options: WorldOptions,
  surroundings: Pick<ServerOptions, 'directory' | 'env' | 'nodeArgs'>,
): Promise<ServerProcess[]> {
  const servers: ServerProcess[] = []
  for (let number = 1; number <= options.servers; number++) {
    // One server does without prepared statements, as behind a pooler.
    const env = { PUOTI_DATABASE_DIRECT: number === 1 ? 'off' : 'on', ...surroundings.env }
    servers.push(new ServerProcess({ ...surroundings, env, number, port: await freePort() }))
  }
  await Promise.all(servers.map(server => server.start()))
  const missing = servers.find(server => !server.isUp)
  if (missing) throw new Error(`A server did not start:\n${missing.lastWords()}`)
  return servers
}
