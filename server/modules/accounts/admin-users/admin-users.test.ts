import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminUser, UserRow } from '#contract/accounts/admin-users.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { randomToken, sha256 } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper, userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, modules: ['accounts', 'administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type ListedUser = {
  email: string
  phone?: string | null
  is_verified?: boolean
  last_login_at?: Date
  is_admin?: boolean
}
let count = 0
async function added(row: ListedUser): Promise<number> {
  const { id } = await database.kysely
    .insertInto('app_user')
    .values({ phone: `+35845${1_000_000 + ++count}`, is_verified: true, language_id: 1002, ...row })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const found = async (query: string) => {
  const { status, body } = await anna.call(`GET users${query}`)
  expect([query, status]).toEqual([query, 200])
  return (body as { items: UserRow[]; total: number }).items.map(({ email }) => email)
}
const read = async (id: number) => (await anna.call(`GET users/${id}`)).body as AdminUser
type ChangeOptions = 'blocked' | 'admin' | 'bookkeeper' | 'phone-blocked'
const changeBy = (by: Caller, change: `${number} ${ChangeOptions}`, body: object) =>
  by.call(`PUT users/${change.replace(' ', '/')}`, body)
const change = (id: number, what: ChangeOptions, body: object) => changeBy(anna, `${id} ${what}`, body)
const getAuditLog = async (id: number) => {
  const items = await listAuditEntries(anna, `user/${id}`)
  return items.map(({ changes, reason, by }) => [
    by.id,
    reason,
    ...changes.map(({ field, to }) => `${field}: ${String(to)}`),
  ])
}
const getSessions = (id: number) =>
  database.kysely.selectFrom('session').select('user_id').where('user_id', '=', id).execute()

describe('the list of users', () => {
  beforeAll(async () => {
    await added({ email: 'maija.meikalainen@listed.example', phone: '+358401234567' })
    await added({ email: 'sven@listed.example', phone: '+46701234567', last_login_at: new Date('2026-01-05') })
    await added({ email: 'never@listed.example', phone: null, is_verified: false })
    await added({ email: 'äiti@listed.example', last_login_at: new Date('2026-01-06') })
  })

  test.each([
    ['meika', ['maija']],
    ['MAIJA', ['maija']],
    ['040 123 4567', ['maija']],
    ['0401234', ['maija']],
    ['+358 40 123', ['maija']],
    ['00358401234567', ['maija']],
    ['070-123', ['sven']],
    ['1234567', ['maija', 'sven']],
    ['ma listed', ['maija']],
    ['äit', ['äiti']],
    ['sven 040', []],
    ['100%', []],
  ])('a search for %j returns %j', async (q, names) => {
    const emails = await found(`?sort=email&q=${encodeURIComponent(q)}`)
    const listed = emails.filter(email => email.endsWith('@listed.example'))
    expect(listed.map(email => email.replace(/[.@].*/, ''))).toEqual(names)
  })

  test('lists the most recent sign-ins first, and users who never signed in last', async () => {
    const latest = ['äiti@listed.example', 'sven@listed.example']
    expect((await found('?q=listed.example')).slice(0, 2)).toEqual(latest)
    expect((await found('?q=listed.example&sort=last_login')).slice(-2)).toEqual(latest.toReversed())
  })

  test('can be filtered by admin right, block, verification and blocked phone number', async () => {
    const id = await added({ email: 'narrow@listed.example', phone: '+358409999999', is_admin: true })
    await change(id, 'phone-blocked', { phone: '+358409999999', is_blocked: true })
    await change(id, 'blocked', { is_blocked: true })
    for (const filter of ['is_admin=true', 'is_blocked=true', 'is_verified=false', 'phone_blocked=true'])
      expect(await found(`?q=narrow&${filter}`)).toEqual(['narrow@listed.example'])
    for (const filter of ['is_admin=false', 'is_blocked=false', 'is_verified=true', 'phone_blocked=false'])
      expect(await found(`?q=narrow&${filter}`)).toEqual([])
    expect((await anna.call('GET users?admin=true')).status).toBe(422)
  })

  test('is exported with the search applied', async () => {
    const { text } = await anna.call('GET users.csv?q=meika')
    expect(text.split('\r\n')[0]).toContain('id;email;phone;is_admin;is_bookkeeper;is_verified;is_blocked')
    expect(text.split('\r\n')[1]).toContain('maija.meikalainen@listed.example')
    expect(text.split('\r\n').length).toBe(3)
    expect((await anna.call('GET users.xlsx?q=meika')).raw.subarray(0, 2).toString()).toBe('PK')
  })
})

describe('a user', () => {
  test('is shown with sessions, store, latest orders and the verified owner of a shared phone number', async () => {
    const storeId = await addStore(database, { name: 'Kyläpuoti' })
    const owner = await added({ email: 'owner@one.example', phone: '+358401111111' })
    const id = await added({ email: 'second@one.example', phone: '+358401111111', is_verified: false })
    await database.kysely
      .updateTable('app_user')
      .set({ phone_unique_warning: true, active_store_id: storeId })
      .where('id', '=', id)
      .execute()
    const order = { user_id: id, store_id: storeId, total_cents: 290, net_cents: 255 }
    const orders = [
      ...Array.from({ length: 6 }, () => ({ ...order, status: 'complete' as const, paid_at: new Date() })),
      { ...order, status: 'checkout' as const, paid_at: null },
    ]
    await database.kysely.insertInto('customer_order').values(orders).execute()
    const user = await read(id)
    expect(user).toMatchObject({
      phone_unique_warning: true,
      phone_owner: { id: owner, email: 'owner@one.example' },
      active_store: { id: storeId, name: 'Kyläpuoti' },
      sessions: 0,
      language_id: 1002,
      orders: { total: 7 },
    })
    expect(user.orders.latest.length).toBe(5)
    expect(user.orders.latest[0]).toMatchObject({ status: 'checkout', total_amount: 2.9, store: { name: 'Kyläpuoti' } })
    expect((await anna.call('GET users/999999')).status).toBe(404)
  })

  test('loses every session when blocked, and can be unblocked', async () => {
    const session = await signedInShopper(database)
    const id = await userIdFor(database, session)
    expect(await read(id)).toMatchObject({ sessions: 1, is_blocked: false, blocked_at: null })
    const blocked = await change(id, 'blocked', { is_blocked: true, reason: ' stole ' })
    expect(blocked).toMatchObject({ status: 200, body: { is_blocked: true, sessions: 0 } })
    expect(await getSessions(id)).toEqual([])
    const first = (await read(id)).blocked_at
    await change(id, 'blocked', { is_blocked: true })
    expect((await read(id)).blocked_at).toBe(first)
    expect(await changeBy(bertil, `${id} blocked`, { is_blocked: false })).toMatchObject({
      body: { is_blocked: false },
    })
    expect(await getAuditLog(id)).toEqual([
      [bertil.id, null, 'is_blocked: false'],
      [anna.id, 'stole', 'is_blocked: true'],
    ])
  })

  test('can use the back office once made an admin, and cannot after the right is revoked', async () => {
    const session = await signedInShopper(database)
    const email = `${session.toLowerCase()}@puoti.example`
    const { items } = (await anna.call(`GET users?q=${encodeURIComponent(email)}`)).body as { items: UserRow[] }
    const id = items[0]!.id
    const calls = async (caller = session) => (await server.get('/api/admin/users', { session: caller })).statusCode
    expect(await calls()).toBe(403)
    await change(id, 'admin', { is_admin: true })
    expect(await calls()).toBe(401)
    const [token, expires_at] = [randomToken(), new Date('2099-01-01')]
    await database.kysely
      .insertInto('session')
      .values({ token_sha256: sha256(token), user_id: id, expires_at })
      .execute()
    expect(await calls(token)).toBe(200)
    await change(id, 'admin', { is_admin: false, reason: 'left' })
    expect(await calls(token)).toBe(403)
    expect(await getAuditLog(id)).toEqual([
      [anna.id, 'left', 'is_admin: false'],
      [anna.id, null, 'is_admin: true'],
    ])
  })

  test('may become a bookkeeper, who is listed as one, and loses the right at once', async () => {
    const id = await added({ email: 'books@listed.example' })
    expect((await change(id, 'bookkeeper', { is_bookkeeper: true })).body).toMatchObject({
      is_bookkeeper: true,
      is_admin: false,
    })
    expect(await found('?is_bookkeeper=true')).toEqual(['books@listed.example'])
    await change(id, 'bookkeeper', { is_bookkeeper: false, reason: 'another office' })
    expect(await found('?is_bookkeeper=true')).toEqual([])
    expect(await getAuditLog(id)).toEqual([
      [anna.id, 'another office', 'rights.bookkeeper: null'],
      [anna.id, null, 'rights.bookkeeper: all'],
    ])
    const noted = await database.kysely.selectFrom('access_change').select('kind').where('user_id', '=', id).execute()
    expect(noted.map(({ kind }) => kind)).toEqual(['right_granted', 'right_revoked'])
  })

  test.each(['blocked', 'admin', 'phone-blocked'] as const)('is not %s when it does not exist', async kind => {
    const bodies = {
      blocked: { is_blocked: true },
      admin: { is_admin: true },
      'phone-blocked': { phone: '+358401', is_blocked: true },
    }
    expect((await change(999_999, kind, bodies[kind])).status).toBe(404)
    expect((await change(anna.id, kind, {})).status).toBe(422)
    expect((await change(anna.id, kind, { ...bodies[kind], by: 1 })).status).toBe(422)
  })
})

describe('a blocked phone number', () => {
  test('unverifies its owner, and can still be unblocked after the user’s number has changed', async () => {
    const phone = '+358402222222'
    const verified = await added({ email: 'had@phone.example', phone })
    const warned = await added({ email: 'warned@phone.example', phone, is_verified: false })
    const blocked = await change(warned, 'phone-blocked', { phone, is_blocked: true, reason: 'spam' })
    expect(blocked).toMatchObject({ status: 200, body: { phone_blocked: true, blocked_phones: [{ phone }] } })
    expect(await read(verified)).toMatchObject({ is_verified: false, phone_blocked: true })
    expect(await getAuditLog(verified)).toEqual([[anna.id, 'spam', 'blocked_phones: 1', 'is_verified: false']])
    await database.kysely.updateTable('app_user').set({ phone: '+358403333333' }).where('id', '=', warned).execute()
    expect(await read(warned)).toMatchObject({ phone_blocked: false, blocked_phones: [{ phone }] })
    expect(await found('?q=warned&phone_blocked=true')).toEqual(['warned@phone.example'])
    const freed = await change(warned, 'phone-blocked', { phone, is_blocked: false })
    expect(freed).toMatchObject({ status: 200, body: { blocked_phones: [] } })
    expect((await getAuditLog(warned))[0]).toEqual([anna.id, null, 'blocked_phones: 0'])
    // The audit log is kept for ever, and a phone number is personal data.
    expect(JSON.stringify(await getAuditLog(warned))).not.toContain('358')
    expect(await read(verified)).toMatchObject({ is_verified: false, phone_blocked: false })
  })

  test('must be the number that the admin saw; otherwise nothing is blocked', async () => {
    const id = await added({ email: 'changed@phone.example', phone: '+358404444444' })
    const seen = await change(id, 'phone-blocked', { phone: '+358405555555', is_blocked: true })
    expect(seen).toMatchObject({ status: 409, body: { code: 'user.phoneOther' } })
    expect(await database.kysely.selectFrom('blocked_phone').selectAll().where('user_id', '=', id).execute()).toEqual(
      [],
    )
  })
})

describe('the back office', () => {
  const getPhone = async ({ id }: Caller) => (await read(id)).phone
  const ways = async (admin: Caller) =>
    [
      ['blocked', { is_blocked: true }],
      ['admin', { is_admin: false }],
      ['phone-blocked', { phone: await getPhone(admin), is_blocked: true }],
    ] as const

  test('requires confirmation from an admin who revokes their own access', async () => {
    for (const [what, body] of await ways(bertil)) {
      expect(await changeBy(bertil, `${bertil.id} ${what}`, body)).toMatchObject({
        status: 409,
        body: { code: 'user.yourself' },
      })
    }
    const leaving = await server.caller('admin')
    expect(await changeBy(leaving, `${leaving.id} admin`, { is_admin: false, confirm_self: true })).toMatchObject({
      status: 200,
    })
    expect((await leaving.call('GET users')).status).toBe(403)
  })

  test('always keeps at least one admin who can use it', async () => {
    await added({ email: 'unverified@admins.example', is_verified: false, is_admin: true })
    const blockedId = await added({ email: 'blocked@admins.example', is_admin: true })
    await change(blockedId, 'blocked', { is_blocked: true })
    for (const [what, body] of await ways(bertil)) {
      const other = await server.caller('admin')
      const phone = what === 'phone-blocked' ? { phone: await getPhone(other) } : {}
      expect(await changeBy(anna, `${other.id} ${what}`, { ...body, ...phone })).toMatchObject({ status: 200 })
    }
    expect(await change(bertil.id, 'admin', { is_admin: false })).toMatchObject({ status: 200 })
    for (const [what, body] of await ways(anna)) {
      const last = await change(anna.id, what, { ...body, confirm_self: true })
      expect([what, last]).toMatchObject([what, { status: 409, body: { code: 'user.lastAdmin' } }])
    }
    expect(await getSessions(anna.id)).toHaveLength(1)
  })
})
