import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { storeMail, storeSms } from '#server/platform/outbox/store-in-mailbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { developmentMailbox } from './routes.ts'

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: [] })
  developmentMailbox(server.app, server.context)
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(() => database.kysely.deleteFrom('development_mail').execute())

const MAIL = { to: 'aino@puoti.example', subject: 'Hello', text: 'Some text', html: '<p>Some text</p>' }
const list = async (): Promise<Record<string, unknown>[]> => (await server.get('/dev/mailbox.json')).json()
const page = async () => (await server.get('/dev/mailbox')).body

test('the mailbox lists emails and SMS, newest first', async () => {
  await storeMail(database.kysely, MAIL)
  await storeSms(database.kysely, { to: '+358401234567', text: 'Your code is 012345' })
  expect(await list()).toEqual([
    {
      channel: 'sms',
      to: '+358401234567',
      subject: null,
      text: 'Your code is 012345',
      html: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    },
    { channel: 'mail', ...MAIL, created_at: expect.any(String) },
  ])
})

test('the mailbox shows the last fifty messages', async () => {
  for (let index = 0; index < 60; index++) await storeMail(database.kysely, { ...MAIL, subject: `Number ${index}` })
  const subjects = (await list()).map(({ subject }) => subject)
  expect(subjects).toHaveLength(50)
  expect([subjects.at(0), subjects.at(-1)]).toEqual(['Number 59', 'Number 10'])
})

test('the page makes links clickable and codes easy to copy', async () => {
  await storeMail(database.kysely, {
    ...MAIL,
    text: 'Open\nhttp://localhost:3000/login/1001/1790000000000/a-_b\n\n012345\n',
  })
  const html = await page()
  expect(html).toContain('<a href="http://localhost:3000/login/1001/1790000000000/a-_b">')
  expect(html).toContain('<code>012345</code>')
  expect(html.match(/<code>/g)).toHaveLength(1)
})

test('the page escapes every text', async () => {
  const hostile = `<script>alert(1)</script> & "x" 'y' https://puoti.example/"onmouseover="alert(1) http://a<b>`
  await storeMail(database.kysely, { to: hostile, subject: hostile, text: hostile, html: hostile })
  const html = await page()
  expect(html).not.toContain('<script>')
  expect(html).not.toContain('"onmouseover')
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;x&quot; &#39;y&#39;')
})

test('the page has no inline style or script, so that it works under the strict content security policy', async () => {
  await storeMail(database.kysely, MAIL)
  const html = await page()
  expect(html).not.toMatch(/<style|<script|style="|javascript:/)
  expect((await server.get('/dev/mailbox.css')).headers['content-type']).toBe('text/css; charset=utf-8')
  expect(html).toContain('href="/dev/mailbox.css"')
})

test('the mailbox responds 404 when it is off', async () => {
  const off = await openShop({ database, modules: [] })
  off.context.config.devMailbox = false
  developmentMailbox(off.app, off.context)
  for (const path of ['/dev/mailbox', '/dev/mailbox.json']) expect((await off.get(path)).statusCode).toBe(404)
  await off.close()
})
