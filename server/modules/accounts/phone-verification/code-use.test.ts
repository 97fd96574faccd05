import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findCodeUse } from './verification-code.ts'

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

/** Requests a code for a new user and, if `isTyped`, verifies with it. Returns the status of the verification, else 0. */
async function codeTo(number: number, isTyped: boolean): Promise<number> {
  const phone = `+35845000000${number}`
  const browser = await server.signedIn(`of-${number}@puoti.example`)
  expect((await browser.call('POST sendVerification', { phone })).status).toBe(200)
  const verification_code = /\d{6}/.exec((await server.lastSms(phone)).text)?.[0]
  return isTyped ? (await browser.call('POST verify', { verification_code })).status : 0
}

test('the codes sent and used in a day are counted once none of them can be used any more', async () => {
  expect(await codeTo(1, true)).toBe(200)
  await codeTo(2, false)
  await codeTo(3, false)
  expect(await findCodeUse(server.context)).toEqual({ sent: 0, used: 0 })
  server.turnClock(70 * MINUTE_MS)
  expect(await findCodeUse(server.context)).toEqual({ sent: 3, used: 1 })
  await codeTo(4, true)
  expect(await findCodeUse(server.context)).toEqual({ sent: 3, used: 1 })
  server.turnClock(24 * 60 * MINUTE_MS)
  expect(await findCodeUse(server.context)).toEqual({ sent: 1, used: 1 })
  const { rows } = await database.pool.query('SELECT sent, used FROM sms_code_hour ORDER BY hour')
  expect(rows).toEqual([
    { sent: 3, used: 1 },
    { sent: 1, used: 1 },
  ])
})
