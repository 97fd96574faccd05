import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions, wrongCode } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

// Only the holder of a phone learns whether its number belongs to a customer.

let database: DatabaseHandle
let server: Shop
const statements: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ ...identityOptions(database), statements })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

let last = 0
const newPhone = () => `+35841${String((last += 1)).padStart(7, '0')}`
const newUser = () => server.signedIn(`taken-${(last += 1)}@puoti.example`)
const type = (browser: TestBrowser, verification_code: string) => browser.call('POST verify', { verification_code })
const codeIn = (text: string) => /\d{6}/.exec(text)?.[0] ?? ''
const smsTo = (phone: string) => server.texts.filter(({ to }) => to === phone)

/** The response to a code request and its statements, without the caller's own data. */
async function requestLink(browser: TestBrowser, phone: string) {
  statements.length = 0
  const { status, body } = await browser.call('POST sendVerification', { phone })
  const { id: _, email: __, phone: shownPhone, ...rest } = body
  return { status, isOwn: shownPhone === phone, rest, statements: [...statements] }
}

/** The verified number of a Finnish-speaking shopper. */
async function registerPhone() {
  const phone = newPhone()
  const browser = await server.signedIn(`owner-${last}@puoti.example`)
  await browser.call('POST sendVerification', { phone })
  await type(browser, codeIn((await server.lastSms(phone)).text))
  const { id: language_id } = await database.kysely
    .selectFrom('language')
    .select('id')
    .where('code', '=', 'fi')
    .executeTakeFirstOrThrow()
  await browser.call('PUT user', { language_id })
  return { phone, browser }
}

/** A number for which another account has just requested a code. */
async function busyPhone() {
  const phone = newPhone()
  await (await newUser()).call('POST sendVerification', { phone })
  await server.lastSms(phone)
  return phone
}

test('free, taken and currently requested numbers get the same response with the same statements', async () => {
  const usedPhone = (await registerPhone()).phone
  const justTaken = (await registerPhone()).phone
  server.turnClock(DAY_MS)
  const busy = await busyPhone()
  const free = await requestLink(await newUser(), newPhone())
  expect(free).toMatchObject({
    status: 200,
    isOwn: true,
    rest: {
      phone_unique_warning: false,
      verification_pending: true,
      sms_cooldown_until: new Date(server.context.now().getTime() + MINUTE_MS).toISOString(),
    },
  })
  for (const phone of [usedPhone, justTaken, busy]) {
    const browser = await newUser()
    expect(await requestLink(browser, phone)).toEqual(free)
    const again = await requestLink(browser, phone)
    expect(again).toMatchObject({ status: 422, rest: { code: 'verification.cooldown' } })
    expect((await browser.call('POST authenticate')).body).toMatchObject({ user: { phone_unique_warning: false } })
    for (let guess = 0; guess < 5; guess++) {
      expect((await type(browser, wrongCode(codeIn(smsTo(phone).at(-1)!.text)))).body).toMatchObject({
        code: 'verification.invalidCode',
      })
    }
    expect((await type(browser, '123456')).body).toMatchObject({ code: 'verification.codeExpired' })
  }
})

test('the SMS to a taken number is in its owner’s language, and its code reports the number as taken', async () => {
  const { phone } = await registerPhone()
  server.turnClock(DAY_MS)
  const browser = await newUser()
  await requestLink(browser, phone)
  const { text } = await server.lastSms(phone, 2)
  expect(text).toContain('on jo Puoti-tili')
  expect(text).toMatch(/\n\n@localhost #\d{6}$/)
  const answer = await type(browser, codeIn(text))
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'verification.phoneTaken', phone_unique_warning: true },
  })
  expect((await browser.call('POST authenticate')).body).toMatchObject({
    user: { phone, phone_unique_warning: true, verification_pending: false, is_verified: false },
  })
  expect((await type(browser, codeIn(text))).body).toMatchObject({ code: 'verification.codeExpired' })
})

test('a new sign-in clears the warning about a taken number', async () => {
  const { phone } = await registerPhone()
  server.turnClock(DAY_MS)
  const email = 'starts-over@puoti.example'
  const browser = await server.signedIn(email)
  await requestLink(browser, phone)
  await type(browser, codeIn((await server.lastSms(phone, 2)).text))
  const again = await server.signedIn(email)
  expect((await again.call('POST authenticate')).body).toMatchObject({ user: { phone_unique_warning: false } })
})

test('a number requested by many gets no more SMS than its cooldown allows, and an unsent code is invalid', async () => {
  const phone = await busyPhone()
  const askers = []
  for (let asker = 0; asker < 4; asker++) {
    const browser = await newUser()
    expect((await requestLink(browser, phone)).status).toBe(200)
    askers.push(browser)
  }
  server.turnClock(MINUTE_MS)
  const next = await newUser()
  await requestLink(next, phone)
  const { text } = await server.lastSms(phone, 2)
  expect(smsTo(phone)).toHaveLength(2)
  for (const browser of askers) {
    expect((await type(browser, codeIn(text))).body).toMatchObject({ code: 'verification.invalidCode' })
  }
  expect((await type(next, codeIn(text))).status).toBe(200)
})

test('a stranger who requests the same number does not invalidate the code sent to its owner', async () => {
  const [phone, browser, stranger] = [newPhone(), await newUser(), await newUser()]
  await requestLink(browser, phone)
  const { text } = await server.lastSms(phone)
  server.turnClock(MINUTE_MS)
  await requestLink(stranger, phone)
  await server.lastSms(phone, 2)
  // This request sends no SMS: the earlier code stays valid.
  expect((await requestLink(browser, phone)).status).toBe(200)
  expect((await type(browser, codeIn(text))).status).toBe(200)
})

test('a request uses the caller’s own daily limits whether an SMS is sent or not', async () => {
  const free = await ownPointsAfter(newPhone())
  expect(await ownPointsAfter(await busyPhone())).toEqual(free)
  expect(await ownPointsAfter((await registerPhone()).phone)).toEqual(free)
})

/** The limits of a caller's address and network, as many times smaller as the shop's are ample: what one call leaves of them. */
async function ownPointsAfter(phone: string): Promise<number[]> {
  const browser = await newUser()
  await database.kysely.deleteFrom('rate_limit').execute()
  await requestLink(browser, phone)
  const rows = await database.kysely.selectFrom('rate_limit').selectAll().execute()
  const shopLimits = ['sms per day', 'sms calls per day'].map(name =>
    server.context.secrets.hmac('rate limit', `${name}\ninstallation`).toString('base64url'),
  )
  return rows.filter(({ key }) => !shopLimits.includes(key)).map(({ points }) => points)
}
