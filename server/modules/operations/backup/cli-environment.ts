import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, type Config } from '#server/config/config.ts'
import { connectTo, openDatabase, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { connectionToRunning } from '#server/platform/db/embedded/connection-to-running.ts'
import { clusterDirectory, defaultDataDir } from '#server/platform/db/embedded/data-dir.ts'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import { DataDirectoryInUseError, SetupError } from '#server/platform/db/start-error.ts'
import { missingMigrations } from '#server/platform/schema/migrate.ts'

const repositoryRoot = fileURLToPath(new URL('../../../..', import.meta.url))

export type CliEnvironment = { config: Config; dataDir: string }

/** The environment, with the file of settings that server/puoti.ts has read into it. Throws ConfigError. */
export function readCliEnvironment(): CliEnvironment {
  const config = readConfig(process.env)
  return { config, dataDir: config.dataDir ?? defaultDataDir(repositoryRoot) }
}

/** PUOTI_BACKUP_DIR, or `backups` in the data directory: on the same disk, which protects from many failures, but not all. */
export const backupDirectory = ({ config, dataDir }: CliEnvironment): string =>
  config.backupDir ?? join(dataDir, 'backups')

const logToStderr = (line: string) => console.error(line)

type OpenSharedOptions = {
  /**
   * `any`: of this version or an earlier one; `current`: this version's tables; `none`: the database may not contain a shop yet.
   */
  shop: 'any' | 'current' | 'none'
}

/**
 * The shop's database, also when the shop that owns it is running. Throws DatabaseStartError, also when there is no database: a
 * program run by hand, without the shop's settings, creates none.
 */
export async function openShared(cliEnvironment: CliEnvironment, { shop }: OpenSharedOptions): Promise<DatabaseHandle> {
  refuseWithoutDatabase(cliEnvironment)
  const database = await openAlsoRunning(cliEnvironment)
  try {
    if (shop !== 'none') await refuseWithoutShop(cliEnvironment, database, shop)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

const MISSING_SETTINGS_MESSAGE =
  'Run this with the settings of the shop, as docs/operator/configuration.md says under “Programs by hand”'

function refuseWithoutDatabase({ config: { databaseUrl }, dataDir }: CliEnvironment): void {
  if (databaseUrl !== undefined || mayHaveCluster(dataDir)) return
  throw new SetupError(
    `There is no database in ${dataDir}, and DATABASE_URL names none. ${MISSING_SETTINGS_MESSAGE}; PUOTI_DATA_DIR or DATABASE_URL is missing.`,
  )
}

/** True where this account has no access: opening the database reports more. */
function mayHaveCluster(dataDir: string): boolean {
  try {
    return statSync(join(clusterDirectory(dataDir), 'PG_VERSION'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

async function refuseWithoutShop(cliEnvironment: CliEnvironment, { kysely }: DatabaseHandle, shop: 'any' | 'current') {
  const { applied, missing } = await retryWhileDatabaseIsDown(() => missingMigrations(kysely))
  const place = describePlace(cliEnvironment)
  if (applied === 0) throw new SetupError(`There is no shop in ${place}: it is empty. ${MISSING_SETTINGS_MESSAGE}.`)
  if (shop === 'any' || missing.length === 0) return
  throw new SetupError(
    `The database in ${place} is that of an earlier version of the shop: it lacks the migration ${missing[0]}. Start the shop of this version first, or run puoti migrate.`,
  )
}

/** Names the database in messages, without its password. */
export function describePlace({ config: { databaseUrl }, dataDir }: CliEnvironment): string {
  if (databaseUrl === undefined) return dataDir
  const { host, pathname } = new URL(databaseUrl)
  return `${pathname.slice(1) || 'the database'} at ${host || 'a socket'}`
}

async function openAlsoRunning({ config: { databaseUrl }, dataDir }: CliEnvironment): Promise<DatabaseHandle> {
  try {
    return await openDatabase({ databaseUrl, dataDir, log: logToStderr })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    return connectTo(connectionToRunning(dataDir), logToStderr)
  }
}

/** The shop's database, exclusively for this process. Throws DatabaseStartError: also when a shop is running. */
export const openExclusive = ({ config: { databaseUrl }, dataDir }: CliEnvironment): Promise<DatabaseHandle> =>
  openDatabase({ databaseUrl, dataDir, log: logToStderr })
