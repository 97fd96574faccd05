import { buildText } from './config/build.ts'
import { ConfigError } from './config/config-values.ts'
import { loadSettings } from './config/load-settings.ts'
import {
  type CliCommand,
  toExit,
  isForHelp,
  formatRows,
  runCommand,
  SETTINGS_OPTIONS,
  UsageError,
} from './modules/operations/backup/command-line.ts'
import { reconcileCommand } from './modules/operations/backup/reconcile.ts'
import { backupCommand } from './modules/operations/backup/run-backup.ts'
import { restoreCommand } from './modules/operations/backup/run-restore.ts'
import { doctorCommand } from './modules/operations/doctor/doctor-command.ts'
import { makeAdminCommand, resetPasskeysCommand } from './modules/operations/recovery-cli/recovery-commands.ts'
import { migrateCommand } from './run-migrate.ts'
import { startCommand } from './start-command.ts'

const versionCommand: CliCommand = {
  name: 'version',
  summary: 'Prints the version and the commit.',
  usage: '',
  options: [],
  run: async () => console.log(buildText()),
}

const COMMANDS: readonly CliCommand[] = [
  startCommand,
  migrateCommand,
  backupCommand,
  restoreCommand,
  reconcileCommand,
  resetPasskeysCommand,
  makeAdminCommand,
  doctorCommand,
  versionCommand,
]

async function main(argv: string[]): Promise<void> {
  const { args, settings, shop } = readGlobal(argv)
  const [name, ...rest] = args
  if (name === '--version') return console.log(buildText())
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return console.log(overview())
  const command = COMMANDS.find(each => each.name === name)
  if (!command) throw new UsageError(`puoti has no command ${name}. puoti --help lists them.`)
  if (command !== versionCommand && !isForHelp(rest)) {
    const file = loadSettings({ file: settings, shop })
    if (file !== undefined) console.error(`Settings: ${file}`)
  }
  await runCommand(command, rest)
}

/** Takes --settings and --shop out of the arguments, wherever they are. */
function readGlobal(argv: string[]) {
  const args: string[] = []
  const found: { settings?: string; shop?: string } = {}
  for (let at = 0; at < argv.length; at++) {
    const [option = '', value] = (argv[at] ?? '').split(/=(.*)/s)
    if (option !== '--settings' && option !== '--shop') {
      args.push(argv[at] ?? '')
      continue
    }
    const setting = value ?? argv[++at]
    if (!setting) throw new UsageError(`${option} needs a value.`)
    found[option === '--shop' ? 'shop' : 'settings'] = setting
  }
  if (found.shop !== undefined && !/^[\w-]+$/.test(found.shop))
    throw new ConfigError('--shop names a shop, such as north.')
  return { args, ...found }
}

const overview = (): string =>
  [
    'Usage: puoti COMMAND [OPTIONS]\n',
    formatRows(COMMANDS.map(({ name, summary }) => [name, summary])),
    '\nOf every command:\n',
    formatRows([['--help', 'Describes the command.'], ...SETTINGS_OPTIONS]),
  ].join('\n')

main(process.argv.slice(2)).catch((error: unknown) => {
  const { message, code } = toExit(error)
  console.error(message)
  process.exitCode = code
})
