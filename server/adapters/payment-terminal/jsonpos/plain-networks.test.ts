import { expect, test } from 'vitest'
import { PlainNetworks } from './connections.ts'

const networks = new PlainNetworks(['10.20.0.0/16', 'fd12:3456::/32'])

test.each(['127.0.0.1', '::1', '10.20.255.1', '::ffff:10.20.0.1', 'fd12:3456::7'])(
  '%s may be reached unencrypted',
  address => {
    expect(networks.has(address)).toBe(true)
  },
)

test.each(['10.21.0.1', '192.168.1.1', '203.0.113.7', '::ffff:10.21.0.1', 'fd12:3457::7', 'terminal.example', ''])(
  '%s may not be reached unencrypted',
  address => {
    expect(networks.has(address)).toBe(false)
  },
)

test('a host name is allowed by the addresses it resolves to', async () => {
  expect(await new PlainNetworks([]).leadsThere('localhost')).toBe(true)
  const looked = new Promise(resolve =>
    new PlainNetworks([]).lookup('localhost', { all: true }, (error, addresses) => resolve([error, addresses])),
  )
  expect(await looked).toMatchObject([null, expect.any(Array)])
})
