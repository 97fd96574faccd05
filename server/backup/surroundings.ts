import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readConfig, type Config } from '../config.ts'
import { connectTo, openDatabase, type DatabaseHandle } from '../db/connect.ts'
import { connectionToRunning } from '../db/embedded/connection-to-running.ts'
import { defaultDataDir } from '../db/embedded/data-dir.ts'
import { DataDirectoryInUseError } from '../db/start-error.ts'

const repositoryRoot = fileURLToPath(new URL('../..', import.meta.url))

export type Surroundings = { config: Config; dataDir: string }

/** The environment, with the `.env` file, as the shop itself reads it. Throws ConfigError. */
export function readSurroundings(): Surroundings {
  if (existsSync(`${repositoryRoot}.env`)) process.loadEnvFile(`${repositoryRoot}.env`)
  const config = readConfig(process.env)
  return { config, dataDir: config.dataDir ?? defaultDataDir(repositoryRoot) }
}

/** PUOTI_BACKUP_DIR, or `backups` in the data directory: on the same disk, which saves from much, not from all. */
export const backupDirectory = ({ config, dataDir }: Surroundings): string =>
  config.backupDir ?? join(dataDir, 'backups')

const log = (line: string) => console.error(line)

/** The shop's database, also when the shop that owns it is running. Throws DatabaseStartError. */
export async function openBesideShop({ config: { databaseUrl }, dataDir }: Surroundings): Promise<DatabaseHandle> {
  try {
    return await openDatabase({ databaseUrl, dataDir, log })
  } catch (error) {
    if (!(error instanceof DataDirectoryInUseError)) throw error
    return connectTo(connectionToRunning(dataDir), log)
  }
}

/** The shop's database for this process alone. Throws DatabaseStartError: also when a shop is running. */
export const openAlone = ({ config: { databaseUrl }, dataDir }: Surroundings): Promise<DatabaseHandle> =>
  openDatabase({ databaseUrl, dataDir, log })
