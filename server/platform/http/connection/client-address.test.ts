import { expect, test } from 'vitest'
import { clientAddress, clientNetwork } from './address.ts'

test('an IPv4 address counts by itself, even in its IPv6 notation', () => {
  expect(clientAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(clientAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(clientAddress('::FFFF:192.0.2.7')).toBe('192.0.2.7')
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
])('%s counts as its network %s', (ip, network) => {
  expect(clientAddress(ip)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
])('what costs money counts %s as %s', (ip, network) => {
  expect(clientNetwork(ip)).toBe(network)
})
