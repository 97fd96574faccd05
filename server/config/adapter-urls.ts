import { z } from 'zod'
import { LOCKS } from '#domain/stores/locks/lock-providers.ts'
import { isOverTls } from './config-risks.ts'

type Locks = typeof LOCKS
/** The kinds of locks that are reached through their vendor's service. */
export type RemoteLock = { [Name in keyof Locks]: Locks[Name] extends { url: string } ? Name : never }[keyof Locks]

type UrlName<Provider extends string> = `PUOTI_${Uppercase<Provider>}_URL`
// The name of a variable is that of the provider.
const urlName = <Provider extends string>(provider: Provider) =>
  `PUOTI_${provider.toUpperCase()}_URL` as UrlName<Provider>

const remoteLocks = Object.entries(LOCKS).flatMap(([name, lock]): [RemoteLock, string][] =>
  // Only remote locks have an address.
  'url' in lock ? [[name as RemoteLock, lock.url]] : [],
)

/** The variables with the addresses of vendors' services. */
// The keys are the names that `urlName` makes.
export const ADAPTER_URLS = Object.fromEntries(
  remoteLocks.map(([provider, url]) => [
    urlName(provider),
    z
      .url({ protocol: /^https?$/ })
      .refine(isOverTls, 'doors’ codes go there: it must be https')
      .default(url),
  ]),
) as Record<UrlName<RemoteLock>, z.ZodDefault<z.ZodURL>>

/** The addresses of vendors' services by the names of their locks. */
export const lockUrls = (env: Readonly<Record<UrlName<RemoteLock>, string>>) =>
  // Each remote lock has one.
  Object.fromEntries(remoteLocks.map(([provider]) => [provider, env[urlName(provider)]])) as Record<RemoteLock, string>
