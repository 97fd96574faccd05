import { expect, test } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { ownOrigin } from './address.ts'

const DEMO_FOR_OTHERS = { PUOTI_DEMO: 'on', PUOTI_DEV_MAILBOX: 'on', PUOTI_TEST_PAYMENT: 'on' }

test.each([
  [{}, 'http://localhost:3000'],
  [{ PORT: '3203' }, 'http://localhost:3203'],
  [{ HOST: '127.0.0.1', PORT: '4000' }, 'http://127.0.0.1:4000'],
  [{ HOST: '::1' }, 'http://[::1]:3000'],
  [{ HOST: '0.0.0.0', ...DEMO_FOR_OTHERS }, 'http://localhost:3000'],
  [{ HOST: '::', ...DEMO_FOR_OTHERS }, 'http://localhost:3000'],
  [{ HOST: '192.168.1.20', ...DEMO_FOR_OTHERS }, 'http://192.168.1.20:3000'],
  [{ PUOTI_PUBLIC_URL: 'http://127.0.0.1:8080/', PORT: '3000' }, 'http://127.0.0.1:8080'],
  [{ PUOTI_PUBLIC_URL: 'https://shop.example', ...DEMO_FOR_OTHERS }, 'https://shop.example'],
])('the shop’s origin is the configured one, or where it listens: %o', (variables, origin) => {
  expect(ownOrigin(readConfig(variables))).toBe(origin)
})

test('the origin has the port that the system chose, or is that of the program serving the pages', () => {
  expect(ownOrigin(readConfig({ PORT: '0' }), { port: 40123 })).toBe('http://localhost:40123')
  const workbench = { port: 3000, pagesAt: 'http://localhost:5173' }
  expect(ownOrigin(readConfig({}), workbench)).toBe('http://localhost:5173')
  expect(ownOrigin(readConfig({ PUOTI_PUBLIC_URL: 'http://localhost:9' }), workbench)).toBe('http://localhost:9')
})
