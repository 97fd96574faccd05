import { z } from 'zod'
import { LOGIN_LINK_MINUTES } from '#domain/accounts/login-links.ts'
import { normaliseEmail } from '#domain/format/email-address.ts'
import { SMTP } from '#domain/messaging/carriers/smtp.ts'
import { STORED_SECRET } from '#server/platform/secrets/secrets.ts'
import { ADAPTER_URLS, lockUrls, terminalUrls } from './adapter-urls.ts'
import { BUILD } from './build.ts'
import { isWildcard, openDoorIn, findRisk, MIN_IN_FLIGHT_MS } from './config-risks.ts'
import {
  withFiles,
  ConfigError,
  directorySetting,
  booleanSetting,
  isHttpsOrigin,
  isLocale,
  isPrivateNetwork,
  isProxy,
  isTileUrl,
  listSetting,
  portSetting,
  secretText,
} from './config-values.ts'
import { readDeclared, toVariables } from './declared-settings.ts'
import { SMS_SETTINGS, smsAddresses, smsSettings } from './sms-settings.ts'

const OPEN_FOOD_FACTS = 'https://world.openfoodfacts.org'

/** Every environment variable that Puoti reads. docs/operator/configuration.md documents them. */
const environment = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('development'),
  PORT: portSetting.default(3000),
  HOST: z.string().optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUOTI_DATABASE_DIRECT: booleanSetting.default(false),
  PUOTI_DATA_DIR: directorySetting.optional(),
  PUOTI_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUOTI_ADMIN_EMAIL: z.string().transform(normaliseEmail).pipe(z.email()).optional(),
  PUOTI_SECRET: z
    .union([z.literal(STORED_SECRET), secretText], `it has at least 32 characters, or is the word ${STORED_SECRET}`)
    .optional(),
  PUOTI_SECRET_PREVIOUS: listSetting
    .default([])
    .refine(
      secrets => secrets.every(secret => secret === STORED_SECRET || secretText.safeParse(secret).success),
      `each has at least 32 characters, or is the word ${STORED_SECRET}`,
    ),
  ...toVariables(SMTP.settings),
  ...SMS_SETTINGS,
  PUOTI_LOGIN_LINK_MINUTES: z.coerce.number().int().min(1).max(LOGIN_LINK_MINUTES).default(LOGIN_LINK_MINUTES),
  PUOTI_ADMIN_PASSKEYS: z.enum(['offered', 'required']).default('offered'),
  PUOTI_TRUSTED_PROXIES: listSetting
    .default([])
    .refine(proxies => proxies.every(isProxy), 'each is an address, or a network smaller than all there are'),
  PUOTI_TERMINAL_NETWORKS: listSetting
    .default([])
    .refine(
      networks => networks.every(isPrivateNetwork),
      'each is a private network, such as 10.20.0.0/16: the keys of payment terminals travel there in the clear',
    ),
  PUOTI_DRAIN_MS: z.coerce.number().int().min(0).max(3000).default(0),
  PUOTI_RATE_LIMIT_FACTOR: z.coerce.number().min(0.01).max(1_000_000).default(1),
  PUOTI_TEST_TERMINAL_MS: z.coerce.number().int().min(0).default(1500),
  PUOTI_IN_FLIGHT_MS: z.coerce.number().int().min(0).default(MIN_IN_FLIGHT_MS),
  PUOTI_CURRENCY: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .default('EUR'),
  PUOTI_LOCALE: z.string().refine(isLocale, 'it is no locale').default('fi-FI'),
  PUOTI_MAP_TILES: z
    .string()
    .refine(text => text === 'off' || isTileUrl(text), 'it is off, or an address with {z}, {x} and {y}')
    .default('https://tile.openstreetmap.org/{z}/{x}/{y}.png'),
  PUOTI_MAP_ATTRIBUTION: z.string().default('© OpenStreetMap'),
  PUOTI_GEOCODER_URL: z.url({ protocol: /^https?$/ }).optional(),
  PUOTI_PRODUCT_DATA: z
    .union(
      [z.enum(['off', 'open-food-facts']), z.url({ protocol: /^https?$/ })],
      'it is off, open-food-facts, or the address of a service with the same API',
    )
    .default('off'),
  PUOTI_PRODUCT_DATA_FILE: directorySetting.optional(),
  PUOTI_PUSH_SERVICES: listSetting
    .default([])
    .refine(
      origins => origins.every(isHttpsOrigin),
      'each is the origin of a push service, such as https://push.example',
    ),
  PUOTI_FCM_CREDENTIALS: z.string().optional(),
  PUOTI_FCM_URL: z.url({ protocol: /^https?$/ }).optional(),
  ...ADAPTER_URLS,
  PUOTI_DEMO: booleanSetting.optional(),
  PUOTI_DEMO_HISTORY: booleanSetting.default(true),
  PUOTI_DEV_MAILBOX: booleanSetting.optional(),
  PUOTI_TEST_PAYMENT: booleanSetting.optional(),
  PUOTI_STAGING: booleanSetting.default(false),
  PUOTI_BACKUP_DIR: directorySetting.optional(),
  PUOTI_BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[a-z0-9]{58}$/, 'it is a public key that age-keygen prints: age1…')
    .optional(),
  PUOTI_BACKUP_TIME: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^off$/, 'it is off, or a time as 03:30')
    .default('03:30'),
  PUOTI_METRICS_TOKEN: z.string().min(16).optional(),
  PUOTI_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).optional(),
})

