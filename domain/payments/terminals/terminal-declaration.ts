import type { AdapterSetting, AdapterSettings, AdapterText, SettingsOf } from '#domain/adapter-settings.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'

/**
 * A way to reach a kind of terminal. `account`: the setting with the merchant or account that receives the payments; of a device
 * whose account isn't known, its address.
 */
export type TerminalConnection = { name: AdapterText; settings: AdapterSettings; account: string }

/** What a kind of terminal, or an app on shoppers' phones, declares. */
export type TerminalDeclaration = {
  name: AdapterText
  method: PaymentMethod
  /** What a shopkeeper orders, and from whom. */
  order: AdapterText
  /** How to try it with the vendor's test credentials, if it has any. */
  trial?: AdapterText
  /** The name of an app, as shoppers and the accountant's files have it. */
  brand?: string
  /** Where a merchant sees the payments in an app. */
  portal?: string
  /** What the notice on personal data has about it while a store takes it. */
  privacy?: AdapterText
  /** Where its vendor is reached in each environment, unless the configuration has another address. */
  urls?: Readonly<Record<'production' | 'test', string>>
  /** By the name that is stored as `transport`; no two kinds share one. */
  connections: Readonly<Record<string, TerminalConnection>>
}

type TerminalConnections = TerminalDeclaration['connections']

/** The settings of a kind's connections, as they are stored. */
export type ConnectionSettings<Declared extends TerminalConnections> = {
  [Transport in keyof Declared]: { transport: Transport } & SettingsOf<Declared[Transport]['settings']>
}[keyof Declared]

/** Which of its vendor's environments a terminal belongs to. */
export const ENVIRONMENT_SETTING = {
  label: { en: 'Environment', fi: 'Ympäristö', sv: 'Miljö' },
  options: {
    production: { en: 'Production', fi: 'Tuotanto', sv: 'Produktion' },
    test: { en: 'Testing', fi: 'Testaus', sv: 'Testning' },
  },
  initial: 'production',
} as const satisfies AdapterSetting

export const API_KEY = {
  label: { en: 'API key', fi: 'API-avain', sv: 'API-nyckel' },
  secret: true,
} as const satisfies AdapterSetting

export const WEBHOOK_SECRET = {
  label: {
    en: 'Webhook secret, if one is registered',
    fi: 'Webhookin salaisuus, jos webhook on rekisteröity',
    sv: 'Webhookens hemlighet, om en är registrerad',
  },
  secret: true,
  optional: true,
} as const satisfies AdapterSetting
