import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockUser } from '#server/modules/accounts/admin-users/block-user.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { randomToken } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { type Shop, openShop } from '#test/shop/open-shop.ts'

// An admin without a passkey.
const BY_MAIL = {
  tokenHash: Buffer.alloc(0),
  passkey: 'none',
  passkeyConfirmedAt: null,
  signedInAt: new Date(),
} as const

let database: DatabaseHandle
let server: Shop
let adminId: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop(identityOptions(database))
  await server.signedIn('admin@puoti.example')
  adminId = await getId('admin@puoti.example')
  const rights = { is_admin: true, is_verified: true, phone: '+358401234567' }
  await database.kysely.updateTable('app_user').set(rights).where('id', '=', adminId).execute()
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const getId = async (email: string) =>
  (await database.kysely.selectFrom('app_user').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id

async function block(email: string, isBlocked: boolean): Promise<void> {
  const author = { userId: adminId, at: server.context.now(), reason: undefined }
  const changed = await blockUser(server.context, { id: await getId(email), isBlocked, author, caller: BY_MAIL })
  expect(changed).toMatchObject({ is_blocked: isBlocked })
}

const DISABLED = { status: 401, body: { code: 'session.disabled' } }
const REQUIRED = { status: 401, body: { code: 'session.required' } }

test('each browser of a disabled user is told so by its next call, and by authenticate with a token', async () => {
  const email = 'aino@puoti.example'
  const [phone, computer, other] = [
    await server.signedIn(email),
    await server.signedIn(email),
    await server.signedIn('pekka@puoti.example'),
  ]
  await block(email, true)
  expect(await phone.call('GET sessions')).toMatchObject(DISABLED)
  expect(await phone.call('PUT user', { language_id: 1002 })).toMatchObject(DISABLED)
  const answer = await computer.call('POST authenticate')
  expect(answer).toMatchObject(DISABLED)
  expect(answer.body['csrf_token']).toMatch(/^[\w-]{43}$/)
  // Every call is told, until the browser logs out.
  expect(await computer.call('GET sessions')).toMatchObject(DISABLED)
  expect((await computer.call('POST logout')).status).toBe(200)
  expect(await computer.call('POST authenticate')).toMatchObject(REQUIRED)
  expect((await computer.call('POST login', { email })).status).toBe(200)
  expect((await other.call('GET sessions')).status).toBe(200)
})

test('nobody without the session learns that an account is disabled', async () => {
  const email = 'saana@puoti.example'
  await server.signedIn(email)
  await block(email, true)
  const stranger = await server.browser().opened()
  expect(await stranger.call('POST authenticate')).toMatchObject(REQUIRED)
  stranger.cookies.set(SESSION_COOKIE, randomToken())
  expect(await stranger.call('GET sessions')).toMatchObject(REQUIRED)
})

test('the session stays ended once the user is enabled again, or has logged out', async () => {
  const email = 'eino@puoti.example'
  const [phone, computer] = [await server.signedIn(email), await server.signedIn(email)]
  const cookie = computer.cookies.get(SESSION_COOKIE) ?? ''
  await block(email, true)
  await computer.call('POST logout')
  computer.cookies.set(SESSION_COOKIE, cookie)
  expect(await computer.call('GET sessions')).toMatchObject(REQUIRED)
  expect(await phone.call('GET sessions')).toMatchObject(DISABLED)
  await block(email, false)
  expect(await phone.call('GET sessions')).toMatchObject(REQUIRED)
})
