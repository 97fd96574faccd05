import type { RenamedTerminal, ShownTerminalSettings } from '#contract/payments/terminals.ts'
import type { FormProblem } from '#web/kit/forms/form-state.ts'
import type { MergeShape } from '#web/kit/forms/merge-values.ts'
import type { Translate } from '#web/kit/i18n/translate.ts'

export const TRANSPORTS = ['tcp', 'websocket', 'mobilepay', 'adyen'] as const
export const ENVIRONMENTS = ['production', 'test'] as const
export const USER_FLOWS = ['WEB_REDIRECT', 'QR'] as const
/** The terminals' default port. */
const USUAL_PORT = '10001'

/** The connection of a terminal or of an app, as typed. */
export type TerminalFormValues = {
  name: string
  transport: (typeof TRANSPORTS)[number]
  host: string
  port: string
  url: string
  user: string
  password: string
  api_key: string
  environment: (typeof ENVIRONMENTS)[number]
  user_flow: (typeof USER_FLOWS)[number]
  merchant_serial_number: string
  client_id: string
  client_secret: string
  subscription_key: string
  webhook_secret: string
  webhook_user: string
  webhook_password: string
  merchant_account: string
  poi_id: string
  sale_id: string
}
export type TerminalField = keyof TerminalFormValues

/** The parts of the terminal's address are merged as one unit. */
const PLACE: readonly string[] = [
  'transport',
  'host',
  'port',
  'url',
  'environment',
  'merchant_serial_number',
  'client_id',
  'merchant_account',
  'poi_id',
]
export const TERMINAL_MERGING: MergeShape<TerminalFormValues> = {
  getGroup: field => (PLACE.includes(field) ? 'transport' : field),
}

const NOTHING: TerminalFormValues = {
  name: '',
  transport: 'tcp',
  host: '',
  port: USUAL_PORT,
  url: '',
  user: '',
  password: '',
  api_key: '',
  environment: 'production',
  user_flow: 'WEB_REDIRECT',
  merchant_serial_number: '',
  client_id: '',
  client_secret: '',
  subscription_key: '',
  webhook_secret: '',
  webhook_user: '',
  webhook_password: '',
  merchant_account: '',
  poi_id: '',
  sale_id: 'puoti',
}

export function terminalDraft(name: string, settings: ShownTerminalSettings | null): TerminalFormValues {
  switch (settings?.transport) {
    case 'mobilepay':
    case 'adyen': {
      const { has_webhook: _isSecret, ...shown } = settings
      return { ...NOTHING, ...shown, name }
    }
    case 'websocket':
      return { ...NOTHING, ...settings, name }
    case 'tcp':
      return { ...NOTHING, name, host: settings.host, port: String(settings.port) }
    default:
      return { ...NOTHING, name }
  }
}

const optionalEntry = <Name extends string>(name: Name, text: string) =>
  // One property, present if something was typed.
  (text === '' ? {} : { [name]: text }) as { [Key in Name]?: string }

/** The draft in the contract's shape; a secret that was not typed is left out. */
export function terminalInput(draft: TerminalFormValues): RenamedTerminal {
  const { name, transport, host, port, url, user, password, api_key } = draft
  if (transport === 'mobilepay')
    return { name: name.trim(), provider: 'mobilepay', settings: appInput(draft, transport) }
  const key = optionalEntry('api_key', api_key.trim())
  if (transport === 'adyen')
    return { name: name.trim(), provider: 'adyen', settings: { ...adyenInput(draft, transport), ...key } }
  const named = { name: name.trim(), provider: 'jsonpos' as const }
  return transport === 'tcp'
    ? { ...named, settings: { transport, host: host.trim(), port: Number(port), ...key } }
    : {
        ...named,
        settings: { transport, url: url.trim(), user: user.trim(), ...optionalEntry('password', password), ...key },
      }
}

const appInput = (draft: TerminalFormValues, transport: 'mobilepay') => ({
  transport,
  environment: draft.environment,
  user_flow: draft.user_flow,
  merchant_serial_number: draft.merchant_serial_number.trim(),
  client_id: draft.client_id.trim(),
  ...optionalEntry('client_secret', draft.client_secret.trim()),
  ...optionalEntry('subscription_key', draft.subscription_key.trim()),
  ...optionalEntry('webhook_secret', draft.webhook_secret.trim()),
})

const adyenInput = (draft: TerminalFormValues, transport: 'adyen') => ({
  transport,
  environment: draft.environment,
  merchant_account: draft.merchant_account.trim(),
  poi_id: draft.poi_id.trim(),
  sale_id: draft.sale_id.trim(),
  ...optionalEntry('webhook_secret', draft.webhook_secret.trim()),
  ...optionalEntry('webhook_user', draft.webhook_user.trim()),
  ...optionalEntry('webhook_password', draft.webhook_password.trim()),
})

const isPort = (text: string) => /^\d{1,5}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= 65_535
const isSafeUrl = (text: string) =>
  URL.canParse(text.trim()) && /^(?:wss:\/\/|ws:\/\/(?:localhost|127\.0\.0\.1)[:/])/.test(text.trim())

const NEEDED = {
  tcp: { always: ['host', 'port'], secrets: ['api_key'] },
  websocket: { always: ['url', 'user'], secrets: ['password', 'api_key'] },
  adyen: { always: ['merchant_account', 'poi_id', 'sale_id'], secrets: ['api_key'] },
  mobilepay: { always: ['merchant_serial_number', 'client_id'], secrets: ['client_secret', 'subscription_key'] },
} as const

/** What is wrong with the draft. `isNew`: no secret is stored yet. */
export function terminalProblems(draft: TerminalFormValues, isNew: boolean, t: Translate): FormProblem[] {
  const { always, secrets } = NEEDED[draft.transport]
  const fields: TerminalField[] = ['name', ...always, ...(isNew ? secrets : [])]
  const hmacKey = draft.webhook_secret.trim()
  const isHmacKeyWrong = draft.transport === 'adyen' && hmacKey !== '' && !/^[0-9A-Fa-f]{64}$/.test(hmacKey)
  const ofKey = isHmacKeyWrong ? [{ field: 'webhook_secret', text: t('terminalPanel.hmacKeyProblem') }] : []
  const needed = fields.flatMap(field => {
    const text = draft[field].trim()
    if (text === '') return [{ field, text: t('form.requiredField') }]
    if (field === 'port' && !isPort(text)) return [{ field, text: t('terminalPanel.portProblem') }]
    if (field === 'merchant_serial_number' && !/^\d{4,6}$/.test(text))
      return [{ field, text: t('terminalPanel.salesUnitProblem') }]
    if ((field === 'merchant_account' || field === 'sale_id') && !/^[A-Za-z0-9_-]+$/.test(text))
      return [{ field, text: t('terminalPanel.plainNameProblem') }]
    if (field === 'poi_id' && !/^[A-Za-z0-9]+-[A-Za-z0-9]+$/.test(text))
      return [{ field, text: t('terminalPanel.poiIdProblem') }]
    return field === 'url' && !isSafeUrl(text) ? [{ field, text: t('terminalPanel.urlProblem') }] : []
  })
  return [...needed, ...ofKey]
}
