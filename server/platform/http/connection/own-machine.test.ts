import { afterAll, beforeAll, expect, test } from 'vitest'
import { developmentMailbox } from '#server/modules/operations/development-mailbox/routes.ts'
import { terminalPage } from '#server/modules/operations/virtual-terminal/terminal-page.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const PAGES = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css', '/dev/terminal', '/dev/terminal.css']

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: [] })
  developmentMailbox(server.app, server.context)
  terminalPage(server.app, server.context)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const getStatus = async (url: string, headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
  (await server.app.inject({ url, headers, remoteAddress })).statusCode

test.each(['localhost', 'localhost:3000', 'LOCALHOST:5173', '127.0.0.1:3000', '127.1.2.3', '[::1]', '[::1]:3000'])(
  'development pages are served at this machine’s own name %s',
  async host => {
    for (const url of PAGES) expect(await getStatus(url, { host })).toBe(200)
    for (const peer of ['::1', '::ffff:127.0.0.1', '127.0.0.9'])
      expect(await getStatus('/dev/mailbox.json', { host }, peer)).toBe(200)
  },
)

test.each([
  'evil.example',
  'shop.example:3000',
  'localhost.evil.example',
  'evil.example:80@localhost',
  '127.0.0.1.evil.example',
  '192.168.1.20:3000',
  '0.0.0.0',
  '[::ffff:10.0.0.1]',
  'localhost:3000,evil.example',
])('development pages are refused at any other name: %s', async host => {
  for (const url of PAGES) expect(await getStatus(url, { host })).toBe(403)
})

test('development pages are refused to other machines and through proxies, whatever host is named', async () => {
  const host = 'localhost:3000'
  for (const peer of ['192.168.1.20', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1', '2001:db8::1'])
    for (const url of PAGES) expect(await getStatus(url, { host }, peer)).toBe(403)
  for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'])
    for (const url of PAGES) expect(await getStatus(url, { host, [header]: '198.51.100.7' })).toBe(403)
})

test('the virtual terminal’s buttons work only at this machine’s own name, and the refusal links the page', async () => {
  const post = (host: string) =>
    server.app.inject({
      method: 'POST',
      url: '/dev/terminal/some-payment/approve',
      headers: { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'press=approve',
    })
  const refused = await post('rebound.example:3000')
  expect(refused.statusCode).toBe(403)
  expect(refused.body).toContain(`${server.context.origin()}/dev/`)
  expect(refused.body).not.toContain('rebound')
  expect((await post('localhost:3000')).statusCode).toBe(303)
})