/** The names of all variables, in the order of the documentation. */
export const SETTING_NAMES: readonly string[] = Object.keys(environment.shape)

function readEnvironment(variables: Record<string, string | undefined>) {
  const set = Object.entries(variables).filter(([, value]) => value !== undefined && value !== '')
  const read = environment.safeParse(withFiles(Object.fromEntries(set), SETTING_NAMES))
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw new ConfigError(`The environment variable ${issue?.path.join('.')} has a wrong value: ${issue?.message}`)
}

type Environment = ReturnType<typeof readEnvironment>

function refuseRisks(env: Environment): void {
  const risk = env.NODE_ENV === 'production' ? findRisk(env) : openDoorIn({ ...env, smsAddresses: smsAddresses(env) })
  if (risk !== undefined) throw new ConfigError(risk)
}

const proxySettings = ({ PUOTI_TRUSTED_PROXIES: trustedProxies, PUOTI_DRAIN_MS: drainMs }: Environment) => ({
  trustedProxies,
  /** How long a server keeps accepting requests after a shutdown request, so that a proxy can notice. */
  drainMs,
})

/** This machine's host name in links when no public URL is configured: the listening host, or localhost. */
function getOwnHost(host: string | undefined): string {
  if (host === undefined || isWildcard(host)) return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

const databaseSettings = (env: Environment) => ({
  databaseUrl: env.DATABASE_URL,
  /** There is no pooler in front of the database server, so prepared statements may be used. */
  databaseIsDirect: env.PUOTI_DATABASE_DIRECT,
  dataDir: env.PUOTI_DATA_DIR,
})

function backupSettings(env: Environment) {
  const { NODE_ENV, DATABASE_URL, PUOTI_BACKUP_TIME: time } = env
  // A staging copy that was given the settings of its shop must not write beside the shop's own backups and journals.
  if (env.PUOTI_STAGING)
    return { hasBackups: false, backupDir: undefined, backupTime: undefined, backupRecipient: undefined }
  const { PUOTI_BACKUP_DIR, PUOTI_BACKUP_RECIPIENT } = env
  // If a directory is configured, or if a production shop only has the embedded database.
  const hasBackups = PUOTI_BACKUP_DIR !== undefined || (NODE_ENV === 'production' && DATABASE_URL === undefined)
  return {
    hasBackups,
    /** Undefined: `backups` in the data directory. */
    backupDir: PUOTI_BACKUP_DIR,
    /** HH:mm in Finland; undefined: no automatic backup. */
    backupTime: hasBackups && time !== 'off' ? time : undefined,
    /** A public key of age for an encrypted copy of each backup; undefined: there is none. */
    backupRecipient: PUOTI_BACKUP_RECIPIENT,
  }
}

const productDataSettings = ({ PUOTI_PRODUCT_DATA: service, PUOTI_PRODUCT_DATA_FILE: file }: Environment) => ({
  /** The service that finds products by their barcodes; undefined: no request leaves the server. */
  productDataUrl: service === 'off' ? undefined : service === 'open-food-facts' ? OPEN_FOOD_FACTS : service,
  /** A file of JSON lines with products, for barcodes that the service does not find. */
  productDataFile: file,
})

/** Settings of what the shop reports to its operators. */
const operationSettings = ({ NODE_ENV, PUOTI_METRICS_TOKEN, PUOTI_LOG_LEVEL }: Environment) => ({
  ...BUILD,
  /** The token for reading /metrics; undefined: /metrics is not available. */
  metricsToken: PUOTI_METRICS_TOKEN,
  /** Everything from `info` in production; in development only warnings and errors, to keep the terminal readable. */
  logLevel: PUOTI_LOG_LEVEL ?? (NODE_ENV === 'production' ? 'info' : 'warn'),
})

const signInSettings = ({ PUOTI_LOGIN_LINK_MINUTES, PUOTI_ADMIN_PASSKEYS }: Environment) => ({
  loginLinkMinutes: PUOTI_LOGIN_LINK_MINUTES,
  /** Whether admins must have a passkey; an admin with a passkey must confirm it in any case. */
  passkeysRequired: PUOTI_ADMIN_PASSKEYS === 'required',
})

function mailSettings(env: Environment) {
  const { url, tls, from } = readDeclared(SMTP.settings, env)
  return { smtpUrl: url, smtpTls: tls, mailFrom: from }
}

/** Reads and validates the environment; the only place that does so. Throws ConfigError. */
export function readConfig(variables: Record<string, string | undefined>) {
  const env = readEnvironment(variables)
  const production = env.NODE_ENV === 'production'
  refuseRisks(env)
  return {
    production,
    port: env.PORT,
    // A staging copy has the personal data of its shop: others reach it only if HOST is set.
    host: env.HOST ?? (production && !env.PUOTI_STAGING ? '0.0.0.0' : '127.0.0.1'),
    ownHost: getOwnHost(env.HOST),
    ...databaseSettings(env),
    /** Undefined when not configured, in development; the shop is then at `ownHost`. */
    publicUrl: env.PUOTI_PUBLIC_URL ? new URL(env.PUOTI_PUBLIC_URL) : undefined,
    adminEmail: env.PUOTI_ADMIN_EMAIL,
    /** Undefined: the first start generates one and stores it in the database. */
    secret: env.PUOTI_SECRET === STORED_SECRET ? undefined : env.PUOTI_SECRET,
    /** Values derived from them stay valid, and values encrypted with them are read and re-encrypted. */
    earlierSecrets: env.PUOTI_SECRET_PREVIOUS,
    ...mailSettings(env),
    ...smsSettings(env),
    smsCountries: env.PUOTI_SMS_COUNTRIES,
    smsDailyCap: env.PUOTI_SMS_DAILY_CAP,
    ...signInSettings(env),
    ...proxySettings(env),
    /** Multiplies every rate limit: for sites where many users share an IP address, and for tests. */
    rateLimitFactor: env.PUOTI_RATE_LIMIT_FACTOR,
    /** Networks, besides this machine, where payment terminals may be reached without encryption. */
    terminalNetworks: env.PUOTI_TERMINAL_NETWORKS,
    testTerminalMs: env.PUOTI_TEST_TERMINAL_MS,
    inFlightMs: env.PUOTI_IN_FLIGHT_MS,
    currency: env.PUOTI_CURRENCY,
    locale: env.PUOTI_LOCALE,
    /** The map tile URL, with {z}, {x} and {y}; undefined: no maps. */
    mapTiles: env.PUOTI_MAP_TILES === 'off' ? undefined : env.PUOTI_MAP_TILES,
    mapAttribution: env.PUOTI_MAP_ATTRIBUTION,
    /** The geocoding service; undefined: none. */
    geocoderUrl: env.PUOTI_GEOCODER_URL,
    ...productDataSettings(env),
    /** Origins of push services besides those that browsers use, on any network. */
    pushServices: env.PUOTI_PUSH_SERVICES,
    /** The key of a Firebase service account, or its file; undefined: no push messages to iOS apps. */
    fcmCredentials: env.PUOTI_FCM_CREDENTIALS,
    fcmUrl: env.PUOTI_FCM_URL,
    /** Where the services of locks are reached. */
    lockUrls: lockUrls(env),
    /** Where the services of terminals and payment apps are reached. */
    terminalUrls: terminalUrls(env),
    demo: env.PUOTI_DEMO ?? !production,
    demoHistory: env.PUOTI_DEMO_HISTORY,
    /** A copy of a shop: contacts no shopper, terminal or lock. */
    isStaging: env.PUOTI_STAGING,
    devMailbox: env.PUOTI_DEV_MAILBOX ?? (!production || env.PUOTI_STAGING),
    testPayment: env.PUOTI_TEST_PAYMENT ?? !production,
    ...backupSettings(env),
    ...operationSettings(env),
  }
}

export type Config = ReturnType<typeof readConfig>
