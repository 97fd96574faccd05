import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Special-purpose IPv4 networks: private, shared, loopback, link-local, documentation, benchmarking, multicast. */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Special parts of 2000::/3: Teredo and similar, documentation, 6to4. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const special = new BlockList()
for (const [network, prefix] of SPECIAL_V4) special.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_V6) special.addSubnet(network, prefix, 'ipv6')

/** The global unicast range; addresses that embed an IPv4 address (mapped, NAT64) are outside it. */
const global = new BlockList()
global.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is on the public internet: not this machine or its network, or an indirect way to them. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !special.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return global.check(address, 'ipv6') && !special.check(address, 'ipv6')
}
