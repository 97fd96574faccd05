import { type EnvironmentSettings, OVER_TLS } from '#domain/adapter-settings.ts'

/** What an SMS gateway declares of itself. */
export type SmsGatewayDeclaration = {
  /** Its name for admins, the same in every language. */
  name: string
  /** The shop's sender goes with each message; other gateways have their own. */
  hasSender?: true
  sendsReports?: true
  /** `url` is its address. */
  settings: EnvironmentSettings & { url: object }
}

/** The address of a vendor's API. */
export const API_URL = {
  inputMode: 'url',
  pattern: OVER_TLS,
  problem: 'keys and codes go there: it must be https',
} as const
