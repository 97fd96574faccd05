import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let plain: Shop
let secure: Shop
beforeAll(async () => {
  database = await testDatabase()
  plain = await openShop(identityOptions(database))
})
afterAll(async () => {
  await Promise.all([plain.close(), secure.close()])
  await database.close()
})

test.each([
  ['en', / is your login code for /, 1001],
  ['fi', / on kirjautumiskoodisi /, 1002],
  ['sv', / är din inloggningskod /, 1003],
])('the email to a new user is in the language of the page: %s', async (language, subject, languageId) => {
  const email = `new-${language}@puoti.example`
  const browser = await plain.browser().opened()
  await browser.call(`POST login?lang=${language}`, { email })
  const mail = await plain.lastMail(email)
  expect(mail.subject).toMatch(subject)
  expect(mail.subject).toContain(readSignInMail(mail).code)
  const { language_id } = await database.kysely
    .selectFrom('app_user')
    .select('language_id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(language_id).toBe(languageId)
})

test('the text and HTML parts contain the same link and code', async () => {
  const browser = await plain.browser().opened()
  await browser.call('POST login', { email: 'both@puoti.example' })
  const mail = await plain.lastMail('both@puoti.example')
  const { link, code } = readSignInMail(mail)
  expect(link).toMatch(/^http:\/\/localhost(:\d+)?\/login\/\d+\/\d{13}\/[\w-]{43}$/)
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.html).toContain(code)
})

test('without a configured URL the link points to localhost, whatever the Host header', async () => {
  const browser = await plain.browser({ host: 'evil.example', 'x-forwarded-host': 'evil.example' }).opened()
  await browser.call('POST login', { email: 'rebound@puoti.example' })
  const mail = await plain.lastMail('rebound@puoti.example')
  expect(readSignInMail(mail).link).toMatch(/^http:\/\/localhost:\d+\/login\//)
  expect(mail.text + mail.html).not.toContain('evil')
})

test('the link uses the configured URL, whatever the Host header, and cookies are bound to the host', async () => {
  // Stops the outbox of the plain server, so that this one sends the mail: both send the messages of one database.
  await plain.context.outbox.stop()
  secure = await openShop(identityOptions(database, { PUOTI_PUBLIC_URL: 'https://kauppa.example' }))
  const browser = await secure.browser({ host: 'evil.example', 'x-forwarded-host': 'evil.example' }).opened()
  expect([...browser.cookies.keys()]).toEqual(['__Host-puoti-visitor'])
  await browser.call('POST login', { email: 'host@puoti.example' })
  const mail = await secure.lastMail('host@puoti.example')
  const { link, path } = readSignInMail(mail)
  expect(link).toMatch(/^https:\/\/kauppa\.example\/login\//)
  expect(mail.text + mail.html).not.toContain('evil')
  const answer = await browser.call(`POST ${path.slice(1)}`)
  expect(String(answer.headers['set-cookie'])).toMatch(
    /__Host-puoti-session=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax/,
  )
})
