import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { RecallBuyer, RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OwnRecall } from '#contract/orders/recalls.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { FinalOutcomes, checkInvariants } from '#server/modules/operations/invariants/check-invariants.ts'
import { removeRecalledGoods } from '#server/modules/preorders/booking/remove-recalled-goods.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { subscribeApps, getNotifications } from '#test/push/subscribed.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder } from '#test/shop/refunds.ts'
import { informBuyers, recallChannel } from './inform-buyers.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let admin: string

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
  admin = await signedInShopper(database, { isAdmin: true })
})
afterEach(async () => {
  const open = await database.kysely.selectFrom('recall').select('id').where('ended_at', 'is', null).execute()
  for (const { id } of open) await shop.call(admin, `POST admin/recalls/${id}/end`, {})
  const broken = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
  expect(broken.filter(({ id, rows }) => id === 'I15' && rows.length > 0)).toEqual([])
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const REASONS = { en: 'Glass in it. Throw it away.', fi: 'Lasinsiruja. Heitä pois.', sv: '' }

async function recall(productId: number, extra: object = {}): Promise<RecallDetail> {
  const body = { product_id: productId, reasons: REASONS, lots: 'L1', sold_from: null, sold_until: null, ...extra }
  const answer = await shop.call(admin, 'POST admin/recalls', body)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<RecallDetail>()
}
const read = async (id: number) => (await shop.call(admin, `GET admin/recalls/${id}`)).json<RecallDetail>()
const getOwn = async (session: string, language = 'fi') =>
  (await shop.call(session, `GET recalls?lang=${language}`)).json<OwnRecall[]>()
const place = (session: string, product_id: number) =>
  shop.call(session, 'POST order', { orderItems: [{ product_id, quantity: 1 }] })
const buy = (productId: number) => paidOrder(shop, [{ product_id: productId, quantity: 2 }], { stocked })
const getUser = async (order: Order) =>
  (
    await database.kysely
      .selectFrom('customer_order')
      .select('user_id')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  ).user_id

/** Sends what waits of recall emails; the mail server answers with `fault` where it returns one. */
async function sendRecallMails(fault: (to: string) => Error | undefined = () => undefined): Promise<MailMessage[]> {
  const mails: MailMessage[] = []
  const mail = {
    send: async (message: MailMessage) => {
      const error = fault(message.to)
      if (error) throw error
      mails.push(message)
    },
  }
  const claimed = await recallChannel(shop.context, { mail }).claim({ max: 1000, now: new Date() })
  for (const { id, send } of claimed) {
    const outcome = await send()
    const state = outcome.kind === 'later' ? 'waiting' : outcome.kind
    const row = { state, lease_until: null, reason: outcome.kind === 'delivered' ? null : outcome.reason } as const
    await database.kysely.updateTable('outbox_message').set(row).where('id', '=', id).execute()
  }
  return mails
}

describe('a recalled product', () => {
  test('is refused at ordering by the name of the recall, in every store, until the recall ends', async () => {
    const session = await stocked.shopper()
    const { id } = await recall(stocked.soap)
    const refused = await place(session, stocked.soap)
    expect([refused.statusCode, refused.json()]).toMatchObject([
      422,
      { code: 'order.productRecalled', product_id: stocked.soap },
    ])
    expect((await shop.call(admin, `POST admin/recalls/${id}/end`, {})).statusCode).toBe(200)
    expect((await place(session, stocked.soap)).statusCode).toBe(200)
    expect((await shop.call(admin, `POST admin/recalls/${id}/end`, {})).json()).toMatchObject({
      code: 'record.changed',
    })
  })

  test('in an order at checkout can’t be paid, and the refusal names it', async () => {
    const session = await stocked.shopper()
    const order = (await place(session, stocked.soap)).json<Order>()
    await recall(stocked.soap)
    const paid = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    const unsellable = [{ product_id: stocked.soap, reason: 'recalled' }]
    expect(paid.json()).toMatchObject({ code: 'order.changed', unsellable })
  })

  test('is in no order that is placed while the recall begins, however they interleave', async () => {
    const sessions = await Promise.all(Array.from({ length: 12 }, () => stocked.shopper()))
    const orders = sessions.flatMap(session => [place(session, stocked.milk), place(session, stocked.milk)])
    const [answers] = await Promise.all([Promise.all(orders), recall(stocked.milk)])
    const late = await Promise.all(sessions.map(session => place(session, stocked.milk)))
    expect(late.map(answer => answer.json<{ code: string }>().code)).toEqual(
      sessions.map(() => 'order.productRecalled'),
    )
    expect(answers.every(({ statusCode }) => [200, 422].includes(statusCode))).toBe(true)
  })

  test('can’t be recalled twice, nor without a reason, nor by a shopper', async () => {
    const body = { product_id: stocked.soap, reasons: REASONS, lots: '', sold_from: null, sold_until: null }
    const shopper = await stocked.shopper()
    expect((await shop.call(shopper, 'POST admin/recalls', body)).statusCode).toBe(403)
    const silent = await shop.call(admin, 'POST admin/recalls', { ...body, reasons: { en: ' ', fi: '', sv: '' } })
    expect(silent.json()).toMatchObject({ code: 'form.invalid', problems: [{ field: 'reasons.fi' }] })
    await recall(stocked.soap)
    expect((await shop.call(admin, 'POST admin/recalls', body)).json()).toMatchObject({ code: 'record.inUse' })
  })
})

describe('the buyers of a recalled product', () => {
  test('are told once by email in their language and by push, and see the notice until they confirm it', async () => {
    const { session, order } = await buy(stocked.potatoes)
    const userId = await getUser(order)
    await database.kysely.updateTable('app_user').set({ language_id: 1002 }).where('id', '=', userId).execute()
    await subscribeApps(database, userId)
    await database.kysely.updateTable('operator').set({ phone: '+358470000100' }).execute()
    const started = await recall(stocked.potatoes)
    expect(started.buyers).toMatchObject({ total: 1, waiting: 1, reached: 0 })
    const mails = await sendRecallMails()
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toBe('Takaisinveto: Potatoes')
    expect(mails[0]?.text).toContain('Lasinsiruja. Heitä pois.')
    expect(mails[0]?.text).toContain('+358\u00a047\u00a0000\u00a00100')
    expect((await getNotifications(database, userId)).map(({ code, title }) => [code, title])).toEqual([
      ['fi', 'Takaisinveto: Potatoes'],
      ['sv', 'Återkallelse: Potatoes'],
    ])
    // A second search finds no new buyer and notifies no buyer again.
    expect(await informBuyers(shop.context, started.id)).toBe(0)
    expect(await sendRecallMails()).toEqual([])
    expect((await read(started.id)).buyers).toMatchObject({ total: 1, emailed: 1, reached: 1, confirmed: 0 })

    expect(await getOwn(session)).toMatchObject([
      { id: started.id, product: 'Potatoes', can_request_refund: true, lots: 'L1' },
    ])
    const confirm = () => shop.call(session, `POST recalls/${started.id}/confirm`, { wants_refund: true })
    expect([(await confirm()).statusCode, (await confirm()).statusCode]).toEqual([200, 200])
    expect(await getOwn(session)).toEqual([])
    expect((await read(started.id)).buyers).toMatchObject({ confirmed: 1, requested_refund: 1 })
    const stranger = await stocked.shopper()
    const answer = await shop.call(stranger, `POST recalls/${started.id}/confirm`, { wants_refund: true })
    expect(answer.statusCode).toBe(404)
  })

  test('are those of the chosen days; an open-ended recall counts one whose payment ended after it began', async () => {
    const { order } = await buy(stocked.soap)
    const paidAt = (at: string) =>
      database.kysely
        .updateTable('customer_order')
        .set({ paid_at: new Date(at) })
        .where('id', '=', order.id)
        .execute()
    await paidAt('2026-05-10T20:59:00Z')
    const days = { sold_from: '2026-05-11', sold_until: '2026-05-12' }
    const preview = async () =>
      (
        await shop.call(admin, `GET admin/recall-previews/${stocked.soap}?sold_from=2026-05-11&sold_until=2026-05-12`)
      ).json()
    expect(await preview()).toEqual({ buyers: 0, is_recalled: false })
    await paidAt('2026-05-12T20:59:00Z')
    expect(await preview()).toEqual({ buyers: 1, is_recalled: false })
    const chosen = await recall(stocked.soap, days)
    expect(chosen.buyers.total).toBe(1)
    expect(chosen.sales).toMatchObject([{ orders: 1, quantity: 2, amount: 5.98 }])
    await shop.call(admin, `POST admin/recalls/${chosen.id}/end`, {})

    const session = await stocked.shopper()
    const atTerminal = (await place(session, stocked.lager)).json<{ id: number }>()
    expect(atTerminal.id).toBeUndefined()
    const late = await addOrder(database, {
      user_id: await addShopper(database),
      store_id: stocked.storeId,
      status: 'payment_pending',
      products: [stocked.cheese],
    })
    const open = await recall(stocked.cheese)
    expect(open.buyers.total).toBe(0)
    const at = new Date()
    const paid = { status: 'complete', paid_at: at, updated_at: at } as const
    await database.kysely.updateTable('customer_order').set(paid).where('id', '=', late).execute()
    expect(await informBuyers(shop.context, open.id)).toBe(1)
    expect((await read(open.id)).sales).toMatchObject([{ orders: 1 }])
  })

  test('who pre-ordered are told, and the goods are taken out of what they have not paid', async () => {
    const user_id = await addShopper(database)
    const columns = { user_id, store_id: stocked.storeId, order_type: 'preorder', status: 'preorder_booked' } as const
    const caps = [stocked.eventFish, stocked.elsewhere]
    const both = await addOrder(database, { ...columns, products: caps })
    const alone = await addOrder(database, { ...columns, products: [stocked.eventFish] })
    const { buyers } = await recall(stocked.eventFish)
    expect(buyers.total).toBe(1)
    expect(await removeRecalledGoods(shop.context)).toBe(2)
    expect(await removeRecalledGoods(shop.context)).toBe(0)
    const rows = await database.kysely
      .selectFrom('customer_order')
      .leftJoin('order_line', 'order_line.order_id', 'customer_order.id')
      .select(['customer_order.id', 'replaces_order_id', 'order_line.product_id'])
      .where('user_id', '=', user_id)
      .where('cancelled_at', 'is', null)
      .execute()
    expect(rows).toMatchObject([{ replaces_order_id: both, product_id: stocked.elsewhere }])
    expect(rows.map(({ id }) => id)).not.toContain(alone)
    const broken = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
    expect(broken.filter(({ id, rows: found }) => id === 'I8' && found.length > 0)).toEqual([])
  })

  test('whom no email reached are counted, and told again by an admin’s decision only', async () => {
    await database.kysely.deleteFrom('push_device').execute()
    await buy(stocked.potatoes)
    const { id, buyers } = await recall(stocked.potatoes)
    const lost = Object.assign(new Error('x'), { reason: 'smtp: ESOCKET' })
    await sendRecallMails(() => lost)
    expect((await read(id)).buyers).toMatchObject({ not_reached: buyers.total, waiting: 0 })
    expect(await sendRecallMails()).toEqual([])
    const again = await shop.call(admin, `POST admin/recalls/${id}/send-again`, {})
    expect(again.json()).toEqual({ buyers: buyers.total })
    // The server certainly has not taken it: it stays, and is tried again by itself.
    const later = Object.assign(new Error('x'), { reason: 'smtp: 450', arrival: 'not yet' })
    await sendRecallMails(() => later)
    expect(await sendRecallMails()).toHaveLength(buyers.total)
    expect((await read(id)).buyers).toMatchObject({ not_reached: 0, emailed: buyers.total })
  })

  test('get their money back by one press, for the recalled lines only', async () => {
    const { session, order } = await paidOrder(
      shop,
      [
        { product_id: stocked.milk, quantity: 2 },
        { product_id: stocked.soap, quantity: 1 },
      ],
      { stocked },
    )
    const { id } = await recall(stocked.milk)
    await shop.call(session, `POST recalls/${id}/confirm`, { wants_refund: true })
    const list = (await shop.call(admin, `GET admin/recalls/${id}/buyers?refund_requested=true`)).json<{
      items: RecallBuyer[]
    }>()
    const [buyer] = list.items
    expect(list.items).toHaveLength(1)
    expect(buyer).toMatchObject({ state: 'confirmed', quantity: 2, amount: 2.9, refunded_amount: 0 })
    const refund = () => shop.call(admin, `POST admin/recalls/${id}/buyers/${buyer?.id}/refund`, {})
    expect((await refund()).json()).toEqual({ refunds: 1, not_refunded: [] })
    const lines = await database.kysely
      .selectFrom('order_line')
      .select(['product_id', 'refunded_cents'])
      .where('order_id', '=', order.id)
      .orderBy('product_id')
      .execute()
    expect(lines.map(line => line.refunded_cents)).toEqual([290, 0])
    expect((await refund()).json()).toMatchObject({ code: 'refund.nothingLeft' })
    const shelf = await database.kysely
      .selectFrom('stock_move')
      .innerJoin('refund_line', 'refund_line.id', 'stock_move.refund_line_id')
      .select('stock_move.id')
      .execute()
    expect(shelf).toEqual([])
  })

  test('are in the report only as numbers', async () => {
    const { order } = await buy(stocked.soap)
    const email = (
      await database.kysely
        .selectFrom('app_user')
        .select('email')
        .where('id', '=', await getUser(order))
        .executeTakeFirstOrThrow()
    ).email
    const { id } = await recall(stocked.soap)
    const csv = await shop.call(admin, `GET admin/recalls/${id}/report.csv?lang=fi`)
    expect(csv.body).toContain('Ostajia löytyi')
    expect(csv.body).toContain('Testilä')
    expect(csv.body).not.toContain(email)
    const pdf = await shop.call(admin, `GET admin/recalls/${id}/report.pdf?lang=sv`)
    expect(pdf.body.slice(0, 5)).toBe('%PDF-')
  })
})
