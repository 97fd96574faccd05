import type { AdapterSetting, AdapterText } from '#domain/adapter-settings.ts'
import type { PaymentMethod } from '#domain/payments/payment-method.ts'
import { ADYEN } from './adyen.ts'
import { JSONPOS } from './jsonpos.ts'
import { MOBILEPAY } from './mobilepay.ts'
import { PAYTRAIL } from './paytrail.ts'
import { SUMUP } from './sumup.ts'
import type { TerminalConnection, TerminalDeclaration } from './terminal-declaration.ts'

/** The kinds of real terminals, by the name in a terminal's row, in the order of their choice. */
export const TERMINALS = {
  jsonpos: JSONPOS,
  mobilepay: MOBILEPAY,
  paytrail: PAYTRAIL,
  adyen: ADYEN,
  sumup: SUMUP,
} as const satisfies Record<string, TerminalDeclaration>

type TerminalDeclarations = typeof TERMINALS
export type TerminalProvider = keyof TerminalDeclarations

// The object has no other keys.
export const TERMINAL_PROVIDERS = Object.keys(TERMINALS) as readonly TerminalProvider[]

/** Undefined for the test terminal, and for a kind that this version doesn't support. */
export const findTerminalKind = (provider: string): TerminalDeclaration | undefined =>
  TERMINAL_PROVIDERS.some(each => each === provider) ? TERMINALS[provider as TerminalProvider] : undefined

/** The providers whose “terminal” is an app on shoppers' phones: it takes any number of payments at once. */
export const APP_PROVIDERS: readonly string[] = TERMINAL_PROVIDERS.filter(
  each => findTerminalKind(each)?.method === 'phone',
)

/** The names of the apps in the accountant's files, as Finnish joins them to a last part. */
export const APP_BRANDS = APP_PROVIDERS.flatMap(each => findTerminalKind(each)?.brand ?? []).join('- ja ')

export type PaymentApp = { name: string; portal: string }

/** The app of a provider, for texts; null for a terminal. */
export function findPaymentApp(provider: string | null): PaymentApp | null {
  const { brand, portal } = findTerminalKind(provider ?? '') ?? {}
  return brand === undefined || portal === undefined ? null : { name: brand, portal }
}

/** The apps among some providers, in the order of their choice. */
export const listPaymentApps = (providers: readonly string[]): PaymentApp[] =>
  APP_PROVIDERS.filter(each => providers.includes(each)).flatMap(each => findPaymentApp(each) ?? [])

/** The providers of a way to pay in an app: of the app with this name, or of any. */
export const appProviders = (name: string | undefined): readonly string[] =>
  name === undefined ? APP_PROVIDERS : APP_PROVIDERS.filter(each => findPaymentApp(each)?.name === name)

/** The kinds that the notice on personal data has something about, by their names in a terminal's row. */
export const PRIVACY_TEXTS = new Map(
  TERMINAL_PROVIDERS.flatMap((each): [string, AdapterText][] => {
    const text = findTerminalKind(each)?.privacy
    return text ? [[each, text]] : []
  }),
)

export const getPaymentMethod = (provider: string): PaymentMethod => findTerminalKind(provider)?.method ?? 'terminal'

type ProviderConnections = { [Each in TerminalProvider]: keyof TerminalDeclarations[Each]['connections'] & string }
export type Transport = ProviderConnections[TerminalProvider]

type ProviderConnection = TerminalConnection & { provider: TerminalProvider }

/** The ways to reach all kinds, by the name that is stored with a terminal's settings. */
export const TERMINAL_CONNECTIONS = Object.fromEntries(
  TERMINAL_PROVIDERS.flatMap(provider =>
    Object.entries<TerminalConnection>(TERMINALS[provider].connections).map(([transport, connection]) => [
      transport,
      { ...connection, provider },
    ]),
  ),
  // Each connection of each kind is there once.
) as Readonly<Record<Transport, ProviderConnection>>
// The object has no other keys, and at least one.
export const TRANSPORTS = Object.keys(TERMINAL_CONNECTIONS) as unknown as readonly [Transport, ...Transport[]]

export const isTransport = (name: string | undefined): name is Transport => TRANSPORTS.some(each => each === name)
/** Undefined for one that this version doesn't support. */
export const findConnection = (transport: string | undefined): ProviderConnection | undefined =>
  isTransport(transport) ? TERMINAL_CONNECTIONS[transport] : undefined

/** All connections' settings: those with the same name have the same label. */
export const TERMINAL_SETTINGS: Readonly<Record<string, AdapterSetting>> = Object.assign(
  {},
  ...TRANSPORTS.map(transport => TERMINAL_CONNECTIONS[transport].settings),
)

/** The settings that show where the money goes, of all connections. */
export const ACCOUNT_SETTINGS: readonly string[] = [
  ...new Set(TRANSPORTS.map(each => TERMINAL_CONNECTIONS[each].account)),
]
