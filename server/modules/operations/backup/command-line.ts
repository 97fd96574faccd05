import { parseArgs } from 'node:util'
import { DatabaseError } from 'pg'
import { ConfigError } from '#server/config/config-error.ts'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'
import { loggableError } from '#server/platform/http/connection/loggable-error.ts'
import { BackupError } from './backup-format.ts'

/** Invalid arguments on the command line; the message names them. */
export class UsageError extends Error {}

/** Reads the command line: files, and switches of these names. Throws UsageError. */
export function readCommandLine<Name extends string>(switches: readonly Name[], most: number) {
  const options = Object.fromEntries(switches.map(name => [name, { type: 'boolean' } as const]))
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    if (positionals.length > most) throw new Error(`Unexpected '${positionals[most]}'`)
    return { files: positionals, isOn: (name: Name) => values[name] === true }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Exit code of a program that did its work, on a shop that breaks an invariant. */
export const SHOP_IS_BROKEN = 3

const INSUFFICIENT_PRIVILEGE = '42501'
const isForbidden = (error: unknown) => error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
const FORBIDDEN =
  'The role of DATABASE_URL may not do this. Use the role that owns the tables: docs/operator/several-servers.md has it under “Two roles of the database”.'

/** Runs a program of this folder to its end: expected failures print one sentence, and every failure sets the exit code. */
export function runProgram(program: () => Promise<void>): void {
  program().catch((error: unknown) => {
    const isExpected = [ConfigError, DatabaseStartError, BackupError, UsageError].some(kind => error instanceof kind)
    // A database's message about a failed copy quotes rows with personal data.
    const said = isExpected && error instanceof Error ? error.message : loggableError(error).stack
    console.error(isForbidden(error) ? FORBIDDEN : said)
    process.exitCode = 1
  })
}
