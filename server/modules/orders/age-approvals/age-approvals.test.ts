import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { ApprovalRequest } from '#contract/orders/approvals.ts'
import type { Order } from '#contract/orders/orders.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { checkInvariants, FinalOutcomes } from '#server/modules/operations/invariants/check-invariants.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { addStaffedHours, beerIn, openLagerStore, orderLager } from '#test/shop/lager-store.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'

// A Wednesday; noon in Helsinki.
const NOON = Date.parse('2026-11-25T10:00:00Z')

let shop: Shop
let admin: Caller
let clock = NOON
beforeAll(async () => {
  shop = await openShop({ now: () => new Date(clock) })
  admin = await shop.caller('admin')
})
afterAll(() => shop.close())

const turnTo = (time: string) => {
  clock = Date.parse(`2026-11-25T${time}:00+02:00`)
}

const lagerStore = () => {
  clock = NOON
  return openLagerStore(shop)
}
const lagerAtCheckout = () => {
  clock = NOON
  return orderLager(shop)
}
const staff = (stocked: Stocked, opens_at: string, closes_at: string) =>
  addStaffedHours(shop.database, stocked, { opens_at, closes_at })

const APPROVAL_NEEDED = { code: 'order.approvalNeeded' }

describe('an order with lager', () => {
  test('is paid after a person in the store has approved it', async () => {
    const { order, stocked, helper, request, read, decide, pay } = await lagerAtCheckout()
    expect(order).toMatchObject({ status: 'checkout', needs_approval: true })
    expect(await read()).toEqual({ state: 'needed', expires_at: null, sold_from: null })
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    const waiting = { state: 'waiting', expires_at: '2026-11-25T10:02:00.000Z', sold_from: null }
    expect([await request(), await request(), await read()]).toEqual([waiting, waiting, waiting])
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    const { body } = await helper.call('GET approvals')
    expect(body).toEqual([
      {
        order_id: order.id,
        store: { id: stocked.storeId, name: 'Testilä', time_zone: 'Europe/Helsinki' },
        requested_at: '2026-11-25T10:00:00.000Z',
        expires_at: '2026-11-25T10:02:00.000Z',
        state: 'waiting',
        is_own: false,
        goods: [{ name: 'Lager', quantity: 1, unit: 'kpl', min_age: 18 }],
      },
    ])
    expect((await decide(true)).status).toBe(200)
    expect(await read()).toMatchObject({ state: 'approved' })
    expect((await pay()).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
    const row = await shop.database.kysely
      .selectFrom('order_approval')
      .select(['decision', 'decided_by', 'decided_at'])
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    expect(row).toEqual({ decision: 'approved', decided_by: helper.id, decided_at: new Date(NOON) })
    const shown = (await admin.call(`GET orders/${order.id}`)).body as AdminOrder
    expect(shown.events[0]).toMatchObject({
      kind: 'age_approved',
      by: { id: helper.id },
      at: '2026-11-25T10:00:00.000Z',
    })
  })

  test('that was refused is never paid, and not asked about again', async () => {
    const { order, request, read, decide, pay } = await lagerAtCheckout()
    await request()
    await decide(false)
    expect([await read(), await request()]).toMatchObject([{ state: 'refused' }, { state: 'refused' }])
    expect(await decide(true)).toMatchObject({ status: 409, body: { code: 'approval.decided', decision: 'refused' } })
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    expect(await listAttempts(shop.database, order.id)).toEqual([])
  })

  test('has one outcome of two decisions at once', async () => {
    const { stocked, request, read, decide } = await lagerAtCheckout()
    const keeper = await shop.caller('keeper', [stocked.storeId])
    await keeper.call(`PUT stores/${stocked.storeId}/presence`)
    await request()
    const answers = await Promise.all([decide(true), decide(false, keeper)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const winner = answers[0].status === 200 ? 'approved' : 'refused'
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ decision: winner })
    expect((await read()).state).toBe(winner)
  })

  test('times out, and may be asked about again', async () => {
    const { request, read, decide } = await lagerAtCheckout()
    await request()
    clock += 2 * MINUTE_MS
    expect((await read()).state).toBe('timedOut')
    expect(await decide(true)).toMatchObject({ status: 409, body: { code: 'approval.over' } })
    expect((await request()).state).toBe('waiting')
    expect((await decide(true)).status).toBe(200)
    clock += 10 * MINUTE_MS
    expect((await read()).state).toBe('needed')
  })

  test('waits when the last person in the store has left, before and after approving', async () => {
    const { stocked, request, read, decide, pay, leave, come } = await lagerAtCheckout()
    await leave()
    expect(await request()).toMatchObject({ state: 'staffGone', sold_from: null })
    await staff(stocked, '15:00', '16:00')
    expect(await read()).toMatchObject({ state: 'staffGone', sold_from: '2026-11-25T13:00:00.000Z' })
    await come()
    await request()
    await decide(true)
    await leave()
    expect((await read()).state).toBe('staffGone')
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    await come()
    expect((await pay()).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('is approved only by a person on staff of this store', async () => {
    const { id, stocked, request, decide, leave } = await lagerAtCheckout()
    const other = await stockShop(shop.database)
    const stranger = await shop.caller('helper', [other.storeId])
    const keeper = await shop.caller('keeper', [stocked.storeId])
    await request()
    expect((await decide(true, stranger)).status).toBe(404)
    expect((await stranger.call('GET approvals')).body).toEqual([])
    expect((await decide(true, await shop.caller('bookkeeper'))).status).toBe(403)
    expect(await decide(true, keeper)).toMatchObject({ status: 409, body: { code: 'approval.notOnStaff' } })
    expect(await decide(true, admin)).toMatchObject({ status: 409, body: { code: 'approval.notOnStaff' } })
    const shopper = await shop.caller('shopper')
    expect((await shopper.call(`PUT admin/approvals/${id}`, { is_approved: true })).status).toBe(403)
    expect((await shopper.call(`POST orders/${id}/approval`)).status).toBe(404)
    // In the staffed hours everybody with a right there is on staff.
    await leave()
    await staff(stocked, '08:00', '20:00')
    expect((await decide(true, keeper)).status).toBe(200)
  })
})

describe('every way to sell lager without an approval fails:', () => {
  const payable = async () => {
    const world = await lagerAtCheckout()
    return { ...world, db: shop.database.kysely }
  }
  const expectUnsold = async (orderId: number) => {
    expect(await listAttempts(shop.database, orderId)).toEqual([])
    const violations = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
    expect(violations.find(({ id }) => id === 'I17')?.rows).toEqual([])
  }

  test.each([{}, { method: 'terminal' as const }, { method: 'phone' as const }])('a payment by %j', async options => {
    const { order, pay } = await payable()
    expect((await pay(options)).statusCode).toBe(409)
    await expectUnsold(order.id)
  })

  test('a payment that names no order', async () => {
    const { order, session } = await payable()
    expect((await shop.call(session, 'POST order/pay')).json()).toMatchObject(APPROVAL_NEEDED)
    await expectUnsold(order.id)
  })

  test('an approved basket that was changed', async () => {
    const { stocked, session, request, decide, pay } = await payable()
    await request()
    await decide(true)
    const orderItems = [{ product_id: stocked.lager, quantity: 2 }]
    const changed = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
    expect(changed.needs_approval).toBe(true)
    expect((await pay({ order: changed })).json()).toMatchObject(APPROVAL_NEEDED)
    expect((await pay()).json()).toMatchObject({ code: 'order.changed' })
    await expectUnsold(changed.id)
  })

  test('a total that changed after the approval', async () => {
    const { db, order, request, decide, pay } = await payable()
    await request()
    await decide(true)
    await db.updateTable('order_approval').set({ total_cents: 1 }).where('order_id', '=', order.id).execute()
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    await expectUnsold(order.id)
  })

  test('milk that has become alcohol at checkout', async () => {
    const { stocked, db } = await payable()
    const { order, pay, getOrder } = await atCheckout(shop, stocked)
    expect(order.needs_approval).toBe(false)
    await db.updateTable('product').set({ alcohol: true }).where('id', '=', stocked.milk).execute()
    expect((await getOrder()).needs_approval).toBe(true)
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    await expectUnsold(order.id)
  })

  test('lager whose minimum age was removed at checkout', async () => {
    const { stocked, db, order, pay } = await payable()
    await db.updateTable('product').set({ alcohol: false, min_age: null }).where('id', '=', stocked.lager).execute()
    expect((await pay()).json()).toMatchObject(APPROVAL_NEEDED)
    await expectUnsold(order.id)
  })

  test('a pre-order, by its shopper or by an admin who records its payment', async () => {
    const { stocked, db, come, leave, helper } = await payable()
    await db.updateTable('product').set({ min_age: 18 }).where('id', '=', stocked.eventFish).execute()
    const { id, session, pay } = await bookPreorder(shop.database, stocked, { start_date: '2026-11-20' })
    await leave()
    const complete = () =>
      admin.call(`PUT orders/${id}/status`, { from: 'preorder_booked', to: 'complete', reason: 'cash' })
    expect((await pay(shop)).json()).toMatchObject(APPROVAL_NEEDED)
    expect((await complete()).body).toMatchObject(APPROVAL_NEEDED)
    await come()
    expect((await complete()).body).toMatchObject(APPROVAL_NEEDED)
    await expectUnsold(id)
    await shop.call(session, `POST orders/${id}/approval`)
    expect((await helper.call(`PUT approvals/${id}`, { is_approved: true })).status).toBe(200)
    expect((await pay(shop)).json()).toMatchObject({ string_code: 'SUCCESS' })
  })
})

test('an admin in the store approves a pre-order by recording its payment', async () => {
  const { stocked } = await lagerStore()
  const { kysely: db } = shop.database
  await db.updateTable('product').set({ min_age: 15 }).where('id', '=', stocked.eventFish).execute()
  const { id } = await bookPreorder(shop.database, stocked)
  await admin.call(`PUT stores/${stocked.storeId}/presence`)
  const step = { from: 'preorder_booked', to: 'complete', reason: 'cash' }
  expect(await admin.call(`PUT orders/${id}/status`, step)).toMatchObject({ status: 200 })
  const rows = db.selectFrom('order_approval').select(['decision', 'decided_by']).where('order_id', '=', id)
  expect(await rows.execute()).toEqual([{ decision: 'approved', decided_by: admin.id }])
})

describe('alcohol in a store with staff from 8 to 23', () => {
  test.each([
    ['20:59', 'checkout'],
    ['21:00', undefined],
    ['21:01', undefined],
    ['08:59', undefined],
    ['09:00', 'checkout'],
  ])('at %s', async (time, status) => {
    const { stocked } = await lagerStore()
    await staff(stocked, '08:00', '23:00')
    turnTo(time)
    const { order } = await atCheckout(shop, stocked, beerIn(stocked))
    expect(order.status).toBe(status)
    const sold_from = time.startsWith('08') ? '2026-11-25T07:00:00.000Z' : '2026-11-26T07:00:00.000Z'
    if (status === undefined)
      expect(order).toMatchObject({ code: 'order.alcoholHours', product_id: stocked.lager, sold_from })
  })

  test('that was scanned before 21:00 is ordered and paid after', async () => {
    const { stocked, helper } = await lagerStore()
    await staff(stocked, '08:00', '23:00')
    turnTo('20:59')
    const session = await stocked.shopper()
    const scan = () => shop.call(session, 'POST visit/alcohol', { product_id: stocked.lager })
    expect((await scan()).statusCode).toBe(200)
    turnTo('21:01')
    // Too late for a scan: the one before counts.
    await scan()
    const orderItems = beerIn(stocked)
    const { id, total_amount } = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
    expect((await shop.call(session, `POST orders/${id}/approval`)).json()).toMatchObject({ state: 'waiting' })
    await helper.call(`PUT approvals/${id}`, { is_approved: true })
    const paid = await shop.call(session, 'POST order/pay', { order_id: id, total_amount })
    expect(paid.json()).toEqual({ string_code: 'SUCCESS', order_id: id })
    turnTo('22:00')
    expect((await shop.call(session, 'POST order', { orderItems })).json()).toMatchObject({
      code: 'order.alcoholHours',
    })
  })

  test('is not ordered where nobody is', async () => {
    const { stocked } = await lagerStore()
    const { order } = await atCheckout(shop, stocked, beerIn(stocked))
    expect(order).toMatchObject({ code: 'order.ageUnstaffed', product_id: stocked.lager, sold_from: null })
    const milk = await atCheckout(shop, stocked)
    expect(milk.order).toMatchObject({ status: 'checkout', needs_approval: false })
    const { body } = await admin.call('GET approvals')
    expect((body as ApprovalRequest[]).filter(({ store }) => store.id === stocked.storeId)).toEqual([])
  })
})
