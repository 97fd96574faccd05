import { z } from 'zod'
import { TERMINALS } from '#domain/payments/terminals/terminal-providers.ts'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import { isOverTls } from './config-risks.ts'

type LockDeclarations = typeof LOCKS
/** The kinds of locks that are reached through their vendor's service. */
export type RemoteLock = {
  [Name in keyof LockDeclarations]: LockDeclarations[Name] extends { url: string } ? Name : never
}[keyof LockDeclarations]

type UrlName<Provider extends string> = `PUOTI_${Uppercase<Provider>}_URL`
// The name of a variable is that of the provider.
const urlName = <Provider extends string>(provider: Provider) =>
  `PUOTI_${provider.toUpperCase()}_URL` as UrlName<Provider>

const remoteLocks = Object.entries(LOCKS).flatMap(([name, lock]): [RemoteLock, string][] =>
  // Only remote locks have an address.
  'url' in lock ? [[name as RemoteLock, lock.url]] : [],
)

type TerminalDeclarations = typeof TERMINALS
/** The kinds of terminals that are reached through their vendor's service. */
export type RemoteTerminal = {
  [Name in keyof TerminalDeclarations]: TerminalDeclarations[Name] extends { urls: object } ? Name : never
}[keyof TerminalDeclarations]

const remoteTerminals = Object.entries(TERMINALS).flatMap(
  ([name, terminal]): [RemoteTerminal, Record<'production' | 'test', string>][] =>
    // Only remote terminals have addresses.
    'urls' in terminal ? [[name as RemoteTerminal, terminal.urls]] : [],
)

const vendorAddress = (goesThere: string) =>
  z.url({ protocol: /^https?$/ }).refine(isOverTls, `${goesThere} go there: it must be https`)

/** The variables with the addresses of vendors' services. */
export const ADAPTER_URLS = {
  ...Object.fromEntries(
    remoteLocks.map(([provider, url]) => [urlName(provider), vendorAddress('doors’ codes').default(url)]),
  ),
  ...Object.fromEntries(remoteTerminals.map(([provider]) => [urlName(provider), vendorAddress('keys').optional()])),
  // The keys are the names that `urlName` makes.
} as Record<UrlName<RemoteLock>, z.ZodDefault<z.ZodURL>> & Record<UrlName<RemoteTerminal>, z.ZodOptional<z.ZodURL>>

/** The addresses of vendors' services by the names of their locks. */
export const lockUrls = (env: Readonly<Record<UrlName<RemoteLock>, string>>) =>
  // Each remote lock has one.
  Object.fromEntries(remoteLocks.map(([provider]) => [provider, env[urlName(provider)]])) as Record<RemoteLock, string>

/** The addresses of vendors' services in their environments, by the names of their terminals. */
export const terminalUrls = (env: Readonly<Partial<Record<UrlName<RemoteTerminal>, string | undefined>>>) =>
  Object.fromEntries(
    remoteTerminals.map(([provider, urls]) => {
      const url = env[urlName(provider)]
      return [provider, url === undefined ? urls : { production: url, test: url }]
    }),
    // Each remote terminal has both.
  ) as Record<RemoteTerminal, Record<'production' | 'test', string>>
