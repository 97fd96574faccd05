import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS, DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions, wrongCode } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { onlyInFullTier } from '#test/tier.ts'

// What strangers who know only an address can do to its owner, with the ordinary limits, each from another IP address.

const INVALID_CODE = { status: 401, body: { code: 'login.invalidCode' } }
const LINK_ONLY = { status: 429, body: { code: 'login.linkOnly' } }

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await server.close()
  await database.kysely.deleteFrom('rate_limit').execute()
})
afterAll(() => database.close())

async function open(factor = '1') {
  server = await openShop(
    identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: factor, PUOTI_TRUSTED_PROXIES: '127.0.0.1' }),
  )
}

let place = 0
const browserElsewhere = () => {
  place += 1
  return server.browser({ 'x-forwarded-for': `203.${place >> 16}.${(place >> 8) & 255}.${place & 255}` }).opened()
}
const request = (browser: TestBrowser, email: string) => browser.call('POST login', { email })
const type = (browser: TestBrowser, email: string, code: string) => browser.call('POST login/code', { email, code })
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)

/** A browser at another IP address that requested a link, and the mail with it. */
async function requestLink(email: string, browser?: TestBrowser) {
  const requester = browser ?? (await browserElsewhere())
  const before = mailsTo(email).length
  await request(requester, email)
  return { browser: requester, mail: readSignInMail(await server.lastMail(email, before + 1)) }
}

/** Strangers request links until no more mails are sent. */
async function strangersAsk(email: string, times = 12) {
  for (let time = 0; time < times; time++) await request(await browserElsewhere(), email)
}

/** One stranger's wrong guesses, at most five per mail. */
async function strangerGuesses(email: string, times: number) {
  const { browser, mail } = await requestLink(email)
  const answers = []
  for (let time = 0; time < times; time++) answers.push(await type(browser, email, wrongCode(mail.code)))
  return { answers, browser, mail }
}

test('a stranger’s requests invalidate neither the link nor the code of the browser that asked first', async () => {
  await open()
  for (const [email, use] of [
    ['link@puoti.example', 'link'],
    ['code@puoti.example', 'code'],
  ] as const) {
    const { browser, mail } = await requestLink(email)
    await strangersAsk(email)
    const answer = use === 'link' ? browser.call(`POST ${mail.path.slice(1)}`) : type(browser, email, mail.code)
    expect((await answer).status, use).toBe(200)
  }
})

test('a browser with an open request gets another email, however often strangers ask', async () => {
  await open()
  const email = 'again@puoti.example'
  const { browser } = await requestLink(email)
  await strangersAsk(email)
  await server.lastMail(email, 5)
  const { mail } = await requestLink(email, browser)
  expect((await type(browser, email, mail.code)).status).toBe(200)
})

test('a browser that has signed in before gets an email, however often strangers ask', async () => {
  await open()
  const email = 'returns@puoti.example'
  const { browser, mail } = await requestLink(email)
  expect((await type(browser, email, mail.code)).status).toBe(200)
  await browser.call('POST logout')
  await browser.opened()
  await strangersAsk(email)
  const again = await requestLink(email, browser)
  expect((await type(browser, email, again.mail.code)).status).toBe(200)
})

test('using a link does not invalidate the code that another browser requested', async () => {
  await open()
  const email = 'two-devices@puoti.example'
  const [phone, laptop] = [await requestLink(email), await requestLink(email)]
  expect((await laptop.browser.call(`POST ${laptop.mail.path.slice(1)}`)).status).toBe(200)
  expect((await type(phone.browser, email, phone.mail.code)).status).toBe(200)
})

test.runIf(onlyInFullTier('it requests emails up to the limit of ten minutes'))(
  'strangers together cause at most twenty emails to an address in ten minutes; the rest is logged',
  async () => {
    await open()
    const email = 'flooded@puoti.example'
    const browsers = await Promise.all(Array.from({ length: 12 }, browserElsewhere))
    for (let time = 0; time < 6; time++) {
      for (const browser of browsers) expect((await request(browser, email)).status).toBe(200)
    }
    await server.lastMail(email, 20)
    await sleep(200)
    expect(mailsTo(email)).toHaveLength(20)
    const warnings = server.logged.filter(line => line.includes('no sign-in mail was sent'))
    expect(warnings).toHaveLength(72 - 20)
    expect(warnings.join('')).not.toContain('flooded')
  },
)

test.runIf(onlyInFullTier('it types wrong codes up to the limit of a week'))(
  'wrong codes add up for a week; after thirty only links sign in, and the response says so',
  async () => {
    await open()
    const email = 'guessed@puoti.example'
    for (let hour = 0; hour < 3; hour++) {
      for (let mail = 0; mail < 2; mail++) {
        const { answers } = await strangerGuesses(email, 5)
        for (const answer of answers) expect(answer).toMatchObject(INVALID_CODE)
      }
      server.turnClock(HOUR_MS)
    }
    const { browser, mail } = await requestLink(email)
    expect(await type(browser, email, mail.code)).toMatchObject(LINK_ONLY)
    expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
    server.turnClock(6 * DAY_MS)
    const later = await requestLink(email)
    expect(await type(later.browser, email, later.mail.code)).toMatchObject(LINK_ONLY)
    server.turnClock(DAY_MS)
    const week = await requestLink(email)
    expect((await type(week.browser, email, week.mail.code)).status).toBe(200)
  },
)

