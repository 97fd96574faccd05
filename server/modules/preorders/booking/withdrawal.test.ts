import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { MANY_BOOKINGS, placeOrder, bookOrder } from '#test/shop/bookings.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stock: PreorderStock
let now = new Date('2026-06-01T09:00:00Z')

beforeEach(() => {
  now = new Date('2026-06-01T09:00:00Z')
})
beforeAll(async () => {
  database = await testDatabase()
  stock = await stockPreorders(database)
  shop = await openShop({ database, hasOutbox: true, config: MANY_BOOKINGS, now: () => now })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** A shopper's booked pre-order, in the given status if any. */
async function booked(pieces: Record<number, number>, { status, languageId = 1001 }: Since = {}) {
  const { kysely: db } = database
  const caps = Object.fromEntries(Object.keys(pieces).map(id => [id, 10]))
  const eventId = await stock.event(caps, { start_date: '2026-06-10', end_date: '2026-06-12' })
  const session = await stock.shopper({ languageId })
  const order = await placeOrder(shop, session, { eventId, pieces })
  await bookOrder(shop, session, order)
  if (status) {
    const paid_at = status === 'complete' ? now : null
    await db.updateTable('customer_order').set({ status, paid_at }).where('id', '=', order.id).execute()
  }
  const withdraw = (product_ids: number[], by = session) =>
    shop.call(by, `POST preorders/${order.id}/withdrawal`, { product_ids })
  const getOrder = async () => (await shop.call(session, `GET preorders/${order.id}`)).json<Preorder>()
  const { email } = await stock.getUser(session)
  const mails = () => shop.mails.filter(mail => mail.to === email)
  // Two emails that wait together are sent in no particular order.
  await expect.poll(() => mails().length, { timeout: 5000 }).toBe(1)
  /** The email after the booking confirmation. */
  const letter = async () => {
    await expect.poll(() => mails().length, { timeout: 5000 }).toBe(2)
    return mails()[1]!
  }
  return { session, id: order.id, eventId, withdraw, show: getOrder, letter }
}
type Since = { status?: OrderStatus; languageId?: number }

const getWithdrawal = (orderId: number) =>
  database.kysely.selectFrom('preorder_withdrawal').selectAll().where('order_id', '=', orderId).executeTakeFirst()
const refusal = (answer: Awaited<ReturnType<Shop['call']>>) => [answer.statusCode, answer.json<{ code: string }>().code]

describe('withdrawing from a booked pre-order', () => {
  test('cancels it when nothing in it is perishable, frees its goods, and leaves nothing to pay', async () => {
    const { id, eventId, withdraw, show: getOrder, letter } = await booked({ [stock.perch]: 2, [stock.net]: 1 })
    now = new Date('2026-06-02T10:05:00Z')
    const answer = await withdraw([stock.net, stock.perch])
    expect(answer.statusCode).toBe(200)
    const shown = answer.json<Preorder>()
    expect(shown).toMatchObject({
      cancelled_at: now.toISOString(),
      withdrawal: { made_at: now.toISOString(), product_ids: [stock.perch, stock.net] },
      may: { pay: false, change: false, cancel: false, withdraw: false },
    })
    expect(await getOrder()).toEqual(shown)
    expect(await stock.booked(eventId)).toEqual({ [stock.perch]: 0, [stock.net]: 0 })
    expect(await getWithdrawal(id)).toMatchObject({ settled_at: now, settled_by: null })
    const { subject, text } = await letter()
    expect(subject).toContain(String(id))
    // The time by the store's clock, the goods, and the result.
    for (const part of ['02.06.2026 at 13:05', 'Perch', '2 pcs', '19,00', 'Net', '64,00', 'Fish day', 'is cancelled']) {
      expect(text.replaceAll('\u00a0', ' ')).toContain(part)
    }
    expect(refusal(await withdraw([stock.net, stock.perch]))).toEqual([409, 'preorder.cannotWithdraw'])
  })

  test('keeps perishable goods booked as a pre-order of their own, and leaves nothing to pay for the others', async () => {
    const { session, id, eventId, withdraw, show: getOrder, letter } = await booked({ [stock.pike]: 1, [stock.net]: 1 })
    expect((await getOrder()).withdrawable_product_ids).toEqual([stock.net])
    const whole = (await withdraw([stock.net])).json<Preorder>()
    expect(whole).toMatchObject({
      cancelled_at: now.toISOString(),
      withdrawal: { product_ids: [stock.net] },
      may: { pay: false, withdraw: false },
    })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 1, [stock.net]: 0 })
    expect(await getWithdrawal(id)).toMatchObject({ settled_at: now })
    const rest = (await shop.call(session, `GET preorders/${whole.replaced_by}`)).json<Preorder>()
    const pike = whole.order_items.find(({ product_id }) => product_id === stock.pike)
    expect(rest).toMatchObject({
      status: 'preorder_booked',
      cancelled_at: null,
      booked_at: now.toISOString(),
      order_items: [pike],
      total_amount: pike?.amount,
      vat_by_rate: [{ gross: pike?.amount }],
      withdrawal: null,
      // Its pick-up days have not begun.
      may: { pay: false, change: true, cancel: true, withdraw: false },
    })
    const net = rest.vat_by_rate.reduce((sum, rate) => sum + rate.net, 0)
    expect(rest.total_net_amount).toBe(net)
    const kinds = database.kysely.selectFrom('order_event').select(['order_id', 'kind']).where('actor', '=', 'shopper')
    expect(await kinds.where('order_id', 'in', [id, rest.id]).orderBy('id').execute()).toEqual([
      { order_id: id, kind: 'booked' },
      { order_id: rest.id, kind: 'split_off' },
      { order_id: id, kind: 'withdrawn' },
    ])
    const { text } = await letter()
    expect(text).toContain(`pre-order ${rest.id}`)
    expect(text).toContain('Net')
    expect(text).not.toContain('Pike')
    expect(refusal(await withdraw([stock.net]))).toEqual([409, 'preorder.cannotWithdraw'])
  })

  test('is refused for other goods than the shopper was shown', async () => {
    const { id, withdraw } = await booked({ [stock.pike]: 1, [stock.net]: 1, [stock.perch]: 1 })
    for (const ids of [[stock.net], [stock.net, stock.perch, stock.pike], [stock.net, stock.milk], [stock.pike]]) {
      expect(refusal(await withdraw(ids))).toEqual([409, 'preorder.cannotWithdraw'])
    }
    expect(await getWithdrawal(id)).toBeUndefined()
  })

  test('depends on whether the goods were perishable when ordered, not today', async () => {
    const { kysely: db } = database
    const mark = (id: number, perishable: boolean) =>
      db.updateTable('product').set({ perishable }).where('id', '=', id).execute()
    const { show: getOrder, withdraw } = await booked({ [stock.pike]: 1, [stock.net]: 1 })
    await mark(stock.pike, false)
    await mark(stock.net, true)
    expect((await getOrder()).withdrawable_product_ids).toEqual([stock.net])
    const later = await booked({ [stock.pike]: 1, [stock.net]: 1 })
    expect((await later.show()).withdrawable_product_ids).toEqual([stock.pike])
    const { replaced_by } = (await withdraw([stock.net])).json<Preorder>()
    await mark(stock.pike, true)
    await mark(stock.net, false)
    // The rest keeps the mark that was agreed on.
    const rest = db.selectFrom('order_line').select('perishable').where('order_id', '=', replaced_by)
    expect(await rest.execute()).toEqual([{ perishable: true }])
  })

  test('is refused when all goods are perishable', async () => {
    const { withdraw } = await booked({ [stock.pike]: 1 })
    expect(refusal(await withdraw([stock.pike]))).toEqual([409, 'preorder.cannotWithdraw'])
  })
})

