import type { Updateable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HOUR_MS, DAY_MS } from '#domain/durations.ts'
import type { OrderEventKind } from '#domain/orders/order.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { LINK_TRACE_MS } from '#server/modules/accounts/sign-in/sign-in-by-code.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { cleanUp } from './clean-up.ts'

const NOW = new Date('2026-03-02T10:00:00Z')
const ago = (ms: number) => new Date(NOW.getTime() - ms)

let database: DatabaseHandle
let context: Context
let storeId = 0
beforeAll(async () => {
  database = await testDatabase()
  const server = await openShop({ database, now: () => NOW, modules: [] })
  context = server.context
  storeId = await addStore(database)
})
afterAll(() => database.close())

let last = 0
type User = {
  created_at?: Date
  last_login_at?: Date | null
  is_verified?: boolean
  is_admin?: boolean
  phone?: string
  blocked_at?: Date
}
const addUser = async (user: User = {}) => {
  const { id } = await database.kysely
    .insertInto('app_user')
    .values({
      email: `user-${(last += 1)}@puoti.example`,
      language_id: 1001,
      last_login_at: NOW,
      created_at: ago(2 * DAY_MS),
      ...user,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const bytes = () => Buffer.from(`bytes ${(last += 1)}`)
/** `until`: when the shop no longer counts wrong codes for it. */
const addLink = (user_id: number, until: Date) => {
  const created_at = new Date(until.getTime() - LINK_TRACE_MS)
  return database.kysely
    .insertInto('login_link')
    .values({ user_id, link_sha256: bytes(), issued_ms: 1, code_hmac: bytes(), created_at, expires_at: created_at })
    .execute()
}
const addOrder = async (status: 'checkout' | 'payment_pending' | 'preorder_booked', updated_at: Date) => {
  const { id } = await database.kysely
    .insertInto('customer_order')
    .values({ user_id: await addUser(), store_id: storeId, status, total_cents: 100, net_cents: 88, updated_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const isThere = async (
  table:
    | 'app_user'
    | 'login_link'
    | 'session'
    | 'visit'
    | 'development_mail'
    | 'rate_limit'
    | 'phone_verification'
    | 'sms_cooldown',
) => (await database.kysely.selectFrom(table).selectAll().execute()).length

beforeEach(async () => {
  const { kysely: db } = database
  for (const table of [
    'payment_attempt',
    'preorder_withdrawal',
    'order_event',
    'customer_order',
    'product_import',
    'bulk_change',
    'app_user',
    'development_mail',
    'rate_limit',
    'sms_cooldown',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
})

test('sessions, links and codes are deleted once they have expired, and not before', async () => {
  const user_id = await addUser()
  for (const expires_at of [ago(1), ago(-1)]) {
    await addLink(user_id, expires_at)
    await database.kysely.insertInto('session').values({ token_sha256: bytes(), user_id, expires_at }).execute()
    await database.kysely
      .insertInto('rate_limit')
      .values({ key: `${last}`, points: 1, expires_at })
      .execute()
    const verification = { user_id: await addUser(), phone: '+358401234567', code_hmac: bytes(), expires_at }
    await database.kysely.insertInto('phone_verification').values(verification).execute()
  }
  await cleanUp(context, CLEAN_UP_RULES)
  for (const table of ['session', 'login_link', 'rate_limit', 'phone_verification'] as const) {
    expect(await isThere(table), table).toBe(1)
  }
  const remaining = await database.kysely.selectFrom('session').select('expires_at').execute()
  expect(remaining).toEqual([{ expires_at: ago(-1) }])
})

test('an address that was never signed in with is deleted after a day', async () => {
  const never = { last_login_at: null }
  const retained = [
    await addUser({ ...never, created_at: ago(DAY_MS - 1) }),
    await addUser({ created_at: ago(99 * DAY_MS) }),
    await addUser({ ...never, is_verified: true, phone: '+358401234567' }),
    await addUser({ ...never, is_admin: true }),
    await addUser(never),
  ]
  await addLink(retained.at(-1)!, ago(-HOUR_MS))
  const gone = await addUser({ ...never, created_at: ago(DAY_MS + 1) })
  await addLink(gone, ago(DAY_MS))
  await cleanUp(context, CLEAN_UP_RULES)
  const users = await database.kysely.selectFrom('app_user').select('id').orderBy('id').execute()
  expect(users.map(({ id }) => id)).toEqual(retained)
})

test('an order placed more than a day ago is cancelled at checkout, whatever happened since, and its history names the clean-up', async () => {
  const placedAt = (id: number, created_at: Date) =>
    database.kysely.updateTable('customer_order').set({ created_at }).where('id', '=', id).execute()
  // Payments that were begun and cancelled renew only the time of the last change.
  const stale = await addOrder('checkout', ago(1000))
  await placedAt(stale, ago(DAY_MS + 1))
  const fresh = await addOrder('checkout', ago(DAY_MS - 1))
  await placedAt(fresh, ago(DAY_MS - 1))
  const pending = await addOrder('payment_pending', ago(9 * DAY_MS))
  const booked = await addOrder('preorder_booked', ago(9 * DAY_MS))
  await cleanUp(context, CLEAN_UP_RULES)
  const orders = await database.kysely
    .selectFrom('customer_order')
    .select(['id', 'cancelled_at'])
    .orderBy('id')
    .execute()
  expect(orders).toEqual([
    { id: stale, cancelled_at: NOW },
    { id: fresh, cancelled_at: null },
    { id: pending, cancelled_at: null },
    { id: booked, cancelled_at: null },
  ])
  const events = await database.kysely.selectFrom('order_event').selectAll().execute()
  expect(events).toMatchObject([
    {
      order_id: stale,
      actor: 'clean-up',
      kind: 'expired',
      from_status: 'checkout',
      to_status: 'cancelled',
      user_id: null,
    },
  ])
})

test('an order cancelled before any payment attempt is deleted after 90 days; what bookkeeping may need stays', async () => {
  const { kysely: db } = database
  const change = (id: number, row: Updateable<Database['customer_order']>) =>
    db.updateTable('customer_order').set(row).where('id', '=', id).execute()
  const cancelled = async (status: 'checkout' | 'preorder_booked', days: number) => {
    const id = await addOrder(status, ago(days * DAY_MS))
    await change(id, { cancelled_at: ago(days * DAY_MS) })
    return id
  }
  const tried = await cancelled('checkout', 400)
  const withdrawn = await cancelled('preorder_booked', 400)
  const fresh = await cancelled('checkout', 89)
  const booked = await addOrder('preorder_booked', ago(400 * DAY_MS))
  const preorder_event_id = await addEvent(db, { stores: [storeId], caps: new Map() })
  const replaced = { order_type: 'preorder' as const, replaces_order_id: await cancelled('preorder_booked', 91) }
  await change(booked, { ...replaced, preorder_event_id, booked_at: NOW })
  await cancelled('checkout', 91)
  const user_id = await addUser()
  const { id: terminal_id } = await db
    .insertInto('terminal')
    .values({ store_id: storeId, name: 'a terminal', provider: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const attempt = { service_id: 'refused', amount_cents: 100, currency: 'EUR', state: 'NOT_PROCESSED' } as const
  await db
    .insertInto('payment_attempt')
    .values({ ...attempt, order_id: tried, user_id, terminal_id, order_status_before: 'checkout', deadline_at: NOW })
    .execute()
  await db.insertInto('preorder_withdrawal').values({ order_id: withdrawn, user_id, product_ids: [] }).execute()
  await cleanUp(context, CLEAN_UP_RULES)
  const remaining = await db.selectFrom('customer_order').select(['id', 'replaces_order_id']).orderBy('id').execute()
  expect(remaining).toEqual([tried, withdrawn, fresh, booked].map(id => ({ id, replaces_order_id: null })))
})

test('an order that a shopper replaced, cancelled or left for another store unpaid is deleted after a day', async () => {
  const { kysely: db } = database
  const cancelled = async (
    kind: OrderEventKind,
    hours: number,
    status: 'checkout' | 'preorder_booked' = 'checkout',
  ) => {
    const id = await addOrder(status, ago(hours * HOUR_MS))
    await db
      .updateTable('customer_order')
      .set({ cancelled_at: ago(hours * HOUR_MS) })
      .where('id', '=', id)
      .execute()
    const event = { order_id: id, from_status: status, to_status: 'cancelled', actor: 'shopper', kind } as const
    await db.insertInto('order_event').values(event).execute()
    return id
  }
  for (const kind of ['replaced', 'cancelled', 'store_changed'] as const) await cancelled(kind, 25)
  const retained = [
    await cancelled('replaced', 23),
    // Once a day at most.
    await cancelled('expired', 25),
    await cancelled('cancelled', 25, 'preorder_booked'),
  ]
  await cleanUp(context, CLEAN_UP_RULES)
  const remaining = await db.selectFrom('customer_order').select('id').orderBy('id').execute()
  expect(remaining.map(({ id }) => id)).toEqual(retained)
})

test('an order whose payment begins at that moment is not cancelled', async () => {
  const stale = await addOrder('checkout', ago(2 * DAY_MS))
  await database.kysely
    .updateTable('customer_order')
    .set({ created_at: ago(2 * DAY_MS) })
    .execute()
  await database.kysely.transaction().execute(async paying => {
    await paying.selectFrom('customer_order').select('id').where('id', '=', stale).forUpdate().execute()
    await cleanUp(context, CLEAN_UP_RULES)
    await paying.updateTable('customer_order').set({ status: 'payment_pending' }).where('id', '=', stale).execute()
  })
  await cleanUp(context, CLEAN_UP_RULES)
  const order = await database.kysely
    .selectFrom('customer_order')
    .selectAll()
    .where('id', '=', stale)
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({ status: 'payment_pending', cancelled_at: null })
})

test('hourly page timings are kept for two days', async () => {
  const measure = { page: '/home', name: 'LCP', step: 3, count: 1 }
  for (const hour of [ago(49 * HOUR_MS), ago(47 * HOUR_MS)])
    await database.kysely
      .insertInto('web_vital_hour')
      .values({ ...measure, hour })
      .execute()
  await cleanUp(context, CLEAN_UP_RULES)
  const remaining = await database.kysely.selectFrom('web_vital_hour').select('hour').execute()
  expect(remaining.map(({ hour }) => hour)).toEqual([ago(47 * HOUR_MS)])
})

test('visits are deleted after 90 days, development mail after a week, cooldowns a day after they ended', async () => {
  const user_id = await addUser()
  for (const created_at of [ago(90 * DAY_MS + 1), ago(90 * DAY_MS - 1)]) {
    const visit = { user_id, store_id: storeId, began_by: 'store', created_at, last_at: created_at } as const
    await database.kysely.insertInto('visit').values(visit).execute()
  }
  for (const created_at of [ago(7 * DAY_MS + 1), ago(7 * DAY_MS - 1)]) {
    const mail = { channel: 'sms', recipient: '+358401234567', text: 't', created_at } as const
    await database.kysely.insertInto('development_mail').values(mail).execute()
  }
  for (const cooldown_until of [ago(DAY_MS + 1), ago(DAY_MS - 1)]) {
    const cooldown = { kind: 'phone', key: `${(last += 1)}`, sent_count: 1, cooldown_until } as const
    await database.kysely.insertInto('sms_cooldown').values(cooldown).execute()
  }
  await cleanUp(context, CLEAN_UP_RULES)
  for (const table of ['visit', 'development_mail', 'sms_cooldown'] as const)
    expect(await isThere(table), table).toBe(1)
})

test('a retention period set by the operator applies from the next run on', async () => {
  const user_id = await addUser()
  const { kysely: db } = database
  const choose = (value: object) =>
    db
      .updateTable('setting')
      .set({ value: JSON.stringify(value) })
      .where('name', '=', 'retention')
      .execute()
  for (const days of [20, 40])
    await db
      .insertInto('visit')
      .values({ user_id, store_id: storeId, began_by: 'store', created_at: ago(days * DAY_MS), last_at: NOW })
      .execute()
  await cleanUp(context, CLEAN_UP_RULES)
  expect(await isThere('visit')).toBe(2)
  await choose({ visit_days: 30 })
  await cleanUp(context, CLEAN_UP_RULES)
  expect(await isThere('visit')).toBe(1)
  await choose({})
})

test('an address that was blocked before its first sign-in is kept', async () => {
  const id = await addUser({ last_login_at: null, blocked_at: NOW })
  await cleanUp(context, CLEAN_UP_RULES)
  expect(await database.kysely.selectFrom('app_user').select('id').where('id', '=', id).execute()).toHaveLength(1)
})

test('one run deletes more than one batch, and two concurrent runs do no harm', async () => {
  const stale = Array.from({ length: 2_500 }, (_, index) => ({ key: `key ${index}`, points: 1, expires_at: ago(1) }))
  await database.kysely.insertInto('rate_limit').values(stale).execute()
  await Promise.all([cleanUp(context, CLEAN_UP_RULES), cleanUp(context, CLEAN_UP_RULES)])
  expect(await isThere('rate_limit')).toBe(0)
})

test('an uploaded product file that was not applied is deleted after a month; an applied one stays', async () => {
  const checked_by = await addUser()
  const add = async (days: number, state: 'checked' | 'applied') => {
    const checked_at = ago(days * DAY_MS)
    const saved = state === 'applied' ? { applied_by: checked_by, applied_at: checked_at } : {}
    const { id } = await database.kysely
      .insertInto('product_import')
      .values({ file_name: 'a.csv', headings: [], ignored_columns: [], state, checked_by, checked_at, ...saved })
      .returning('id')
      .executeTakeFirstOrThrow()
    const row = {
      product_import_id: id,
      row_number: 2,
      result: 'same',
      name: '',
      changes: '[]',
      problems: '[]',
    } as const
    await database.kysely.insertInto('product_import_row').values(row).execute()
    return id
  }
  const [old, fresh, saved] = [await add(31, 'checked'), await add(29, 'checked'), await add(400, 'applied')]
  await cleanUp(context, CLEAN_UP_RULES)
  const remaining = await database.kysely.selectFrom('product_import_row').select('product_import_id').execute()
  expect(remaining.map(row => row.product_import_id)).toEqual([fresh, saved])
  expect(remaining.map(row => row.product_import_id)).not.toContain(old)
})

test('the rows of a bulk change are deleted after 90 days; the bulk change itself stays', async () => {
  const user_id = await addUser()
  const add = async (days: number) => {
    const change = JSON.stringify({ kind: 'enabled', enabled: false })
    const { id } = await database.kysely
      .insertInto('bulk_change')
      .values({ change, user_id, created_at: ago(days * DAY_MS), products: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = [1, 2].map(product_id => ({ bulk_change_id: id, product_id, revision: 2, before: '{}' }))
    await database.kysely.insertInto('bulk_change_row').values(rows).execute()
    return id
  }
  const [old, fresh] = [await add(91), await add(89)]
  await cleanUp(context, CLEAN_UP_RULES)
  const remaining = await database.kysely.selectFrom('bulk_change_row').select('bulk_change_id').execute()
  expect(remaining.map(row => row.bulk_change_id)).toEqual([fresh, fresh])
  const changes = await database.kysely.selectFrom('bulk_change').select(['id', 'products']).orderBy('id').execute()
  expect(changes).toEqual([
    { id: old, products: 2 },
    { id: fresh, products: 2 },
  ])
})
