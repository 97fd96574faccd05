import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { addOrder } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { grantPasskey } from './principals.ts'

const DUE = { status: 403, body: { code: 'session.passkeyRequired' } }
const MISSING = { status: 403, body: { code: 'session.passkeyMissing' } }
const NOT_FOUND = { status: 404, body: { code: 'notFound' } }
const NO_ORDER = 999_999

let database: DatabaseHandle
let stocked: Stocked
const apps: App[] = []

const open = async (variables: Record<string, string> = {}) => {
  const config = readConfig({ NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_LOG_LEVEL: 'silent', ...variables })
  const app = await openApp({ config, database })
  apps.push(app)
  return app
}
let offering: App
let requiring: App
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  offering = await open()
  requiring = await open({ PUOTI_ADMIN_PASSKEYS: 'required' })
}, 60_000)
afterAll(async () => {
  await Promise.all(apps.map(app => app.close()))
  await database.close()
})

/** A person who signed in by mail only: session, id and calls. */
async function person({ isAdmin }: { isAdmin: boolean }) {
  const session = await signedInShopper(database, { isAdmin, activeStoreId: stocked.storeId })
  const { user_id: id } = await database.kysely
    .selectFrom('session')
    .select('user_id')
    .where('token_sha256', '=', sha256(session))
    .executeTakeFirstOrThrow()
  const call = async (app: App, request: string, payload?: object) => {
    const [method, url] = request.split(' ')
    const answer = await app.http.inject({
      // Tests only use methods of the contract.
      method: method as 'GET' | 'POST',
      url: `/api/${url}`,
      headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(app.context.secrets, session) },
      ...(payload && { payload }),
    })
    return { status: answer.statusCode, body: answer.json<Record<string, unknown>>() }
  }
  return {
    id,
    call,
    session,
    confirm: (at: Date | null = new Date()) =>
      database.kysely
        .updateTable('session')
        .set({ passkey_confirmed_at: at })
        .where('token_sha256', '=', sha256(session))
        .execute(),
  }
}
const admin = () => person({ isAdmin: true })
async function adminBeforePasskey() {
  const one = await admin()
  await grantPasskey(database, one.session)
  return one
}

describe('pre-orders of other shoppers', () => {
  let otherOrder: number
  let owner: Awaited<ReturnType<typeof person>>
  const booked = (userId: number) =>
    addOrder(database, {
      user_id: userId,
      store_id: stocked.storeId,
      order_type: 'preorder',
      status: 'preorder_booked',
      products: [stocked.eventFish],
    })
  beforeAll(async () => {
    owner = await person({ isAdmin: false })
    otherOrder = await booked(owner.id)
  })

  test('an admin before the passkey confirmation sees only their own, and not which ids exist', async () => {
    const one = await adminBeforePasskey()
    for (const id of [otherOrder, NO_ORDER]) expect(await one.call(offering, `GET preorders/${id}`)).toMatchObject(DUE)
    const order = await booked(one.id)
    expect(await one.call(offering, `GET preorders/${order}`)).toMatchObject({ status: 200, body: { id: order } })
    await one.confirm()
    expect(await one.call(offering, `GET preorders/${otherOrder}`)).toMatchObject({
      status: 200,
      body: { id: otherOrder },
    })
    expect(await one.call(offering, `GET preorders/${NO_ORDER}`)).toMatchObject(NOT_FOUND)
    const yesterday = new Date(Date.now() - 13 * 3_600_000)
    await one.confirm(yesterday)
    expect(await one.call(offering, `GET preorders/${otherOrder}`)).toMatchObject(DUE)
  })

  test('an admin without a passkey sees them only if no passkey is required', async () => {
    const one = await admin()
    expect(await one.call(offering, `GET preorders/${otherOrder}`)).toMatchObject({ status: 200 })
    expect(await one.call(requiring, `GET preorders/${otherOrder}`)).toMatchObject(MISSING)
  })

  test('a shopper is never asked for a passkey', async () => {
    const one = await person({ isAdmin: false })
    expect(await one.call(requiring, `GET preorders/${otherOrder}`)).toMatchObject(NOT_FOUND)
    expect(await owner.call(requiring, `GET preorders/${otherOrder}`)).toMatchObject({ status: 200 })
  })
})

describe('the door of a store', () => {
  const setOpen = (always_open: boolean) =>
    database.kysely.updateTable('store').set({ always_open, lock_provider: 'rotating' }).execute()
  beforeEach(() => setOpen(false))
  const request = (one: Awaited<ReturnType<typeof admin>>, app = offering) =>
    one.call(app, 'POST door-code', { store_id: stocked.storeId })
  const GIVEN = { status: 200, body: { door_code: { state: 'active', code: expect.stringMatching(/^\d{8}$/) } } }

  test('gives an admin a code for a closed store only after a due passkey confirmation', async () => {
    const one = await adminBeforePasskey()
    expect(await request(one)).toMatchObject(DUE)
    await one.confirm()
    expect(await request(one)).toMatchObject(GIVEN)
    expect(await request(await admin())).toMatchObject(GIVEN)
    expect(await request(await admin(), requiring)).toMatchObject(MISSING)
    expect(await request(await person({ isAdmin: false }), requiring)).toMatchObject({ body: { code: 'door.closed' } })
  })

  test('gives an admin a code for an open store without a passkey', async () => {
    await setOpen(true)
    expect(await request(await adminBeforePasskey())).toMatchObject(GIVEN)
    expect(await request(await admin(), requiring)).toMatchObject(GIVEN)
  })

  test('hides the code for a closed store from a session without a passkey confirmation', async () => {
    const one = await adminBeforePasskey()
    await one.confirm()
    await request(one)
    await one.confirm(null)
    expect(await one.call(offering, 'GET door-code')).toMatchObject(DUE)
    expect(await request(one)).toMatchObject(DUE)
    await setOpen(true)
    expect(await one.call(offering, 'GET door-code')).toMatchObject(GIVEN)
  })

  test('asks for no passkey when an admin without a code queries the code', async () => {
    const one = await adminBeforePasskey()
    expect(await one.call(offering, 'GET door-code')).toMatchObject({ status: 200, body: { door_code: null } })
  })
})