test.runIf(onlyInFullTier('it types wrong codes up to the limit of a week'))(
  'a browser that has signed in before has its own tries, which add up as well',
  async () => {
    await open()
    const email = 'own-tries@puoti.example'
    const { browser, mail } = await requestLink(email)
    expect((await type(browser, email, mail.code)).status).toBe(200)
    for (let guess = 0; guess < 4; guess++) await strangerGuesses(email, 3)
    const again = await requestLink(email, browser)
    expect((await type(browser, email, again.mail.code)).status).toBe(200)
    for (let round = 0; round < 6; round++) {
      server.turnClock(HOUR_MS)
      const requester = await requestLink(email, browser)
      for (let guess = 0; guess < 5; guess++) await type(browser, email, wrongCode(requester.mail.code))
    }
    server.turnClock(HOUR_MS)
    const last = await requestLink(email, browser)
    expect(await type(browser, email, last.mail.code)).toMatchObject(LINK_ONLY)
  },
)

test('a browser with another account’s cookie, or a forged one, has no tries of its own', async () => {
  await open()
  const [email, other] = ['mine@puoti.example', 'other@puoti.example']
  const signedIn = await requestLink(other)
  expect((await type(signedIn.browser, other, signedIn.mail.code)).status).toBe(200)
  for (let mail = 0; mail < 2; mail++) await strangerGuesses(email, 5)
  const forged = await browserElsewhere()
  forged.cookies.set('puoti-known', `${'x'.repeat(43)}.${'y'.repeat(43)}`)
  server.turnClock(20 * 60_000)
  for (const browser of [signedIn.browser, forged]) {
    const { mail } = await requestLink(email, browser)
    expect(await type(browser, email, mail.code)).toMatchObject(LINK_ONLY)
  }
})

test('an address without an account gets the same refusal', async () => {
  await open()
  const knownEmail = 'has-account@puoti.example'
  const first = await requestLink(knownEmail)
  expect((await type(first.browser, knownEmail, first.mail.code)).status).toBe(200)
  const bodies = []
  for (const email of [knownEmail, 'has-none@puoti.example']) {
    for (let mail = 0; mail < 2; mail++) await strangerGuesses(email, 5)
    const { answers } = await strangerGuesses(email, 1)
    bodies.push(answers[0])
    expect(await type(await browserElsewhere(), email, '123456')).toMatchObject(INVALID_CODE)
  }
  expect(bodies[0]).toMatchObject(LINK_ONLY)
  expect(bodies[1]?.body).toEqual(bodies[0]?.body)
})

test.runIf(onlyInFullTier('it types wrong codes up to the limit of the shop'))(
  'guesses over many accounts exhaust the shop’s tries; links and known browsers still sign in',
  async () => {
    // A tenth of every limit: thirty wrong codes a day in the shop, one an hour for an account.
    await open('0.1')
    const home = await requestLink('at-home@puoti.example')
    expect((await type(home.browser, 'at-home@puoti.example', home.mail.code)).status).toBe(200)
    for (let account = 0; account < 30; account++) {
      const { answers } = await strangerGuesses(`sprayed-${account}@puoti.example`, 1)
      expect(answers[0]).toMatchObject(INVALID_CODE)
      // Twenty mails an hour to new addresses.
      server.turnClock(6 * 60_000)
    }
    const fresh = 'first-time@puoti.example'
    const { browser, mail } = await requestLink(fresh)
    expect(await type(browser, fresh, mail.code)).toMatchObject(LINK_ONLY)
    expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
    const again = await requestLink('at-home@puoti.example', home.browser)
    expect((await type(home.browser, 'at-home@puoti.example', again.mail.code)).status).toBe(200)
    expect(server.logged.some(line => line.includes('too many wrong codes in the whole shop'))).toBe(true)
    server.turnClock(DAY_MS)
    const tomorrow = await requestLink('tomorrow@puoti.example')
    expect((await type(tomorrow.browser, 'tomorrow@puoti.example', tomorrow.mail.code)).status).toBe(200)
  },
)

test('one IP address can use up only a part of the shop’s tries', async () => {
  // A tenth: five wrong codes a day from one address.
  await open('0.1')
  const from = { 'x-forwarded-for': '198.51.100.23' }
  for (let account = 0; account < 6; account++) {
    const email = `from-one-place-${account}@puoti.example`
    const browser = await server.browser(from).opened()
    const { mail } = await requestLink(email, browser)
    const answer = await type(browser, email, wrongCode(mail.code))
    expect(answer, String(account)).toMatchObject(account < 5 ? INVALID_CODE : LINK_ONLY)
    server.turnClock(10 * 60_000)
  }
})
