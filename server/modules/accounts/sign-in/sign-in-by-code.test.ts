import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { randomCode } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions, wrongCode } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const INVALID_CODE = { status: 401, body: { code: 'login.invalidCode' } }

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop(identityOptions(database))
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function requestLink(email: string, times = 1) {
  const browser = await server.browser().opened()
  const mails = []
  for (let mail = 1; mail <= times; mail++) {
    await browser.call('POST login', { email })
    mails.push(readSignInMail(await server.lastMail(email, mail)))
  }
  const type = (code: string) => browser.call('POST login/code', { email, code })
  return { browser, mails, mail: mails.at(-1)!, type }
}

test('the emailed code signs in the browser that requested it', async () => {
  const { browser, mail, type } = await requestLink('code@puoti.example')
  const answer = await type(mail.code)
  expect(answer).toMatchObject({ status: 200, body: { user: { email: 'code@puoti.example' } } })
  expect((await browser.call('POST authenticate')).status).toBe(200)
})

test('spaces and line breaks in a typed code are ignored', async () => {
  const { mail, type } = await requestLink('spaces@puoti.example')
  expect((await type(` ${mail.code.slice(0, 3)} ${mail.code.slice(3)}\n`)).status).toBe(200)
})

test('the email address is not case-sensitive', async () => {
  const { browser, mail } = await requestLink('capitals@puoti.example')
  const answer = await browser.call('POST login/code', { email: 'CAPITALS@puoti.example', code: mail.code })
  expect(answer.status).toBe(200)
})

test('leading zeros are part of the code', async () => {
  // Repeats until a code begins with 0: without its leading zero it is another code.
  for (let attempt = 0; attempt < 200; attempt++) {
    const { mail, type } = await requestLink(`zero-${attempt}@puoti.example`)
    if (!mail.code.startsWith('0')) continue
    expect(await type(mail.code.replace(/^0+/, ''))).toMatchObject(INVALID_CODE)
    expect((await type(mail.code)).status).toBe(200)
    return
  }
  throw new Error('no code began with 0')
})

test('random codes vary and always have six digits, including leading zeros', () => {
  const codes = Array.from({ length: 5_000 }, randomCode)
  expect(codes.every(code => /^\d{6}$/.test(code))).toBe(true)
  expect(codes.some(code => code.startsWith('0'))).toBe(true)
  expect(new Set(codes).size).toBeGreaterThan(4_900)
})

test('the code is refused in another browser', async () => {
  const { mail, type } = await requestLink('elsewhere@puoti.example')
  const other = await server.browser().opened()
  const answer = await other.call('POST login/code', { email: 'elsewhere@puoti.example', code: mail.code })
  expect(answer).toMatchObject(INVALID_CODE)
  expect((await type(mail.code)).status).toBe(200)
})

test('tries in another browser do not count against the requesting browser', async () => {
  const { mail, type } = await requestLink('calm@puoti.example')
  const other = await server.browser().opened()
  for (let attempt = 0; attempt < 8; attempt++) {
    await other.call('POST login/code', { email: 'calm@puoti.example', code: wrongCode(mail.code) })
  }
  expect((await type(mail.code)).status).toBe(200)
})

test('the right code is refused after five wrong ones, and the link still works', async () => {
  const { browser, mail, type } = await requestLink('guesser@puoti.example')
  for (let attempt = 0; attempt < 5; attempt++) expect(await type(wrongCode(mail.code))).toMatchObject(INVALID_CODE)
  expect(await type(mail.code)).toMatchObject(INVALID_CODE)
  expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
})

test('only five of fifty concurrent guesses count as tries', async () => {
  const { mail, type } = await requestLink('crowd@puoti.example')
  await Promise.all(Array.from({ length: 50 }, () => type(wrongCode(mail.code))))
  const tries = await database.kysely
    .selectFrom('login_link')
    .innerJoin('app_user', 'app_user.id', 'login_link.user_id')
    .select('failed_code_attempts')
    .where('email', '=', 'crowd@puoti.example')
    .execute()
  expect(tries).toEqual([{ failed_code_attempts: 5 }])
})

test('the right code sent twenty times concurrently signs in once', async () => {
  const { mail, type } = await requestLink('twenty@puoti.example')
  const answers = await Promise.all(Array.from({ length: 20 }, () => type(mail.code)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('only the newest code works, and using it invalidates all codes and links', async () => {
  const { browser, mails, mail, type } = await requestLink('several@puoti.example', 3)
  for (const { code } of mails.filter(older => older.code !== mail.code)) {
    expect(await type(code)).toMatchObject(INVALID_CODE)
  }
  expect((await type(mail.code)).status).toBe(200)
  for (const { code, path } of mails) {
    expect(await type(code)).toMatchObject(INVALID_CODE)
    expect((await browser.call(`POST ${path.slice(1)}`)).status).toBe(401)
  }
})

test('the code expires with its link, by use or after ten minutes', async () => {
  const used = await requestLink('used@puoti.example')
  await used.browser.call(`POST ${used.mail.path.slice(1)}`)
  expect(await used.type(used.mail.code)).toMatchObject(INVALID_CODE)
  const old = await requestLink('old@puoti.example')
  server.turnClock(10 * 60_000)
  expect(await old.type(old.mail.code)).toMatchObject(INVALID_CODE)
})

test('only the right code reveals that the user is blocked', async () => {
  const { mail, type } = await requestLink('blocked@puoti.example')
  const blocked_at = server.context.now()
  await database.kysely
    .updateTable('app_user')
    .set({ blocked_at })
    .where('email', '=', 'blocked@puoti.example')
    .execute()
  expect(await type(wrongCode(mail.code))).toMatchObject(INVALID_CODE)
  expect(await type(mail.code)).toMatchObject({ status: 403, body: { code: 'login.disabled' } })
})

test.each([
  ['letters', 'abcdef', 401],
  ['five digits', '12345', 401],
  ['seven digits', '1234567', 401],
  ['nothing', '', 401],
  ['digits of another script', '١٢٣٤٥٦', 401],
  ['a long text', '1'.repeat(21), 422],
  ['a number', 123_456, 422],
  ['nothing at all', undefined, 422],
])('%s is not a valid code and does not count as a try', async (name, code, status) => {
  const email = `bad-${name.replaceAll(' ', '-')}@puoti.example`
  const { browser } = await requestLink(email)
  expect((await browser.call('POST login/code', { email, code })).status).toBe(status)
  const { failed_code_attempts } = await database.kysely
    .selectFrom('login_link')
    .select('failed_code_attempts')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(failed_code_attempts).toBe(0)
})
