import { readFileSync } from 'node:fs'
import { BlockList, isIP } from 'node:net'
import { isSupportedCountry } from 'libphonenumber-js/mobile'
import { z } from 'zod'

// Value types of environment variables.

export const portSetting = z.coerce.number().int().min(0).max(65_535)
export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0'])
  .transform(text => ['on', 'true', '1'].includes(text))
export const listSetting = z.string().transform(text =>
  text
    // Also by lines, for values from files.
    .split(/[,\n]/)
    .map(part => part.trim())
    .filter(Boolean),
)

/** Only a shell expands `~`: a service manager would make a directory of that name. */
export const directorySetting = z
  .string()
  .refine(path => !path.startsWith('~'), '~ means nothing here: write the path in full, such as /home/shop/data')

export const isCountry = (text: string): boolean => /^[A-Z]{2}$/.test(text) && isSupportedCountry(text)

export const secretText = z.string().min(32)

export const isLocale = (text: string): boolean => {
  try {
    return Intl.NumberFormat.supportedLocalesOf(text).length > 0
  } catch {
    return false
  }
}

/** A map tile URL with zoom and position; `{s}` is for subdomains, only at the beginning of the host name. */
export const isTileUrl = (text: string): boolean =>
  /^https?:\/\/(\{s\}\.)?[^/{}\s;,]+\//.test(text) && ['{z}', '{x}', '{y}'].every(place => text.includes(place))

/** Network names that Fastify supports. */
const KNOWN_NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])

/** An address or a network, but not all addresses, which would let every client forge its address. */
export function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more.length > 0) return KNOWN_NETWORKS.has(text)
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

export const isHttpsOrigin = (text: string): boolean =>
  text.startsWith('https://') && URL.canParse(text) && new URL(text).origin === text

/** Non-public networks: private ones, shared address space of providers, and link-local ones. */
const PRIVATE_NETWORKS = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '100.64.0.0/10',
  '169.254.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/** A private network such as 10.20.0.0/16, or one address in it such as 10.20.0.7/32. */
export function isPrivateNetwork(text: string): boolean {
  const [address = '', prefix = '', ...more] = text.split('/')
  if (isIP(address) === 0 || !/^\d{1,3}$/.test(prefix) || more.length > 0) return false
  const kind = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (Number(prefix) > (kind === 'ipv6' ? 128 : 32)) return false
  return PRIVATE_NETWORKS.some(range => {
    const [base = '', min = ''] = range.split('/')
    if (isIP(base) !== isIP(address) || Number(prefix) < Number(min)) return false
    const network = new BlockList()
    network.addSubnet(base, Number(min), kind)
    return network.check(address, kind)
  })
}

/** An invalid value in the environment; the message names the variable. */
export class ConfigError extends Error {}

const MUST_HOLD_SOMETHING: ReadonlySet<string> = new Set(['PUOTI_SECRET', 'PUOTI_SECRET_PREVIOUS'])

/**
 * Any variable may be read from a file that `NAME_FILE` names, as service managers and vaults provide secrets. This keeps
 * them out of the environment, which other programs of the same user can read. Trailing line breaks are ignored.
 */
export function withFiles(variables: Record<string, string | undefined>, names: readonly string[]) {
  const values = { ...variables }
  for (const name of names) {
    const file = variables[`${name}_FILE`]
    if (file === undefined) continue
    if (variables[name] !== undefined)
      throw new ConfigError(`Both ${name} and ${name}_FILE are set: one of them is enough.`)
    const value = readSetting(file, name)
    // If a vault has not written the file yet, the shop would silently use the secret in its database.
    if (value === '' && MUST_HOLD_SOMETHING.has(name))
      throw new ConfigError(`The file of the environment variable ${name}_FILE is empty.`)
    // Any other empty file means that the variable is not set, like an empty variable.
    values[name] = value || undefined
  }
  return values
}

function readSetting(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/[\r\n]+$/, '')
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw new ConfigError(`The file of the environment variable ${name}_FILE can not be read: ${reason}`, {
      cause: error,
    })
  }
}
