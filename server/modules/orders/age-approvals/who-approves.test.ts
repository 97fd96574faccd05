import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApprovalRequest } from '#contract/orders/approvals.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { type Caller, userIdFor } from '#test/shop/callers.ts'
import { addStaffedHours, openLagerStore, orderLager } from '#test/shop/lager-store.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'

// A Wednesday; noon in Helsinki.
const NOON = new Date('2026-11-25T10:00:00Z')
const HOURS = { opens_at: '08:00', closes_at: '20:00' }
const APPROVAL_NEEDED = { code: 'order.approvalNeeded' }
const PAID = { string_code: 'SUCCESS' }

let shop: Shop
let admin: Caller
beforeAll(async () => {
  shop = await openShop({ now: NOON })
  admin = await shop.caller('admin')
})
afterAll(() => shop.close())

/** An order with lager of a helper who has checked in at the store. */
async function ownOrder() {
  const world = await orderLager(shop)
  const { stocked, session, id } = world
  const userId = await userIdFor(shop.database, session)
  const right = { user_id: userId, kind: 'helper' as const, store_id: stocked.storeId }
  await shop.database.kysely.insertInto('user_right').values(right).execute()
  const asStaff = (request: string, body?: object) => shop.call(session, request.replace(' ', ' admin/'), body)
  await asStaff(`PUT stores/${stocked.storeId}/presence`)
  const approveOwn = () => asStaff(`PUT approvals/${id}`, { is_approved: true })
  return { ...world, userId, asStaff, approveOwn }
}

describe('a person on staff who shops', () => {
  test('doesn’t approve the own order: another person does', async () => {
    const { request, read, decide, approveOwn, asStaff, pay } = await ownOrder()
    expect((await request()).state).toBe('waiting')
    const answer = await approveOwn()
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'approval.own' }])
    expect((await asStaff('GET approvals')).json<ApprovalRequest[]>().map(each => each.is_own)).toContain(true)
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    expect((await decide(true)).status).toBe(200)
    expect((await read()).state).toBe('approved')
    expect((await pay()).json()).toMatchObject(PAID)
  })

  test('reads what to do when nobody else is there, before and after an approval', async () => {
    const { request, read, leave, come, decide, pay, approveOwn } = await ownOrder()
    await leave()
    expect([(await read()).state, (await request()).state]).toEqual(['alone', 'alone'])
    expect((await approveOwn()).statusCode).toBe(409)
    await come()
    await request()
    await decide(true)
    await leave()
    expect((await read()).state).toBe('alone')
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    await come()
    expect((await pay()).json()).toMatchObject(PAID)
  })

  test('has one outcome of an own approval and another person’s at once', async () => {
    const { id, request, decide, approveOwn, pay } = await ownOrder()
    await request()
    const [refused, decided] = await Promise.all([approveOwn(), decide(false)])
    expect([refused.statusCode, decided.status]).toEqual([409, 200])
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    expect(await listAttempts(shop.database, id)).toEqual([])
  })

  test('is not helped by a row that says so', async () => {
    const { id, userId, request, decide, pay } = await ownOrder()
    await request()
    await decide(true)
    const stored = shop.database.kysely.updateTable('order_approval').set({ decided_by: userId })
    await stored.where('order_id', '=', id).execute()
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
  })
})

test('an admin doesn’t record the payment of an own pre-order with goods of a minimum age', async () => {
  const { stocked, helper } = await openLagerStore(shop)
  const { kysely: db } = shop.database
  await db.updateTable('product').set({ min_age: 15 }).where('id', '=', stocked.eventFish).execute()
  const { id } = await bookPreorder(shop.database, stocked, { user_id: admin.id, start_date: '2026-11-20' })
  await admin.call(`PUT stores/${stocked.storeId}/presence`)
  const complete = (by: Caller) =>
    by.call(`PUT orders/${id}/status`, { from: 'preorder_booked', to: 'complete', reason: 'cash' })
  expect((await complete(admin)).body).toMatchObject(APPROVAL_NEEDED)
  await helper.call(`PUT stores/${stocked.storeId}/presence`)
  expect((await complete(admin)).body).toMatchObject(APPROVAL_NEEDED)
  const other = await shop.caller('keeper', [stocked.storeId])
  await other.call(`PUT stores/${stocked.storeId}/presence`)
  expect((await complete(other)).status).toBe(200)
})

describe('an approval ends before the payment', () => {
  /** Approved in the store's staffed hours without a check-in. */
  async function approvedInHours() {
    const world = await orderLager(shop)
    await addStaffedHours(shop.database, world.stocked, HOURS)
    await world.leave()
    await world.request()
    expect((await world.decide(true)).status).toBe(200)
    expect((await world.read()).state).toBe('approved')
    return world
  }

  test('when the staffed hours are removed, and counts again while somebody else is there', async () => {
    const { stocked, read, pay, come, decide } = await approvedInHours()
    const { kysely: db } = shop.database
    await db.deleteFrom('store_staffed_hours').where('store_id', '=', stocked.storeId).execute()
    const saved = db.updateTable('store').set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    await saved.where('id', '=', stocked.storeId).execute()
    expect((await read()).state).toBe('staffGone')
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    expect((await decide(true)).body).toMatchObject({ code: 'approval.decided' })
    await come()
    expect((await read()).state).toBe('approved')
    expect((await pay()).json()).toMatchObject(PAID)
  })

  test('when the store’s hours are saved in another way', async () => {
    const { stocked, read, request, pay, decide } = await approvedInHours()
    const saved = shop.database.kysely.updateTable('store').set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    await saved.where('id', '=', stocked.storeId).execute()
    expect((await read()).state).toBe('needed')
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    expect([(await request()).state, (await decide(true)).status]).toEqual(['waiting', 200])
    expect((await pay()).json()).toMatchObject(PAID)
  })

  test.each(['right ends', 'right is then in another store', 'account is blocked'])(
    'when its person’s %s',
    async what => {
      const { stocked, helper, read, pay } = await approvedInHours()
      const other = (await openLagerStore(shop)).stocked.storeId
      const from = [{ kind: 'helper', store_ids: [stocked.storeId] }]
      const rights = what === 'right ends' ? [] : [{ kind: 'helper', store_ids: [other] }]
      const ended =
        what === 'account is blocked'
          ? await admin.call(`PUT users/${helper.id}/blocked`, { is_blocked: true, reason: 'left' })
          : await admin.call(`PUT people/${helper.id}/rights`, { from, rights })
      expect(ended.status).toBe(200)
      expect((await read()).state).toBe('needed')
      expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    },
  )
})

test('a right that ends while its person comes leaves nobody in the store', async () => {
  for (let round = 0; round < 4; round++) {
    const { stocked, helper, come } = await openLagerStore(shop)
    const from = [{ kind: 'helper', store_ids: [stocked.storeId] }]
    const end = admin.call(`PUT people/${helper.id}/rights`, { from, rights: [] })
    const [{ status }] = await Promise.all([end, come(), come(), come()])
    expect(status).toBe(200)
    const rows = shop.database.kysely.selectFrom('store_presence').select('user_id').where('user_id', '=', helper.id)
    expect(await rows.execute()).toEqual([])
  }
})
