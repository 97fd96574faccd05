import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApp } from './app.ts'
import { ConfigError } from './config/config-error.ts'
import { readConfig } from './config/config.ts'
import { startMessage } from './config/start-message.ts'
import { backupDirectory } from './modules/operations/backup/cli-environment.ts'
import { openDatabase } from './platform/db/connect.ts'
import { defaultDataDir } from './platform/db/embedded/data-dir.ts'
import { retryWhileDatabaseIsDown } from './platform/db/retry-while-database-is-down.ts'
import { DatabaseStartError } from './platform/db/start-error.ts'
import { finishSchema, prepareSchema } from './platform/schema/prepare-schema.ts'
import { asShop } from './platform/schema/shop-rights.ts'
import { seedDemo } from './seed/seed-demo.ts'
import { seedVatClasses } from './seed/seed-vat-classes.ts'

const repositoryRoot = fileURLToPath(new URL('..', import.meta.url))
const webDir = `${repositoryRoot}dist/web`
// Passed by `npm run dev`.
const pagesAt = process.argv.find(argument => argument.startsWith('--pages-at='))?.slice('--pages-at='.length)

/**
 * The listen backlog: how many connections may wait for a busy server, within the system's limit. Node.js's default of 511
 * is too low when an event opens: further connections are dropped, and shoppers who could have waited see an error.
 */
const MOST_AT_THE_DOOR = 4096

/** EX_CONFIG of sysexits.h: deploy/puoti.service does not restart the server after it, since the configuration must be fixed. */
const WRONG_CONFIGURATION = 78

/**
 * The whole shutdown, with database connections that do not end: a deploy expects the process to be gone within ten seconds.
 * Other servers take over open work, as after a crash.
 */
const END_WITHIN_MS = 9_000

const log = (line: string) => console.error(line)

async function start(): Promise<void> {
  if (existsSync(`${repositoryRoot}.env`)) process.loadEnvFile(`${repositoryRoot}.env`)
  const config = readConfig(process.env)
  const dataDir = config.dataDir ?? defaultDataDir(repositoryRoot)
  const { databaseUrl, databaseIsDirect: isDirect } = config
  const owner = await openDatabase({ databaseUrl, isDirect, dataDir, log })
  let database = owner
  try {
    await prepareSchema(owner.pool, { leavesOnline: true })
    database = await retryWhileDatabaseIsDown(() => asShop(owner, log))
    if (config.demo) {
      const history = config.demoHistory ? { currency: config.currency } : undefined
      await retryWhileDatabaseIsDown(() => seedDemo(database.kysely, new Date(), { history }))
    }
    await retryWhileDatabaseIsDown(() => seedVatClasses(database.kysely, config.locale))
    const journalDir = config.hasBackups ? backupDirectory({ config, dataDir }) : undefined
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
    await app.http.listen({ port: config.port, host: config.host, backlog: MOST_AT_THE_DOOR })
    void finishSchema(owner.pool, log)
    const hasPages = pagesAt !== undefined || existsSync(webDir)
    console.log(startMessage({ origin: app.context.origin(), config, hasPages }))
  } catch (error) {
    await database.close()
    throw error
  }
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
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

start().catch((error: unknown) => {
  const isExpected = error instanceof ConfigError || error instanceof DatabaseStartError
  console.error(isExpected ? error.message : error)
  process.exit(error instanceof ConfigError ? WRONG_CONFIGURATION : 1)
})
