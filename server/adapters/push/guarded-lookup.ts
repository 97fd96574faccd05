import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED'
  constructor() {
    super('the address is not one of the public internet')
  }
}

/** Names resolved by the system, or by a test. */
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Called when connecting, and the returned addresses are the ones dialled, which prevents DNS rebinding. One address that is
 * not public rejects all.
 */
export const guardedLookup =
  (resolve: Resolve = systemLookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new AddressRefused(), '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new AddressRefused(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
