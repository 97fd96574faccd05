import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key to count a call by: an IPv4 address, or the /64 of an IPv6 address, since a household has 2^64 of those. Expects
 * `request.ip`, which follows X-Forwarded-For only through trusted proxies.
 */
export function clientAddress(ip: string): string {
  const address = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  return `${networkGroups(address).join(':')}::/64`
}

/** The first four groups, without leading zeros. */
function networkGroups(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const before = groupsOf(head)
  const after = groupsOf(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups.slice(0, 4).map(group => group.replace(/^0+(?=.)/, ''))
}

/** A dotted end counts as its two groups. */
const groupsOf = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))
