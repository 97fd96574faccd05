import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type App, openApp } from './app.ts'
import { ConfigError } from './config/config-values.ts'
import { type Config, readConfig } from './config/config.ts'
import { settingsInForce } from './config/load-settings.ts'
import { startMessage, startWarnings } from './config/start-warnings.ts'
import { backupDirectory } from './modules/operations/backup/cli-environment.ts'
import { toExit } from './modules/operations/backup/command-line.ts'
import { openDatabase } from './platform/db/connect.ts'
import { defaultDataDir } from './platform/db/embedded/data-dir.ts'
import { retryWhileDatabaseIsDown } from './platform/db/retry-while-database-is-down.ts'
import { finishSchema, prepareSchema } from './platform/schema/prepare-schema.ts'
import { asShop } from './platform/schema/shop-rights.ts'
import { markStagingCopy, refuseOtherKind } from './platform/schema/staging-copy.ts'
import { seedDemo } from './seed/seed-demo.ts'
import { seedVatClasses } from './seed/seed-vat-classes.ts'

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
const webDir = `${repositoryRoot}dist/web`
/**
 * The listen backlog: how many connections may wait for a busy server, within the system's limit. Node.js's default of 511
 * is too low when an event opens: further connections are dropped, and shoppers who could have waited see an error.
 */
const MAX_PENDING_CONNECTIONS = 4096

/**
 * The whole shutdown, with database connections that do not end: a deploy expects the process to be gone within ten seconds.
 * Other servers take over open work, as after a crash.
 */
const END_WITHIN_MS = 9_000

/** Levels of the log's lines, by the names and numbers of pino. */
const LEVELS = { info: 30, warn: 40, error: 50, fatal: 60 } as const

/** Lines outside of a request: in production as JSON, like the rest of the log; in development as text. */
function log(msg: string, level: keyof typeof LEVELS = 'warn', more: object = {}): void {
  if (process.env['NODE_ENV'] !== 'production') return console.error(msg)
  process.stdout.write(`${JSON.stringify({ level: LEVELS[level], time: new Date().toISOString(), ...more, msg })}\n`)
}

async function start(pagesAt: string | undefined): Promise<void> {
  const config = readConfig(process.env)
  const dataDir = config.dataDir ?? defaultDataDir(repositoryRoot)
  const { databaseUrl, databaseIsDirect: isDirect } = config
  const journalDir = config.hasBackups ? backupDirectory({ config, dataDir }) : undefined
  for (const warning of await startWarnings({ config, variables: process.env, journalDir })) log(warning)
  const owner = await openDatabase({ databaseUrl, isDirect, dataDir, log })
  let database = owner
  try {
    await retryWhileDatabaseIsDown(() => refuseOtherKind(owner.kysely, config.isStaging))
    await prepareSchema(owner.pool, { leavesOnline: true })
    database = await retryWhileDatabaseIsDown(() => asShop(owner, log))
    if (config.isStaging) await retryWhileDatabaseIsDown(() => markStagingCopy(database.kysely, new Date()))
    if (config.demo) {
      const history = config.demoHistory ? { currency: config.currency } : undefined
      await retryWhileDatabaseIsDown(() => seedDemo(database.kysely, new Date(), { history }))
    }
    await retryWhileDatabaseIsDown(() => seedVatClasses(database.kysely, config.locale))
    const app = await openApp({
      config,
      database,
      webDir,
      journalDir,
      dataDir: databaseUrl === undefined ? dataDir : undefined,
      pagesAt,
    })
    stopOnSignals(async () => {
      // The embedded database is part of this process's work: its last checkpoint may take longer.
      if (databaseUrl !== undefined) endAfter(END_WITHIN_MS)
      await app.close()
      await database.close()
    })
    await listen(app, config).catch(async (error: unknown) => {
      await app.close()
      throw error
    })
    void finishSchema(owner.pool, log)
    const hasPages = pagesAt !== undefined || existsSync(webDir)
    logStart({ origin: app.context.origin(), config, hasPages })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function listen({ http }: App, { port, host }: Config): Promise<void> {
  try {
    await http.listen({ port, host, backlog: MAX_PENDING_CONNECTIONS })
  } catch (error) {
    const fault = error instanceof Error && 'code' in error ? LISTEN_FAULTS.get(String(error.code)) : undefined
    throw fault === undefined ? error : new ConfigError(fault({ port, host }), { cause: error })
  }
}

type Address = { port: number; host: string }

const LISTEN_FAULTS = new Map<string, (address: Address) => string>([
  [
    'EADDRINUSE',
    ({ port, host }) =>
      `Another program listens on port ${port} of ${host}: stop it, or set PORT to another port, for example PORT=${port + 1}.`,
  ],
  [
    'EACCES',
    ({ port }) => `This user may not listen on port ${port}: set PORT to 1024 or more, and put a proxy in front.`,
  ],
  ['EADDRNOTAVAIL', ({ host }) => `HOST is ${host}, which is no address of this machine.`],
  ['ENOTFOUND', ({ host }) => `HOST is ${host}, a name without an address.`],
])

function logStart(opened: Parameters<typeof startMessage>[0]): void {
  const { origin, config } = opened
  if (!config.production) return console.log(startMessage(opened))
  const { version, commit } = config
  log(`Puoti is running at ${origin}`, 'info', { version, commit, settings: settingsInForce(process.env) })
}

function endAfter(ms: number): void {
  const end = () => {
    log(`The shutdown took longer than ${ms / 1000} seconds; ending with work that other servers take over.`)
    process.exit(1)
  }
  setTimeout(end, ms).unref()
}

/** The first signal stops the server in order; a second one, at once. */
function stopOnSignals(stop: () => Promise<void>): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        error => {
          log(toExit(error).message, 'error')
          process.exit(1)
        },
      )
    })
  }
}

/** Starts the shop; ends the process with one sentence when that fails. `pagesAt`: another program serves the pages there. */
export const startShop = (pagesAt: string | undefined): Promise<void> =>
  start(pagesAt).catch((error: unknown) => {
    const { message, code } = toExit(error)
    log(message, 'fatal')
    process.exit(code)
  })