describe('withdrawing after booking', () => {
  test('cancels a fully delivered pre-order, leaves nothing to pay, and waits for an admin to settle it', async () => {
    const { id, eventId, withdraw, letter } = await booked({ [stock.net]: 1 }, { status: 'preorder_delivered' })
    expect((await withdraw([stock.net])).json()).toMatchObject({
      status: 'preorder_delivered',
      cancelled_at: now.toISOString(),
      replaced_by: null,
      may: { pay: false },
    })
    expect((await letter()).text).toContain('you don’t need to pick up or pay anything')
    expect(await stock.booked(eventId)).toEqual({ [stock.net]: 0 })
    expect(await getWithdrawal(id)).toMatchObject({ settled_at: null })
  })

  test('is possible for fourteen days after payment', async () => {
    const paid = await booked({ [stock.net]: 1 }, { status: 'complete' })
    const late = await booked({ [stock.net]: 1 }, { status: 'complete' })
    now = new Date('2026-06-15T20:59:59Z')
    expect((await paid.withdraw([stock.net])).json()).toMatchObject({
      status: 'complete',
      withdrawal: { product_ids: [stock.net] },
    })
    expect((await paid.letter()).text).toContain('refund 45,00')
    now = new Date('2026-06-15T21:00:00Z')
    expect(refusal(await late.withdraw([stock.net]))).toEqual([409, 'preorder.cannotWithdraw'])
  })

  test.each([
    ['preorder_booked', 'payment_pending', 'order.paymentPending'],
    ['preorder_booked', 'error', 'preorder.cannotWithdraw'],
  ] as const)('is refused for a pre-order that was %s and is %s', async (_before, status, code) => {
    const { id, withdraw } = await booked({ [stock.net]: 1 }, { status })
    expect(refusal(await withdraw([stock.net]))).toEqual([409, code])
    expect(await getWithdrawal(id)).toBeUndefined()
  })
})

