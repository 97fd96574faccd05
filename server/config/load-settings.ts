import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { EnvironmentSetting } from '#domain/adapter-settings.ts'
import { SMS_GATEWAY_NAMES, SMS_GATEWAYS } from '#domain/messaging/carriers/sms-gateways.ts'
import { withFiles, ConfigError } from './config-values.ts'
import { SETTING_NAMES } from './config.ts'

const REPOSITORY_DIRECTORY = fileURLToPath(new URL('../..', import.meta.url))
const SYSTEM_DIRECTORY = '/etc/puoti'
/** Where the instructions put the file before there was a package. */
const SYSTEM_FILES = [`${SYSTEM_DIRECTORY}/puoti.env`, '/etc/puoti.env']

/** The unit's credentials, by their file in the directory of the settings' shop. */
const SECRET_FILES = [
  ['PUOTI_SECRET', 'secret'],
  ['SMTP_URL', 'smtp-url'],
  ['PUOTI_SMS_URL', 'sms-url'],
] as const

/** Any of these means that the environment itself holds a shop's settings. */
const OF_A_SHOP = ['DATABASE_URL', 'PUOTI_DATA_DIR', 'PUOTI_BACKUP_DIR', 'PUOTI_PUBLIC_URL']

type LoadSettingsInput = {
  /** The file that the command line names. */
  file?: string | undefined
  /** Of several shops on this machine, the one of this name. */
  shop?: string | undefined
  /** `checkout`: never the files of an installed service. */
  only?: 'checkout'
  /** For tests: other directories than `/` and the checkout. */
  root?: string
  checkout?: string
}

/**
 * Reads the settings into the environment, whose own values win: the named file, or the `.env` of the checkout, or the file of
 * the installed service. Returns the path of the file. Throws ConfigError when a named file can't be read.
 */
export function loadSettings(input: LoadSettingsInput = {}): string | undefined {
  const { file, shop, root = '' } = input
  const found = file ?? (shop === undefined ? findFile(input) : `${root}${SYSTEM_DIRECTORY}/${shop}.env`)
  if (found === undefined) return undefined
  refuseUnreadable(found)
  process.loadEnvFile(found)
  if (isOfService(found, root)) {
    addUnitsSettings(shop)
    addSecrets(join(`${root}${SYSTEM_DIRECTORY}`, shop ?? ''))
    becomeUserOfService()
  }
  return found
}

function findFile({ only, root = '', checkout = REPOSITORY_DIRECTORY }: LoadSettingsInput): string | undefined {
  const envFile = join(checkout, '.env')
  if (existsSync(envFile)) return envFile
  const isRefunded = OF_A_SHOP.some(name => process.env[name] || process.env[`${name}_FILE`])
  // A checkout that has run a shop of its own.
  const hasData = existsSync(join(checkout, 'data'))
  if (only === 'checkout' || isRefunded || hasData) return undefined
  return SYSTEM_FILES.map(path => `${root}${path}`).find(path => existsSync(path))
}

function refuseUnreadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (error) {
    const reason = existsSync(file) ? 'this user may not read it: use sudo' : 'there is no such file'
    throw new ConfigError(`The settings are in ${file}, and ${reason}.`, { cause: error })
  }
}

const isOfService = (file: string, root: string) =>
  dirname(file) === `${root}${SYSTEM_DIRECTORY}` || SYSTEM_FILES.some(path => `${root}${path}` === file)

/** What deploy/puoti.service and deploy/puoti@.service set themselves. */
function addUnitsSettings(shop: string | undefined): void {
  process.env['NODE_ENV'] ??= 'production'
  if (shop === undefined) return
  process.env['PUOTI_DATA_DIR'] ??= `/var/lib/puoti-${shop}`
  process.env['PUOTI_BACKUP_DIR'] ??= `/var/lib/puoti-${shop}/backups`
}

/** The unit passes them as credentials; a command by hand reads the same files. */
function addSecrets(directory: string): void {
  for (const [name, file] of SECRET_FILES) {
    const path = join(directory, file)
    if (existsSync(path) && !process.env[name] && !process.env[`${name}_FILE`]) process.env[`${name}_FILE`] = path
  }
}

/**
 * A command that root runs with the settings of a service continues as the user of the service, so that the service can read and
 * write what the command creates.
 */
function becomeUserOfService(): void {
  const directory = process.env['PUOTI_DATA_DIR'] ?? process.env['PUOTI_BACKUP_DIR']
  if (process.getuid?.() !== 0 || directory === undefined) return
  const owner = statSync(directory, { throwIfNoEntry: false })
  if (owner === undefined || owner.uid === 0) return
  readSecrets()
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  process.umask(0o077)
}

/** Only root can read the files of secrets, so they are read before the process gives up root. */
function readSecrets(): void {
  const values = withFiles(process.env, SETTING_NAMES)
  for (const name of SETTING_NAMES.filter(each => process.env[`${each}_FILE`] !== undefined)) {
    delete process.env[`${name}_FILE`]
    const value = values[name]
    if (value !== undefined) process.env[name] = value
  }
}

const SECRET_NAME = /SECRET|TOKEN|CREDENTIALS|PASSWORD/

const DECLARED_SECRETS = new Set(
  SMS_GATEWAY_NAMES.flatMap(name => Object.values<EnvironmentSetting>(SMS_GATEWAYS[name].settings))
    .filter(({ secret }) => secret)
    .map(({ variable }) => variable),
)

/** The settings that are set, as `NAME=value`; of secrets only that they are set, of URLs no user, password, path or query. */
export function settingsInForce(variables: Record<string, string | undefined>): string[] {
  return SETTING_NAMES.flatMap(name => {
    const [value, file] = [variables[name], variables[`${name}_FILE`]]
    if (file) return [`${name} from ${file}`]
    return value ? [`${name}=${SECRET_NAME.test(name) || DECLARED_SECRETS.has(name) ? '(set)' : redactUrl(value)}`] : []
  })
}

function redactUrl(value: string): string {
  if (!/^[a-z]+:\/\//.test(value) || !URL.canParse(value)) return value
  const { protocol, host, username, pathname, search } = new URL(value)
  const rest = pathname.length > 1 || search !== '' ? '/…' : ''
  return `${protocol}//${username === '' ? '' : '…@'}${host}${rest}`
}
