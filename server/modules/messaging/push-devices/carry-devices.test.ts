import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

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

type Browser = Awaited<ReturnType<ReturnType<Shop['browser']>['opened']>>
let mails: Record<string, number> = {}

/** Signs in by a mailed link, in a browser that may be signed in. */
async function signIn(browser: Browser, email: string): Promise<void> {
  mails = { ...mails, [email]: (mails[email] ?? 0) + 1 }
  await browser.call('POST login', { email })
  const { path } = readSignInMail(await server.lastMail(email, mails[email]))
  expect((await browser.call(`POST ${path.slice(1)}`)).status).toBe(200)
}

/** Subscribes an app in the newest session. */
const subscribe = (address: string) =>
  database.pool.query(
    `INSERT INTO push_device (user_id, session_sha256, platform, address, language_id, wants_notifications, wants_promotions)
    SELECT user_id, token_sha256, 'apns', $1, 1001, true, false FROM session ORDER BY created_at DESC LIMIT 1`,
    [address],
  )
const getSession = async (address: string) =>
  (
    await database.kysely
      .selectFrom('push_device')
      .innerJoin('session', 'session.token_sha256', 'push_device.session_sha256')
      .select('session.user_id')
      .where('address', '=', address)
      .executeTakeFirst()
  )?.user_id

test('a subscription survives a new sign-in in the same browser, and ends when another user signs in there', async () => {
  const browser = await server.browser().opened()
  await signIn(browser, 'aino@puoti.example')
  await subscribe('an app of Aino')
  const owner = await getSession('an app of Aino')
  expect(owner).toBeDefined()
  await signIn(browser, 'aino@puoti.example')
  expect(await getSession('an app of Aino')).toBe(owner)
  await signIn(browser, 'eero@puoti.example')
  expect(await getSession('an app of Aino')).toBeUndefined()
})