test('another shopper’s pre-order responds like one that does not exist, also to an admin', async () => {
  const { id, withdraw } = await booked({ [stock.net]: 1 })
  const admin = await signedInShopper(database, { isAdmin: true })
  const answers = [await withdraw([stock.net], await stock.shopper()), await withdraw([stock.net], admin)]
  expect(answers.map(refusal)).toEqual([
    [404, 'notFound'],
    [404, 'notFound'],
  ])
  expect(await getWithdrawal(id)).toBeUndefined()
})

test('nothing is withdrawn when the email can’t be queued', async () => {
  const { id, withdraw, show: getOrder } = await booked({ [stock.net]: 1 })
  const { enqueue } = shop.context.outbox
  shop.context.outbox.enqueue = () => Promise.reject(new Error('no room for letters'))
  expect((await withdraw([stock.net])).statusCode).toBe(500)
  shop.context.outbox.enqueue = enqueue
  expect(await getWithdrawal(id)).toBeUndefined()
  expect((await getOrder()).may.withdraw).toBe(true)
})

test.each([
  [1002, 'Saimme ilmoituksesi', 'klo'],
  [1003, 'Vi har tagit emot', 'kl.'],
])('the email is in the shopper’s language (%i)', async (languageId, received, oClock) => {
  await database.kysely.updateTable('operator').set({ phone: '+358470000100' }).execute()
  const { withdraw, letter } = await booked({ [stock.net]: 1 }, { languageId })
  await withdraw([stock.net])
  const { text, html } = await letter()
  for (const part of [received, `01.06.2026 ${oClock} 12:00`, '+358\u00a047\u00a0000\u00a00100']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
})

test('admins see a withdrawal, and one of them records, once, that it is settled', async () => {
  const { id, withdraw } = await booked({ [stock.pike]: 1, [stock.net]: 1 }, { status: 'preorder_delivered' })
  const admin = await signedInShopper(database, { isAdmin: true })
  const read = async () => (await shop.call(admin, `GET admin/orders/${id}`)).json<AdminOrder>().withdrawal
  const settle = () => shop.call(admin, `PUT admin/orders/${id}/withdrawal`, { reason: 'taken off by hand' })
  expect(await read()).toBeNull()
  expect(refusal(await settle())).toEqual([404, 'notFound'])
  await withdraw([stock.net])
  expect(await read()).toMatchObject({ product_ids: [stock.net], settled_at: null, settled_by: null })
  const { email } = await stock.getUser(admin)
  expect((await settle()).json<AdminOrder>().withdrawal).toMatchObject({
    settled_at: now.toISOString(),
    settled_by: { email },
    settled_reason: 'taken off by hand',
  })
  expect(refusal(await settle())).toEqual([409, 'preorder.withdrawalSettled'])
  const audited = database.kysely.selectFrom('audit_entry').selectAll().where('reason', '=', 'taken off by hand')
  expect(await audited.execute()).toHaveLength(1)
})
