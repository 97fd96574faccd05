import { connect, type PeerCertificate } from 'node:tls'
import webPush from 'web-push'
import { type Check, type CheckName, CHECKS } from '#contract/operations/doctor.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DAY_MS } from '#domain/durations.ts'
import { numberText } from '#domain/format/number-text.ts'
import { isUsable } from '#domain/stores/lock-health.ts'
import { findUsedTerminals } from '#server/modules/administration/dashboard/queries.ts'
import { operatorContact } from '#server/modules/messaging/push/push-channel.ts'
import { loggableError } from '#server/platform/log/loggable-error.ts'
import { TEXTS } from '#server/texts/catalogues.ts'
import { fillIn, text } from '#server/texts/text.ts'
import { choosePush } from '#server/wiring/choose-channels.ts'
import {
  checkBackups,
  checkClock,
  checkDatabase,
  checkDirectories,
  checkDisk,
  checkInvariants,
  checkMessages,
  checkSchema,
  checkSettings,
  type CheckResult,
  type DoctorNeeds,
  type FindingText,
  type Values,
} from './check-shop.ts'

const PATIENCE_MS = 10_000
const RENEW_DAYS = 21

const getReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause.name) : error.message
}

/** The one request that leaves this machine: to the configured address of the shop. */
async function checkPublicUrl({ config }: DoctorNeeds): Promise<CheckResult> {
  const { publicUrl } = config
  if (publicUrl === undefined) return { state: config.production ? 'look' : 'ok', finding: 'publicUrlNone' }
  const url = publicUrl.origin
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const response = await fetch(new URL('/api/languages', url), { redirect: 'error', signal })
    const isShop = response.ok && response.headers.get('content-type')?.startsWith('application/json') === true
    await response.body?.cancel()
    if (!isShop) return { state: 'off', finding: 'publicUrlOther', values: { url, status: response.status } }
    if (publicUrl.protocol !== 'https:') return { state: 'ok', finding: 'publicUrlOk', values: { url } }
    const days = Math.floor((Date.parse((await fetchCertificate(publicUrl)).valid_to) - Date.now()) / DAY_MS)
    const isEnding = days < RENEW_DAYS
    return {
      state: isEnding ? 'look' : 'ok',
      finding: isEnding ? 'publicUrlExpires' : 'publicUrlCertificate',
      values: { url, days },
    }
  } catch (error) {
    return { state: 'off', finding: 'publicUrlOff', values: { url, reason: getReason(error) } }
  }
}

async function fetchCertificate({ hostname, port }: URL): Promise<PeerCertificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const { promise, resolve, reject } = Promise.withResolvers<PeerCertificate>()
  const socket = connect({ host, port: Number(port || 443), servername: host }, () =>
    resolve(socket.getPeerCertificate()),
  )
  socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('timeout')))
  socket.on('error', reject)
  return promise.finally(() => socket.destroy())
}

async function checkProxies({ config, untrustedProxy }: DoctorNeeds): Promise<CheckResult> {
  if (untrustedProxy !== undefined)
    return { state: 'look', finding: 'proxiesUntrusted', values: { address: untrustedProxy } }
  if (config.trustedProxies.length > 0)
    return { state: 'ok', finding: 'proxiesOk', values: { proxies: config.trustedProxies.join(', ') } }
  return { state: config.publicUrl?.protocol === 'https:' ? 'look' : 'ok', finding: 'proxiesNone' }
}

