import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS, HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { hashedPhone } from '#server/platform/secrets/secrets.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions, wrongCode } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { onlyInFullTier } from '#test/tier.ts'

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

let last = 0
/** A number that no test has used. */
const newPhone = () => `+35840${String((last += 1)).padStart(7, '0')}`
const newUser = () => server.signedIn(`user-${(last += 1)}@puoti.example`)
const request = (browser: TestBrowser, phone: string) => browser.call('POST sendVerification', { phone })
const type = (browser: TestBrowser, verification_code: unknown) => browser.call('POST verify', { verification_code })
const codeTo = async (phone: string, atLeast = 1) => {
  const sms = await server.lastSms(phone, atLeast)
  return /\d{6}/.exec(sms.text)?.[0] ?? ''
}
const smsTo = (phone: string) => server.texts.filter(({ to }) => to === phone).length
const verified = async (phone = newPhone()) => {
  const browser = await newUser()
  await request(browser, phone)
  await type(browser, await codeTo(phone))
  return browser
}

describe('sending a code', () => {
  test('returns the user with the phone in E.164 and the end of the cooldown', async () => {
    const browser = await newUser()
    const phone = newPhone()
    const national = `0${phone.slice(4)}`
    expect(await request(browser, national)).toMatchObject({
      status: 200,
      body: {
        phone,
        is_verified: false,
        phone_unique_warning: false,
        verification_pending: true,
        sms_cooldown_until: new Date(server.context.now().getTime() + MINUTE_MS).toISOString(),
      },
    })
    expect((await server.lastSms(phone)).text).toMatch(/^\d{6} is your Puoti code, .*\n\n@localhost #\d{6}$/)
  })

  test('uses the language of the call', async () => {
    const phone = newPhone()
    await (await newUser()).call('POST sendVerification?lang=fi', { phone })
    expect((await server.lastSms(phone)).text).toContain('on Puoti-koodisi.')
  })

  test('is refused during the cooldown, which is reported and increases', async () => {
    const browser = await newUser()
    const phone = newPhone()
    const waits = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, 24 * HOUR_MS]
    for (const wait of waits) {
      expect((await request(browser, phone)).status).toBe(200)
      const until = new Date(server.context.now().getTime() + wait).toISOString()
      server.turnClock(wait - 1)
      const again = await request(browser, phone)
      expect(again).toMatchObject({ status: 422, body: { code: 'verification.cooldown', sms_cooldown_until: until } })
      server.turnClock(1)
    }
    expect((await request(browser, phone)).status).toBe(200)
    await server.lastSms(phone, 5)
    expect(smsTo(phone)).toBe(5)
  })

  test('applies the user’s cooldown to other numbers, and silently skips the SMS to a number in cooldown', async () => {
    const [one, other] = [await newUser(), await newUser()]
    const phone = newPhone()
    expect((await request(one, phone)).status).toBe(200)
    expect((await request(one, newPhone())).body).toMatchObject({ code: 'verification.cooldown' })
    expect((await request(other, phone)).status).toBe(200)
    expect((await request(other, newPhone())).body).toMatchObject({ code: 'verification.cooldown' })
    await server.lastSms(phone)
    expect(smsTo(phone)).toBe(1)
  })

  test('sends one SMS to a number that many users request at once', async () => {
    const phone = newPhone()
    const browsers = await Promise.all(Array.from({ length: 8 }, newUser))
    const answers = await Promise.all(browsers.map(browser => request(browser, phone)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(8)
    await server.lastSms(phone)
    await sleep(300)
    expect(smsTo(phone)).toBe(1)
  })

  test('respects a cooldown that a concurrent call for the number is writing', async () => {
    const phone = newPhone()
    await request(await newUser(), phone)
    server.turnClock(MINUTE_MS)
    const browser = await newUser()
    const late = await database.kysely.transaction().execute(async other => {
      await other
        .selectFrom('sms_cooldown')
        .selectAll()
        .where('key', '=', hashedPhone(server.context.secrets, phone))
        .forUpdate()
        .execute()
      const pending = request(browser, phone)
      await sleep(200)
      const cooldown_until = new Date(server.context.now().getTime() + 5 * MINUTE_MS)
      await other
        .updateTable('sms_cooldown')
        .set({ sent_count: 2, cooldown_until })
        .where('key', '=', hashedPhone(server.context.secrets, phone))
        .execute()
      return { pending }
    })
    expect((await late.pending).status).toBe(200)
    await sleep(300)
    expect(smsTo(phone)).toBe(1)
  })

  test('is refused for a blocked number, with a flag that makes the app log out', async () => {
    const phone = newPhone()
    await database.kysely.insertInto('blocked_phone').values({ phone }).execute()
    const browser = await newUser()
    expect(await request(browser, phone)).toMatchObject({
      status: 422,
      body: { code: 'verification.phoneBlocked', phone_blocked: true },
    })
    expect((await browser.call('POST authenticate')).body).toMatchObject({ user: { phone: null } })
    expect(smsTo(phone)).toBe(0)
  })

  test('is refused to a user whose own number is blocked, whichever number is requested', async () => {
    const phone = newPhone()
    const browser = await verified(phone)
    await database.kysely.insertInto('blocked_phone').values({ phone }).execute()
    await database.kysely.updateTable('app_user').set({ is_verified: false }).where('phone', '=', phone).execute()
    server.turnClock(HOUR_MS)
    expect((await browser.call('POST authenticate')).body).toMatchObject({ user: { phone_blocked: true } })
    expect(await request(browser, newPhone())).toMatchObject({
      status: 422,
      body: { code: 'verification.phoneBlocked', phone_blocked: true },
    })
  })

  test('is refused to a verified user', async () => {
    const browser = await verified()
    expect(await request(browser, newPhone())).toMatchObject({
      status: 409,
      body: { code: 'verification.alreadyVerified' },
    })
  })

  test.each([
    ['no number', { phone: 'abc' }, 'verification.phoneInvalid'],
    ['a land line', { phone: '+358 9 123 4567' }, 'verification.phoneInvalid'],
    ['another country', { phone: '+1 212 555 0100' }, 'verification.countryNotAllowed'],
    ['an empty number', { phone: '' }, 'request.invalid'],
    ['a number as a number', { phone: 401_234_567 }, 'request.invalid'],
    ['a long text', { phone: '0'.repeat(41) }, 'request.invalid'],
    ['an unknown field', { phone: '0401234567', is_verified: true }, 'request.invalid'],
    ['nothing', undefined, 'request.invalid'],
  ])('refuses %s and changes nothing', async (_name, body, code) => {
    const browser = await newUser()
    expect(await browser.call('POST sendVerification', body)).toMatchObject({ status: 422, body: { code } })
    expect((await browser.call('POST authenticate')).body).toMatchObject({ user: { phone: null } })
  })

  test('needs a session', async () => {
    const browser = await server.browser().opened()
    expect(await request(browser, newPhone())).toMatchObject({ status: 401, body: { code: 'session.required' } })
    expect(await type(browser, '123456')).toMatchObject({ status: 401, body: { code: 'session.required' } })
  })
})

describe('verifying', () => {
  test('accepts a code sent as a number without its leading zeros', async () => {
    for (let attempt = 0; attempt < 400; attempt++) {
      const phone = newPhone()
      const browser = await newUser()
      await request(browser, phone)
      const code = await codeTo(phone)
      if (!code.startsWith('0')) continue
      expect(await type(browser, Number(code))).toMatchObject({ status: 200, body: { is_verified: true, phone } })
      return
    }
    throw new Error('no code began with 0')
  })

  test('replaces the session’s cookie and token, and the old ones are refused', async () => {
    const browser = await newUser()
    const phone = newPhone()
    await request(browser, phone)
    const [oldCookies, oldToken] = [browser.cookieHeader(), browser.csrf]
    const answer = await type(browser, await codeTo(phone))
    expect(answer).toMatchObject({ status: 200, body: { is_verified: true, csrf_token: expect.any(String) } })
    expect(browser.csrf).not.toBe(oldToken)
    expect(await browser.call('PUT user', {})).toMatchObject({ status: 200, body: { is_verified: true } })
    const thief = server.browser({ cookie: oldCookies, 'x-csrf-token': oldToken })
    expect((await thief.call('PUT user', {})).status).toBe(401)
    expect((await thief.call('POST authenticate')).status).toBe(401)
  })

  test('keeps the session after a wrong code, and starts none when the session has ended meanwhile', async () => {
    const browser = await newUser()
    const phone = newPhone()
    const { id } = (await request(browser, phone)).body as { id: number }
    const code = await codeTo(phone)
    const cookies = browser.cookieHeader()
    await type(browser, wrongCode(code))
    expect(browser.cookieHeader()).toBe(cookies)
    const typing = await database.kysely.transaction().execute(async other => {
      await other.selectFrom('app_user').select('id').where('id', '=', id).forUpdate().execute()
      const began = type(browser, code)
      await sleep(200)
      await other.deleteFrom('session').where('user_id', '=', id).execute()
      return { began }
    })
    expect((await typing.began).body).toMatchObject({ code: 'session.required' })
    expect(browser.cookieHeader()).toBe(cookies)
    const sessions = database.kysely.selectFrom('session').select('user_id').where('user_id', '=', id)
    expect(await sessions.execute()).toEqual([])
  })

  test('refuses any code once the user is verified', async () => {
    expect(await type(await verified(), '123456')).toMatchObject({
      status: 409,
      body: { code: 'verification.alreadyVerified' },
    })
  })

  test('refuses the right code after five wrong ones, and accepts a new one', async () => {
    const browser = await newUser()
    const phone = newPhone()
    await request(browser, phone)
    const code = await codeTo(phone)
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await type(browser, wrongCode(code))).toMatchObject({
        status: 422,
        body: { code: 'verification.invalidCode' },
      })
    }
    expect(await type(browser, code)).toMatchObject({ status: 422, body: { code: 'verification.codeExpired' } })
    expect((await browser.call('POST authenticate')).body).toMatchObject({ user: { verification_pending: false } })
    server.turnClock(MINUTE_MS)
    await request(browser, phone)
    expect(await type(browser, await codeTo(phone, 2))).toMatchObject({ status: 200, body: { is_verified: true } })
  })

  test('checks only five of fifty concurrent guesses', async () => {
    const browser = await newUser()
    const phone = newPhone()
    await request(browser, phone)
    const code = await codeTo(phone)
    const answers = await Promise.all(Array.from({ length: 50 }, () => type(browser, wrongCode(code))))
    expect(answers.filter(({ body }) => body['code'] === 'verification.invalidCode')).toHaveLength(5)
  })

  test('refuses a code after ten minutes', async () => {
    const browser = await newUser()
    const phone = newPhone()
    await request(browser, phone)
    server.turnClock(10 * MINUTE_MS)
    expect((await type(browser, await codeTo(phone))).body).toMatchObject({ code: 'verification.codeExpired' })
  })

  test('accepts only the last code, and only from the user it was sent for', async () => {
    const [browser, other] = [await newUser(), await newUser()]
    const [first, second] = [newPhone(), newPhone()]
    await request(browser, first)
    const oldCode = await codeTo(first)
    server.turnClock(MINUTE_MS)
    await request(browser, second)
    const code = await codeTo(second)
    if (oldCode !== code)
      expect((await type(browser, oldCode)).body).toMatchObject({ code: 'verification.invalidCode' })
    expect((await type(other, code)).body).toMatchObject({ code: 'verification.codeExpired' })
    expect((await type(browser, code)).body).toMatchObject({ is_verified: true, phone: second })
  })

  test('refuses the code of a number that was blocked after sending', async () => {
    const browser = await newUser()
    const phone = newPhone()
    await request(browser, phone)
    await database.kysely.insertInto('blocked_phone').values({ phone }).execute()
    expect((await type(browser, await codeTo(phone))).body).toMatchObject({ code: 'verification.codeExpired' })
  })

  test.runIf(onlyInFullTier('it repeats a race of many users'))(
    'gives a number to exactly one of several users who verify it concurrently',
    async () => {
      for (let round = 0; round < 10; round++) {
        const phone = newPhone()
        const racers = []
        for (let mail = 1; mail <= 3; mail++) {
          const browser = await newUser()
          await request(browser, phone)
          racers.push({ browser, code: await codeTo(phone, mail) })
          server.turnClock([MINUTE_MS, 5 * MINUTE_MS, 0][mail - 1]!)
        }
        const answers = await Promise.all(racers.map(({ browser, code }) => type(browser, code)))
        const conflicts = answers.filter(({ body }) => body['code'] === 'verification.phoneTaken')
        expect([answers.filter(({ status }) => status === 200).length, conflicts.length]).toEqual([1, 2])
        const warned = await database.kysely
          .selectFrom('app_user')
          .select('is_verified')
          .where('phone', '=', phone)
          .where('phone_unique_warning', '=', true)
          .execute()
        expect(warned).toEqual([{ is_verified: false }, { is_verified: false }])
      }
    },
  )

  test.each([
    [{}],
    [{ verification_code: null }],
    [{ verification_code: ['1'] }],
    [{ verification_code: '1'.repeat(21) }],
    [{ verification_code: '1', is_verified: true }],
    ['"123456"'],
  ])('refuses %j', async body => {
    const browser = await newUser()
    const headers = { 'content-type': 'application/json' }
    expect((await browser.call('POST verify', body, headers)).body).toMatchObject({ code: 'request.invalid' })
  })
})

test('no code is readable in the database or the logs', async () => {
  const browser = await newUser()
  const phone = newPhone()
  await request(browser, phone)
  const code = await codeTo(phone)
  await server.context.outbox.enqueue(server.context.db, 'sms', { to: phone, text: `canary ${code}` })
  const text = `${await databaseText(database)}\n${server.logged.join('\n')}`
  expect(text).toContain(phone)
  expect(text).not.toContain('canary')
  expect(text).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`))
})
