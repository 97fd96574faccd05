import { lookup as systemLookup } from 'node:dns'
import { lookup as lookupNow } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { WireError } from './wire.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Where a terminal's key may be sent without encryption: to this machine, and to the networks that the operator has
 * configured (as 10.20.0.0/16). Elsewhere an eavesdropper would get the key, and an impostor could pose as the terminal.
 */
export class PlainNetworks {
  readonly #named = new BlockList()

  constructor(networks: readonly string[]) {
    for (const network of [...LOOPBACK, ...networks]) {
      const [address = '', prefix = ''] = network.split('/')
      this.#named.addSubnet(address, Number(prefix), kindOf(address))
    }
  }

  has(address: string): boolean {
    return isIP(address) !== 0 && this.#named.check(address, kindOf(address))
  }

  /** Whether a host (an address or a name) currently resolves to allowed addresses only; an unknown name resolves to none. */
  async leadsThere(host: string): Promise<boolean> {
    if (isIP(host)) return this.has(host)
    const found = await lookupNow(host, { all: true }).catch(() => [])
    return found.every(({ address }) => this.has(address))
  }

  /** For use when connecting, so that the checked addresses are the ones dialled. One disallowed address rejects all. */
  readonly lookup: LookupFunction = (host, options, done) => {
    systemLookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? unprotected(), '')
      if (!addresses.every(({ address }) => this.has(address))) return done(unprotected(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
}

export const unprotected = () =>
  new WireError('unprotected', 'the way is not encrypted, and its network is none of PUOTI_TERMINAL_NETWORKS')
