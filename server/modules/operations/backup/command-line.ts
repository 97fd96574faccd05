import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { DatabaseError } from 'pg'
import { buildText } from '#server/config/build.ts'
import { ConfigError } from '#server/config/config-values.ts'
import { DatabaseStartError, SetupError } from '#server/platform/db/start-error.ts'
import { loggableError } from '#server/platform/log/loggable-error.ts'
import { BackupError } from './backup-files.ts'

/** A command of `puoti`. `usage`: its arguments; `options`: each with its meaning; `run` gets the arguments after its name. */
export type CliCommand = {
  name: string
  summary: string
  usage: string
  options: readonly (readonly [option: string, meaning: string])[]
  run: (args: string[]) => Promise<void>
}

/** Invalid arguments on the command line; the message names them. */
export class UsageError extends Error {}

/** Reads arguments: files, switches and values of these names. Throws UsageError. */
export function readArguments<Switch extends string = never, Value extends string = never>(
  args: string[],
  { switches = [], values: valued = [], max = 0 }: { switches?: Switch[]; values?: Value[]; max?: number },
) {
  const options: ParseArgsOptionsConfig = {}
  for (const name of switches) options[name] = { type: 'boolean' }
  for (const name of valued) options[name] = { type: 'string' }
  try {
    // npm needs `--` before the arguments of a program: it is allowed without npm, too.
    const programArgs = args[0] === '--' ? args.slice(1) : args
    const { values, positionals } = parseArgs({ args: programArgs, options, allowPositionals: true })
    if (positionals.length > max) throw new Error(`Unexpected '${positionals[max]}'`)
    const getValue = (name: Value) => {
      const value = values[name]
      return typeof value === 'string' && value !== '' ? value : undefined
    }
    return { files: positionals, isOn: (name: Switch) => values[name] === true, valueOf: getValue }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Exit code of a program that did its work, on a shop that breaks an invariant. */
export const EXIT_BROKEN_SHOP = 3

/** EX_CONFIG of sysexits.h: settings, arguments or the database must change first. deploy/puoti.service then makes no new start. */
const INVALID_SETUP = 78

const INSUFFICIENT_PRIVILEGE = '42501'
const isForbidden = (error: unknown) => error instanceof DatabaseError && error.code === INSUFFICIENT_PRIVILEGE
const FORBIDDEN_MESSAGE =
  'The role of DATABASE_URL may not do this. Use the role that owns the tables: docs/operator/several-servers.md has it under “Two roles of the database”.'

/** The printed text and the exit code of an error: one sentence for an expected error. */
export function toExit(error: unknown): { message: string; code: number } {
  if (isForbidden(error)) return { message: FORBIDDEN_MESSAGE, code: INVALID_SETUP }
  const isInstanceOfAny = (kinds: readonly (abstract new (...args: never[]) => Error)[]) =>
    kinds.some(kind => error instanceof kind)
  const code = isInstanceOfAny([ConfigError, SetupError, UsageError]) ? INVALID_SETUP : 1
  const isExpected = code === INVALID_SETUP || isInstanceOfAny([DatabaseStartError, BackupError])
  // A database's message about a failed copy quotes rows with personal data.
  return { message: isExpected && error instanceof Error ? error.message : loggableError(error).stack, code }
}

export const isForHelp = (args: readonly string[]): boolean => args.includes('--help') || args.includes('-h')

/** Runs a command to its end; `--help` and `--version` print instead. Every failure sets the exit code. */
export async function runCommand(command: CliCommand, args: string[]): Promise<void> {
  if (isForHelp(args)) return console.log(formatHelp(command))
  if (args.includes('--version')) return console.log(buildText())
  try {
    await command.run(args)
  } catch (error) {
    const { message, code } = toExit(error)
    console.error(message)
    process.exitCode = code
  }
}

const INDENT_WIDTH = 2
const COLUMN_GAP = 2

/** Two columns. */
export function formatRows(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + COLUMN_GAP
  return rows.map(([left, right]) => `${' '.repeat(INDENT_WIDTH)}${left.padEnd(width)}${right}`).join('\n')
}

const formatHelp = ({ name, summary, usage, options }: CliCommand): string =>
  [
    `Usage: puoti ${[name, usage].filter(Boolean).join(' ')}`,
    `\n${summary}\n`,
    formatRows([...options, ['--help', 'Prints this.'], ...SETTINGS_OPTIONS]),
  ].join('\n')

/** Of every command. */
export const SETTINGS_OPTIONS = [
  ['--settings FILE', 'Reads the settings from this file.'],
  ['--shop NAME', 'Of several shops on this machine, this one: /etc/puoti/NAME.env.'],
] as const
