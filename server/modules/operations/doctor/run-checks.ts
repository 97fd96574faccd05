import webPush from 'web-push'
import { type Check, type CheckName, CHECK_NAMES } from '#contract/operations/doctor.ts'
import type { LanguageCode } from '#contract/values.ts'
import { numberText } from '#domain/format/number-text.ts'
import type { ChannelHealth } from '#domain/messaging/carriers/channel-health.ts'
import { isUsable } from '#domain/stores/lock-health.ts'
import { operatorContact } from '#server/modules/messaging/push/push-channel.ts'
import { loggableError } from '#server/platform/log/loggable-error.ts'
import { TEXTS } from '#server/texts/catalogues.ts'
import { fillIn, text } from '#server/texts/text.ts'
import { chooseMail, choosePush, chooseSms } from '#server/wiring/choose-channels.ts'
import { daysOfCertificate } from './certificate.ts'
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
  type ResultValues,
} from './check-shop.ts'
import { checkStoreLocks, checkUsedTerminals } from './device-health.ts'

const TIMEOUT_MS = 10_000
const RENEW_DAYS = 21

const getReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? cause.message || String('code' in cause ? cause.code : cause.name) : error.message
}

/** The one request that leaves this machine: to the configured address of the shop. */
async function checkPublicUrl({ config }: DoctorNeeds): Promise<CheckResult> {
  const { publicUrl } = config
  if (publicUrl === undefined) return { state: config.production ? 'warning' : 'ok', finding: 'publicUrlNone' }
  const url = publicUrl.origin
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(new URL('/api/languages', url), { redirect: 'error', signal })
    const isShop = response.ok && response.headers.get('content-type')?.startsWith('application/json') === true
    await response.body?.cancel()
    if (!isShop) return { state: 'off', finding: 'publicUrlOther', values: { url, status: response.status } }
    if (publicUrl.protocol !== 'https:') return { state: 'ok', finding: 'publicUrlOk', values: { url } }
    const days = await daysOfCertificate(publicUrl, new Date())
    const isEnding = days < RENEW_DAYS
    return {
      state: isEnding ? 'warning' : 'ok',
      finding: isEnding ? 'publicUrlExpires' : 'publicUrlCertificate',
      values: { url, days },
    }
  } catch (error) {
    return { state: 'off', finding: 'publicUrlOff', values: { url, reason: getReason(error) } }
  }
}

async function checkProxies({ config, untrustedProxy }: DoctorNeeds): Promise<CheckResult> {
  if (untrustedProxy !== undefined)
    return { state: 'warning', finding: 'proxiesUntrusted', values: { address: untrustedProxy } }
  if (config.trustedProxies.length > 0)
    return { state: 'ok', finding: 'proxiesOk', values: { proxies: config.trustedProxies.join(', ') } }
  return { state: config.publicUrl?.protocol === 'https:' ? 'warning' : 'ok', finding: 'proxiesNone' }
}

async function checkTerminals(needs: DoctorNeeds): Promise<CheckResult> {
  const used = await checkUsedTerminals(needs)
  if (used.length === 0) return { state: 'ok', finding: 'terminalsNone' }
  const faulty = used.filter(({ is_busy: isBusy, health }) => !isBusy && health?.ok !== true)
  if (faulty.length === 0) return { state: 'ok', finding: 'terminalsOk', values: { count: used.length } }
  const names = faulty.map(({ store_name: store, name, health }) => `${store}, ${name} (${health?.code ?? 'notHere'})`)
  return { state: 'off', finding: 'terminalsOff', values: { names: names.join('; ') } }
}

async function checkLocks(needs: DoctorNeeds): Promise<CheckResult> {
  const stores = await checkStoreLocks(needs)
  if (stores.length === 0) return { state: 'ok', finding: 'locksNone' }
  const faulty = stores.filter(({ health }) => !health || !isUsable(health.code))
  if (faulty.length === 0) return { state: 'ok', finding: 'locksOk', values: { count: stores.length } }
  const names = faulty.map(({ name, health }) => `${name} (${health?.code ?? 'notSetUp'})`)
  return { state: 'off', finding: 'locksOff', values: { names: names.join('; ') } }
}

/** What waits, and whether the mail server or the gateways would take a message now. */
async function checkChannel(needs: DoctorNeeds, channel: 'mail' | 'sms'): Promise<CheckResult> {
  const found = await checkMessages(needs, channel)
  if (found.state === 'off' || found.finding === 'messagesMailbox') return found
  const { ok, reason } = await checkCarrier(needs, channel)
  if (reason === undefined) return found
  return { state: ok ? 'warning' : 'off', finding: ok ? 'messagesBySecond' : 'messagesOff', values: { reason } }
}

async function checkCarrier({ config, db }: DoctorNeeds, channel: 'mail' | 'sms'): Promise<ChannelHealth> {
  if (channel === 'sms') return chooseSms(config, db).health()
  const mail = chooseMail(config, db)
  return mail.health().finally(() => mail.close?.())
}

/** Never creates the keys: only a start of the shop does. */
async function checkNotifications({ db, config }: DoctorNeeds): Promise<CheckResult> {
  const storedKey = await db
    .selectFrom('installation_secret')
    .select('value')
    .where('name', '=', 'vapid')
    .executeTakeFirst()
  if (storedKey === undefined) return { state: 'warning', finding: 'notificationsNone' }
  // Both throw for keys that can't be used. The library's setVapidDetails would sign all pushes of this process from then on.
  const { publicKey, webpush, apns } = await choosePush({ config, db })
  const contact = await operatorContact({ config, db })()
  webPush.getVapidHeaders(
    'https://push.example',
    contact,
    publicKey,
    JSON.parse(storedKey.value).privateKey,
    'aes128gcm',
  )
  webpush.close()
  apns?.close()
  return { state: 'ok', finding: config.fcmCredentials === undefined ? 'notificationsOk' : 'notificationsApp' }
}

const CHECK_FUNCTIONS: Record<CheckName, (needs: DoctorNeeds) => Promise<CheckResult>> = {
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
  email: needs => checkChannel(needs, 'mail'),
  sms: needs => checkChannel(needs, 'sms'),
  terminals: checkTerminals,
  locks: checkLocks,
  notifications: checkNotifications,
}

/** Runs all checks at once, and returns them in the order of CHECKS. One that fails doesn't stop the others. */
export const runChecks = (needs: DoctorNeeds, language: LanguageCode): Promise<Check[]> =>
  Promise.all(
    CHECK_NAMES.map(async name => {
      const found = await CHECK_FUNCTIONS[name](needs).catch((error: unknown): CheckResult => {
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

const findingText = (language: LanguageCode, finding: FindingText, values: ResultValues = {}): string =>
  fillIn(TEXTS[language][`operations.doctor.findings.${finding}`], name => {
    const value = values[name] ?? ''
    return typeof value === 'number' ? numberText(value) : value
  })
