import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Person } from '#contract/accounts/people.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper, userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let teijo: number
let kirjakkala: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, modules: ['accounts', 'administration', 'stores', 'stock'] })
  anna = await server.caller('admin')
  teijo = await addStore(database, { name: 'Teijo' })
  kirjakkala = await addStore(database, { name: 'Kirjakkala' })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type RightInput = { kind: string; store_ids: number[] | null }
const helperIn = (...store_ids: number[]): RightInput[] => [{ kind: 'helper', store_ids }]
const change = (id: number, from: RightInput[], rights: RightInput[]) =>
  anna.call(`PUT people/${id}/rights`, { from, rights })

/** A signed-in person with these rights. */
async function person(rights: readonly GrantedRight[] = []) {
  const session = await signedInShopper(database, { rights })
  return { session, id: await userIdFor(database, session) }
}
const countSessions = async (id: number) =>
  (await database.kysely.selectFrom('session').select('user_id').where('user_id', '=', id).execute()).length
const listed = async (query = '') => {
  const { status, body } = await anna.call(`GET people${query}`)
  expect(status).toBe(200)
  return (body as { items: Person[] }).items
}
const find = async (id: number, query = '') => (await listed(query)).find(each => each.id === id)
const stockStatus = async (session: string, store: number) =>
  (await server.call(session, `GET admin/stores/${store}/stock`)).statusCode

describe('the list of people', () => {
  test('has the admins and everybody with a right, and no shopper', async () => {
    const helper = await person([{ kind: 'helper', storeId: teijo }])
    const shopper = await person()
    expect(await find(helper.id)).toMatchObject({
      is_admin: false,
      rights: [{ kind: 'helper', stores: [{ id: teijo, name: 'Teijo' }] }],
      has_passkey: false,
      sessions: 1,
      last_seen_at: expect.any(String),
    })
    expect(await find(anna.id)).toMatchObject({ is_admin: true, rights: [] })
    expect(await find(shopper.id)).toBeUndefined()
  })

  test('is filtered by the right and by the store, in which rights in all stores count', async () => {
    const keeper = await person([{ kind: 'keeper', storeId: null }])
    const helper = await person([{ kind: 'helper', storeId: kirjakkala }])
    const ids = async (query: string) => {
      const items = await listed(query)
      return [keeper.id, helper.id, anna.id].filter(id => items.some(each => each.id === id))
    }
    expect(await ids('?right=keeper')).toEqual([keeper.id])
    expect(await ids('?right=admin')).toEqual([anna.id])
    expect(await ids(`?store=${teijo}`)).toEqual([keeper.id, anna.id])
    expect(await ids(`?store=${kirjakkala}&right=helper`)).toEqual([helper.id])
    expect(await ids(`?store=${teijo}&right=helper`)).toEqual([])
    const { email = '' } = (await find(keeper.id)) ?? {}
    expect((await listed(`?q=${encodeURIComponent(email.slice(0, 12))}`)).map(({ id }) => id)).toEqual([keeper.id])
  })
})

