import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { recordAccepted, recordReport } from '#server/platform/outbox/sms-deliveries.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

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

const PHONE = '+358401112223'
const request = (browser: TestBrowser, phone = PHONE) => browser.call('POST sendVerification', { phone })
const state = async (browser: TestBrowser) => (await browser.call('GET verification-sms')).body
const newest = async () => {
  const row = await database.kysely
    .selectFrom('phone_verification')
    .select('sms_reference')
    .orderBy('user_id', 'desc')
    .executeTakeFirstOrThrow()
  return { gateway: '46elks' as const, reference: row.sms_reference ?? '' }
}
const FAILED = { state: 'failed', reason: '46elks: failed' } as const

test('a shopper who waits for a code learns that its SMS did not arrive, and only of the newest one', async () => {
  const browser = await server.signedIn('waiting@puoti.example')
  expect(await state(browser)).toEqual({ has_failed: false })
  await request(browser)
  const sms = await newest()
  await recordAccepted(database.kysely, sms)
  expect(await state(browser)).toEqual({ has_failed: false })
  await recordReport(database.kysely, sms, FAILED)
  expect(await state(browser)).toEqual({ has_failed: true })
  server.turnClock(61_000)
  await request(browser)
  expect((await newest()).reference).not.toBe(sms.reference)
  expect(await state(browser)).toEqual({ has_failed: false })
})

test('one whose number others have just asked a code for learns nothing of their SMS', async () => {
  const browser = await server.signedIn('other@puoti.example')
  await request(browser)
  expect(server.texts.filter(({ to }) => to === PHONE).length).toBeLessThan(3)
  expect(await state(browser)).toEqual({ has_failed: false })
})

test('once the code has ended, and to visitors, nothing is told', async () => {
  const browser = await server.signedIn('late@puoti.example')
  await request(browser, '+358401112224')
  await recordReport(database.kysely, await newest(), FAILED)
  expect(await state(browser)).toEqual({ has_failed: true })
  server.turnClock(10 * 60_000)
  expect(await state(browser)).toEqual({ has_failed: false })
  expect((await server.browser().call('GET verification-sms')).status).toBe(401)
})