/** A terminal with a payment under way is not disturbed. */
async function checkTerminals({ db, terminals }: DoctorNeeds): Promise<CheckResult> {
  const stores = await db.selectFrom('store').select('id').where('archived_at', 'is', null).execute()
  const used = await findUsedTerminals(
    db,
    stores.map(({ id }) => id),
  )
  if (used.length === 0) return { state: 'ok', finding: 'terminalsNone' }
  const providers = await db.selectFrom('terminal').select(['id', 'provider']).execute()
  const providerOf = new Map(providers.map(({ id, provider }) => [id, provider]))
  const looked = await Promise.all(
    used.map(async ({ id, name, store_name: store, is_busy: isBusy }) => {
      if (isBusy) return undefined
      const health = await terminals.byProvider(providerOf.get(id) ?? '')?.health(id)
      return health?.ok ? undefined : `${store}, ${name} (${health?.code ?? 'notHere'})`
    }),
  )
  const names = looked.filter(each => each !== undefined)
  if (names.length === 0) return { state: 'ok', finding: 'terminalsOk', values: { count: used.length } }
  return { state: 'off', finding: 'terminalsOff', values: { names: names.join('; ') } }
}

async function checkLocks({ db, locks }: DoctorNeeds): Promise<CheckResult> {
  const stores = await db
    .selectFrom('store')
    .select(['id', 'name', 'lock_provider'])
    .where('lock_provider', 'is not', null)
    .where('archived_at', 'is', null)
    .execute()
  if (stores.length === 0) return { state: 'ok', finding: 'locksNone' }
  const looked = await Promise.all(
    stores.map(async ({ id, name, lock_provider: provider }) => {
      const health = await locks.byProvider(provider ?? '')?.health(id)
      return health && isUsable(health.code) ? undefined : `${name} (${health?.code ?? 'notSetUp'})`
    }),
  )
  const names = looked.filter(each => each !== undefined)
  if (names.length === 0) return { state: 'ok', finding: 'locksOk', values: { count: stores.length } }
  return { state: 'off', finding: 'locksOff', values: { names: names.join('; ') } }
}

/** Never creates the keys: only a start of the shop does. */
async function checkNotifications({ db, config }: DoctorNeeds): Promise<CheckResult> {
  const kept = await db.selectFrom('installation_secret').select('value').where('name', '=', 'vapid').executeTakeFirst()
  if (kept === undefined) return { state: 'look', finding: 'notificationsNone' }
  // Both throw for keys that can't be used. The library's setVapidDetails would sign all pushes of this process from then on.
  const { publicKey, webpush, apns } = await choosePush({ config, db })
  const contact = await operatorContact({ config, db })()
  webPush.getVapidHeaders('https://push.example', contact, publicKey, JSON.parse(kept.value).privateKey, 'aes128gcm')
  webpush.close()
  apns?.close()
  return { state: 'ok', finding: config.fcmCredentials === undefined ? 'notificationsOk' : 'notificationsApp' }
}

const CHECK: Record<CheckName, (needs: DoctorNeeds) => Promise<CheckResult>> = {
  settings: checkSettings,
  database: checkDatabase,
  schema: checkSchema,
  clock: checkClock,
  directories: checkDirectories,
  disk: checkDisk,
  backups: checkBackups,
  invariants: checkInvariants,
  publicUrl: checkPublicUrl,
  proxies: checkProxies,
  email: needs => checkMessages(needs, 'mail'),
  sms: needs => checkMessages(needs, 'sms'),
  terminals: checkTerminals,
  locks: checkLocks,
  notifications: checkNotifications,
}

/** Runs all checks at once, and returns them in the order of CHECKS. One that fails doesn't stop the others. */
export const runChecks = (needs: DoctorNeeds, language: LanguageCode): Promise<Check[]> =>
  Promise.all(
    CHECKS.map(async name => {
      const found = await CHECK[name](needs).catch((error: unknown): CheckResult => {
        const reason = loggableError(error).message
        return { state: 'off', finding: 'failed', values: { reason } }
      })
      return toCheck(name, found, language)
    }),
  )

export const toCheck = (check: CheckName, { state, finding, values }: CheckResult, language: LanguageCode): Check => ({
  check,
  state,
  title: text(language, `operations.doctor.titles.${check}`),
  text: findingText(language, finding, values),
})

const findingText = (language: LanguageCode, finding: FindingText, values: Values = {}): string =>
  fillIn(TEXTS[language][`operations.doctor.findings.${finding}`], name => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numberText(value) : value
  })
