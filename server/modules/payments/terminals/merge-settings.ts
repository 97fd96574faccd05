import type { NamedTerminal, RenamedTerminal, ShownTerminalSettings } from '#contract/payments/terminals.ts'
import type { Facts } from '#domain/field-changes.ts'
import { fingerprint, type Secrets } from '#server/platform/secrets/secrets.ts'

type Complete = NamedTerminal['settings']
type SettingsChange = RenamedTerminal['settings']
type OfApp<Settings> = Extract<Settings, { transport: 'mobilepay' }>
type OfAdyen<Settings> = Extract<Settings, { transport: 'adyen' }>
type OfDevice<Settings> = Exclude<Settings, { transport: 'mobilepay' | 'adyen' }>
type StoredDevice =
  OfDevice<Complete> extends infer Each
    ? Each extends OfDevice<Complete>
      ? Omit<Each, 'api_key'> & { apiKey: string }
      : never
    : never
/** The settings as they are encrypted; those of a device with the adapter's name for the key. */
export type StoredSettings = StoredDevice | OfApp<Complete> | OfAdyen<Complete>

/** Whether settings of this kind belong to the provider. */
export const isOfProvider = (provider: RenamedTerminal['provider'], { transport }: SettingsChange): boolean =>
  provider === (transport === 'mobilepay' || transport === 'adyen' ? transport : 'jsonpos')

export function toStoredSettings(settings: Complete): StoredSettings {
  if (settings.transport === 'mobilepay' || settings.transport === 'adyen') return settings
  const { api_key: apiKey, ...rest } = settings
  return { ...rest, apiKey }
}

/** The settings that may be shown; null when there are none, or none that this version recognises. */
export function toShownSettings(stored: unknown): ShownTerminalSettings | null {
  if (!isStored(stored)) return null
  switch (stored.transport) {
    case 'mobilepay': {
      const { transport, environment, user_flow, merchant_serial_number, client_id, webhook_secret } = stored
      const has_webhook = webhook_secret !== undefined
      return { transport, environment, user_flow, merchant_serial_number, client_id, has_webhook }
    }
    case 'adyen': {
      const { api_key: _key, webhook_secret, webhook_user: _user, webhook_password: _password, ...shown } = stored
      return { ...shown, has_webhook: webhook_secret !== undefined }
    }
    case 'tcp':
      return { transport: 'tcp', host: stored.host, port: stored.port }
    default:
      return { transport: 'websocket', url: stored.url, user: stored.user }
  }
}

/** The settings as the audit log records them: what may be shown, and a fingerprint of everything else. */
export function settingsFacts(secrets: Secrets, stored: unknown): Facts {
  const shown: Facts | null = toShownSettings(stored)
  if (shown === null || typeof stored !== 'object' || stored === null) return {}
  const { has_webhook: _derived, ...settings } = shown
  const hidden = Object.entries(stored).filter(([name]) => !(name in shown))
  return {
    settings,
    fingerprints: Object.fromEntries(hidden.map(([name, value]) => [name, fingerprint(secrets, String(value))])),
  }
}

const isStored = (stored: unknown): stored is StoredSettings =>
  typeof stored === 'object' &&
  stored !== null &&
  'transport' in stored &&
  ['tcp', 'websocket', 'mobilepay', 'adyen'].includes(String(stored.transport))

/** Whether the terminal's address stays the same: stored secrets are never sent to another one. */
function isSamePlace(changed: OfDevice<SettingsChange>, stored: StoredSettings): stored is StoredDevice {
  if (changed.transport === 'tcp')
    return stored.transport === 'tcp' && stored.host === changed.host && stored.port === changed.port
  return stored.transport === 'websocket' && stored.url === changed.url
}

type MergeResult = StoredSettings | { missing: string[] }

/** Adds stored secrets that were not entered again, or returns the names of those that must be. */
export function mergeSettings(changed: SettingsChange, stored: unknown): MergeResult {
  const known = isStored(stored) ? stored : undefined
  if (changed.transport === 'mobilepay') return mergeApp(changed, known)
  if (changed.transport === 'adyen') return mergeAdyen(changed, known)
  const kept = known && isSamePlace(changed, known) ? known : undefined
  const apiKey = changed.api_key ?? kept?.apiKey
  if (changed.transport === 'tcp') {
    const { transport, host, port } = changed
    return apiKey === undefined ? { missing: ['api_key'] } : { transport, host, port, apiKey }
  }
  // The password belongs to a user: another user needs another one.
  const ofUser = kept?.transport === 'websocket' && kept.user === changed.user ? kept.password : undefined
  const password = changed.password ?? ofUser
  const { transport, url, user } = changed
  if (apiKey !== undefined && password !== undefined) return { transport, url, user, password, apiKey }
  return { missing: [...(password === undefined ? ['password'] : []), ...(apiKey === undefined ? ['api_key'] : [])] }
}

/** The key belongs to a merchant account. */
function mergeAdyen(changed: OfAdyen<SettingsChange>, stored: StoredSettings | undefined): MergeResult {
  const isSameAccount =
    stored?.transport === 'adyen' &&
    stored.environment === changed.environment &&
    stored.merchant_account === changed.merchant_account
  const kept = isSameAccount ? stored : undefined
  const api_key = changed.api_key ?? kept?.api_key
  // The stored password belongs to the stored user.
  const isNewUser = changed.webhook_user !== undefined || changed.webhook_password !== undefined
  const { webhook_user, webhook_password } = (isNewUser ? changed : kept) ?? {}
  const webhook = { webhook_secret: changed.webhook_secret ?? kept?.webhook_secret, webhook_user, webhook_password }
  return api_key === undefined ? { missing: ['api_key'] } : { ...changed, ...toWebhook(webhook), api_key }
}

type Webhook = Pick<OfAdyen<Complete>, 'webhook_secret' | 'webhook_user' | 'webhook_password'>
/** Leaves out undefined values. */
const toWebhook = ({
  webhook_secret,
  webhook_user,
  webhook_password,
}: { [Name in keyof Webhook]: string | undefined }): Webhook => ({
  ...(webhook_secret !== undefined && { webhook_secret }),
  ...(webhook_user !== undefined && { webhook_user }),
  ...(webhook_password !== undefined && { webhook_password }),
})

/** The keys belong to a sales unit: another one needs others. */
function mergeApp(changed: OfApp<SettingsChange>, stored: StoredSettings | undefined): MergeResult {
  const isSameUnit =
    stored?.transport === 'mobilepay' &&
    (['environment', 'merchant_serial_number', 'client_id'] as const).every(name => stored[name] === changed[name])
  const kept = isSameUnit ? stored : undefined
  const client_secret = changed.client_secret ?? kept?.client_secret
  const subscription_key = changed.subscription_key ?? kept?.subscription_key
  const webhook_secret = changed.webhook_secret ?? kept?.webhook_secret
  if (client_secret !== undefined && subscription_key !== undefined)
    return { ...changed, client_secret, subscription_key, ...(webhook_secret !== undefined && { webhook_secret }) }
  const secrets = { client_secret, subscription_key }
  return { missing: Object.entries(secrets).flatMap(([name, secret]) => (secret === undefined ? [name] : [])) }
}
