import { lookup as systemLookup } from 'node:dns'
import { lookup as lookupNow } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { WireError } from './wire.ts'

const LOOPBACK = ['127.0.0.0/8', '::1/128']
const kindOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/**
 * Where a terminal's key may go without encryption: this machine, and the networks that the operator has named (as
 * 10.20.0.0/16). Anywhere else whoever listens has it, and whoever answers first is taken for the terminal.
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

  /** Whether a host, an address or a name, leads there as far as is known now; a name that is not found leads nowhere. */
  async leadsThere(host: string): Promise<boolean> {
    if (isIP(host)) return this.has(host)
    const found = await lookupNow(host, { all: true }).catch(() => [])
    return found.every(({ address }) => this.has(address))
  }

  /** For the moment of dialling, so that what it finds is what is dialled. One address outside refuses them all. */
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
