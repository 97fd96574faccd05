import { OVER_TLS } from '#domain/adapter-settings.ts'

/** How long a request may be in transit to a terminal, including through a cloud gateway. */
export const MIN_IN_FLIGHT_MS = 150_000

/** Unencrypted URLs are only accepted for this machine. */
export const isOverTls = (url: string): boolean => OVER_TLS.test(url)

/** Whether a host means all addresses of this machine. */
export const isWildcard = (host: string): boolean => /^(?:0\.0\.0\.0|\[?::\]?)$/.test(host)

const isThisMachine = (host: string): boolean => /^(?:localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
const leadsAway = (url: string | undefined): boolean => url !== undefined && !isThisMachine(new URL(url).hostname)

/** A database on this machine, by socket or loopback, or an explicit `sslmode`, which may also disable TLS. */
function isIntendedDatabase(url: string): boolean {
  const { hostname, searchParams } = new URL(url)
  const host = searchParams.get('host') ?? hostname
  const isHere = host === '' || host.startsWith('/') || isThisMachine(host)
  return isHere || searchParams.has('sslmode')
}

type RiskSettings = {
  PUOTI_SECRET?: string | undefined
  DATABASE_URL?: string | undefined
  PUOTI_PUBLIC_URL?: string | undefined
  PUOTI_SMS_URL?: string | undefined
  PUOTI_FCM_URL?: string | undefined
  PUOTI_IN_FLIGHT_MS: number
}

const isInTheClear = (url: string | undefined): boolean => url !== undefined && !isOverTls(new URL(url).href)

/** A sentence about a setting that is not allowed in production; undefined: none. */
export function findRisk(env: RiskSettings): string | undefined {
  // Emails contain links to it: a forged Host header must not determine their target.
  if (!env.PUOTI_PUBLIC_URL) {
    return 'The environment variable PUOTI_PUBLIC_URL is missing: production needs the address of the shop.'
  }
  // A copy of the database, such as a backup, would contain the key together with the encrypted data.
  if (!env.PUOTI_SECRET) {
    return 'The environment variable PUOTI_SECRET is missing: production needs a secret of at least 32 random characters that is not in the database (make one with `openssl rand -base64 33`). A shop that has run without one keeps its secret in the database: set PUOTI_SECRET_PREVIOUS=stored as well, so that what was encrypted stays readable. PUOTI_SECRET=stored leaves the secret in the database, next to what it encrypts, and so in each backup.'
  }
  // They carry cookies, codes and links; shoppers' numbers and codes; and an account's key.
  for (const name of ['PUOTI_PUBLIC_URL', 'PUOTI_SMS_URL', 'PUOTI_FCM_URL'] as const) {
    if (!isInTheClear(env[name])) continue
    return `The environment variable ${name} has a wrong value: in production it must begin with https, unless it is this machine alone.`
  }
  if (env.DATABASE_URL && !isIntendedDatabase(env.DATABASE_URL)) {
    return 'The environment variable DATABASE_URL has a wrong value: in production it must say how connections to another machine are encrypted, best sslmode=verify-full; sslmode=disable where the network between them is private.'
  }
  if (env.PUOTI_IN_FLIGHT_MS < MIN_IN_FLIGHT_MS) {
    return `The environment variable PUOTI_IN_FLIGHT_MS has a wrong value: in production at least ${MIN_IN_FLIGHT_MS}, or a payment could be taken for not made while it is still on its way to the terminal.`
  }
  return undefined
}

type NetworkSettings = {
  HOST?: string | undefined
  PUOTI_PUBLIC_URL?: string | undefined
  SMTP_URL?: string | undefined
  PUOTI_SMS_URL?: string | undefined
  PUOTI_TRUSTED_PROXIES: readonly string[]
  smsAddresses: readonly string[]
}
const DEVELOPMENT_SWITCHES = ['PUOTI_DEMO', 'PUOTI_DEV_MAILBOX', 'PUOTI_TEST_PAYMENT'] as const
type SwitchSettings = { [name in (typeof DEVELOPMENT_SWITCHES)[number]]?: boolean | undefined }

/** The variable which indicates that the shop is reachable from other machines, or sends messages through them. */
function signOfOthers(env: NetworkSettings): string | undefined {
  if (env.HOST !== undefined && !isThisMachine(env.HOST)) return 'HOST'
  if (env.PUOTI_TRUSTED_PROXIES.length > 0) return 'PUOTI_TRUSTED_PROXIES'
  const variable = (['PUOTI_PUBLIC_URL', 'SMTP_URL', 'PUOTI_SMS_URL'] as const).find(name => leadsAway(env[name]))
  return variable ?? (env.smsAddresses.some(leadsAway) ? 'PUOTI_SMS_GATEWAYS' : undefined)
}

/**
 * Outside production: a forgotten NODE_ENV must not leave a real shop with a public mailbox and a publicly known admin
 * account. Returns a sentence; undefined: the shop is local, or every switch is set explicitly.
 */
export function openDoorIn(env: NetworkSettings & SwitchSettings): string | undefined {
  const sign = signOfOthers(env)
  const missing = DEVELOPMENT_SWITCHES.filter(name => env[name] === undefined)
  if (sign === undefined || missing.length === 0) return undefined
  return `${sign} says that others than this machine reach the shop, and NODE_ENV is not production: a real shop needs NODE_ENV=production. A demo for others must name each of ${DEVELOPMENT_SWITCHES.join(', ')}, on or off: ${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing.`
}