describe('a change of rights', () => {
  test('ends the sessions of a person who gains one, and allows what it says in its stores only', async () => {
    const { id, session } = await person()
    expect((await change(id, [], helperIn(teijo))).status).toBe(200)
    expect(await countSessions(id)).toBe(0)
    expect(await stockStatus(session, teijo)).toBe(401)
    expect((await find(id))?.rights).toEqual([{ kind: 'helper', stores: [{ id: teijo, name: 'Teijo' }] }])
  })

  test('applies to the next call of an open session when it narrows or ends a right', async () => {
    const { id, session } = await person([{ kind: 'helper', storeId: null }])
    expect([await stockStatus(session, teijo), await stockStatus(session, kirjakkala)]).toEqual([200, 200])
    const everywhere = [{ kind: 'helper', store_ids: null }]
    expect((await change(id, everywhere, helperIn(teijo))).status).toBe(200)
    expect([await stockStatus(session, teijo), await stockStatus(session, kirjakkala)]).toEqual([200, 404])
    expect((await change(id, helperIn(teijo), [])).status).toBe(200)
    expect(await stockStatus(session, teijo)).toBe(403)
    expect(await find(id)).toBeUndefined()
    expect(await countSessions(id)).toBe(1)
  })

  test('is in the audit log with its reason, noted for a restore, and emailed to the person', async () => {
    const { id } = await person()
    const rights = [{ kind: 'keeper', store_ids: [kirjakkala, teijo] }]
    await anna.call(`PUT people/${id}/rights`, { from: [], rights, reason: ' new here ' })
    const [entry] = await listAuditEntries(anna, `user/${id}`)
    expect(entry).toMatchObject({
      by: { id: anna.id },
      reason: 'new here',
      changes: [{ field: 'rights.keeper', from: null, to: [teijo, kirjakkala] }],
    })
    const noted = database.kysely.selectFrom('access_change').select(['kind', 'right_kind', 'right_store_id'])
    expect(await noted.where('user_id', '=', id).orderBy('number').execute()).toEqual([
      { kind: 'right_granted', right_kind: 'keeper', right_store_id: teijo },
      { kind: 'right_granted', right_kind: 'keeper', right_store_id: kirjakkala },
    ])
    const { email } = await database.kysely
      .selectFrom('app_user')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const mail = await server.lastMail(email)
    expect(mail.text).toContain('Keeper: Teijo, Kirjakkala')
  })

  test('is refused when the rights have changed since they were read; the same change again changes nothing', async () => {
    const { id } = await person([{ kind: 'keeper', storeId: null }])
    const stale = await change(id, [], helperIn(teijo))
    expect(stale).toMatchObject({ status: 409, body: { code: 'record.changed' } })
    const keeper = [{ kind: 'keeper', store_ids: null }]
    expect((await change(id, keeper, keeper)).status).toBe(200)
    expect(await countSessions(id)).toBe(1)
    expect(await listAuditEntries(anna, `user/${id}`)).toEqual([])
  })

  test('of two at once, the second is refused', async () => {
    const { id } = await person()
    const answers = await Promise.all([change(id, [], helperIn(teijo)), change(id, [], helperIn(kirjakkala))])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect((await find(id))?.rights[0]?.stores).toHaveLength(1)
  })

  test.each([
    ['the admin right', { rights: [{ kind: 'admin', store_ids: null }] }],
    ['a flag', { rights: [], is_admin: true }],
    ['a flag of a right', { rights: [{ kind: 'helper', store_ids: null, is_admin: true }] }],
    ['a kind twice', { rights: [...helperIn(1001), ...helperIn(1002)] }],
    ['no store', { rights: helperIn() }],
    ['another user', { rights: [], user_id: 1001 }],
  ])('accepts no %s', async (_, body) => {
    const { id } = await person()
    expect((await anna.call(`PUT people/${id}/rights`, { from: [], ...body })).status).toBe(422)
    expect(await find(id)).toBeUndefined()
  })

  test('names stores and users that exist', async () => {
    const { id } = await person()
    expect(await change(id, [], helperIn(teijo, 999_999))).toMatchObject({ body: { code: 'store.notFound' } })
    expect((await change(999_999, [], [])).status).toBe(404)
  })
})

describe('the end of another person’s sessions', () => {
  test('logs the person out everywhere, is in the audit log, and leaves the rights', async () => {
    const { id, session } = await person([{ kind: 'helper', storeId: teijo }])
    expect((await anna.call(`DELETE people/${id}/sessions`)).status).toBe(200)
    expect(await stockStatus(session, teijo)).toBe(401)
    expect(await find(id)).toMatchObject({ sessions: 0, rights: [{ kind: 'helper' }] })
    const [entry] = await listAuditEntries(anna, `user/${id}`)
    expect(entry).toMatchObject({ by: { id: anna.id }, changes: [{ field: 'sessions', from: 1, to: 0 }] })
    expect((await anna.call(`DELETE people/${id}/sessions`)).status).toBe(200)
    expect(await listAuditEntries(anna, `user/${id}`)).toHaveLength(1)
  })

  test('is not for one’s own sessions', async () => {
    expect(await anna.call(`DELETE people/${anna.id}/sessions`)).toMatchObject({ body: { code: 'user.yourself' } })
  })
})

test('an admin without a passkey changes neither rights nor sessions of a person who has one', async () => {
  const { id } = await person([{ kind: 'helper', storeId: teijo }])
  await database.pool.query(
    `INSERT INTO passkey (user_id, credential_id, public_key, counter, transports, device_type, is_backed_up, name)
      VALUES ($1, $2, 'key', 0, '{internal}', 'multiDevice', true, 'Phone')`,
    [id, `credential ${id}`],
  )
  expect(await change(id, helperIn(teijo), [])).toMatchObject({ status: 403, body: { code: 'user.passkeyNeeded' } })
  expect(await anna.call(`DELETE people/${id}/sessions`)).toMatchObject({ body: { code: 'user.passkeyNeeded' } })
  expect(await find(id)).toMatchObject({ has_passkey: true, sessions: 1 })
})
