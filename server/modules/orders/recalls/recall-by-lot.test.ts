import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RecallBuyer, RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OwnRecall } from '#contract/orders/recalls.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { checkInvariants, FinalOutcomes } from '#server/modules/operations/invariants/check-invariants.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { subscribeApps, getNotifications } from '#test/push/subscribed.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'
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
afterAll(async () => {
  const broken = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
  await shop.close()
  await database.close()
  expect(broken.filter(({ id, rows }) => ['I15', 'I19'].includes(id) && rows.length > 0)).toEqual([])
})

const REASONS = { en: 'Glass in it.', fi: 'Lasinsiruja.', sv: 'Glassplitter.' }
const begin = (lots: readonly string[], product_id = stocked.milk) =>
  shop.call(admin, 'POST admin/recalls', {
    product_id,
    reasons: REASONS,
    lots: '',
    recalled_lots: lots,
    sold_from: null,
    sold_until: null,
  })
async function recall(lots: readonly string[], product_id = stocked.milk): Promise<RecallDetail> {
  const answer = await begin(lots, product_id)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<RecallDetail>()
}
const end = (id: number) => shop.call(admin, `POST admin/recalls/${id}/end`, {})
const getOwn = async (session: string) => (await shop.call(session, 'GET recalls?lang=fi')).json<OwnRecall[]>()
const place = (session: string, lot?: string, product_id = stocked.milk) =>
  shop.call(session, 'POST order', { orderItems: [{ product_id, quantity: 1, ...(lot !== undefined && { lot }) }] })

/** Buys one of each lot; undefined: a package whose code names none. */
async function buy(lots: readonly (string | undefined)[], product_id = stocked.milk) {
  const session = await stocked.shopper()
  const orderItems = lots.map(lot => ({ product_id, quantity: 1, ...(lot !== undefined && { lot }) }))
  const order = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
  const paid = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  expect(paid.json()).toMatchObject({ string_code: 'SUCCESS' })
  const { user_id } = await database.kysely
    .selectFrom('customer_order')
    .select('user_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  return { session, order, userId: user_id }
}

async function sendMails(): Promise<MailMessage[]> {
  const mails: MailMessage[] = []
  const mail = { send: async (message: MailMessage) => void mails.push(message) }
  for (const { id, send } of await recallChannel(shop.context, { mail }).claim({ max: 1000, now: new Date() })) {
    await send()
    await database.kysely
      .updateTable('outbox_message')
      .set({ state: 'delivered', lease_until: null })
      .where('id', '=', id)
      .execute()
  }
  return mails
}

describe('a recall by lot', () => {
  test('stops its lots only, on phones too, until it ends', async () => {
    const session = await stocked.shopper()
    const { id, recalled_lots, lots } = await recall(['L2', 'L1', 'L2'])
    expect([recalled_lots, lots]).toEqual([['L1', 'L2'], 'L1, L2'])
    expect((await place(session, 'L1')).json()).toMatchObject({ code: 'order.productRecalled' })
    expect([(await place(session, 'L3')).statusCode, (await place(session)).statusCode]).toEqual([200, 200])
    const products = (await shop.call(session, `GET products?store_id=${stocked.storeId}`)).body
    expect(products).toContain('"recalled_lots":["L1","L2"]')
    expect((await begin(['L2', 'L9'])).json()).toMatchObject({ code: 'record.inUse' })
    // Another lot turns out to be bad, then all of it.
    const more = await recall(['L9'])
    const all = await recall([])
    expect((await place(session)).json()).toMatchObject({ code: 'order.productRecalled' })
    await end(all.id)
    expect((await place(session)).statusCode).toBe(200)
    for (const lot of ['L1', 'L9'])
      expect((await place(session, lot)).json()).toMatchObject({ code: 'order.productRecalled' })
    await end(more.id)
    await end(id)
    expect((await place(session, 'L1')).statusCode).toBe(200)
  })

  test('is found by every order that is placed later', async () => {
    const sessions = await Promise.all(Array.from({ length: 6 }, () => stocked.shopper()))
    const [{ id }] = await Promise.all([recall(['RACE']), ...sessions.map(session => place(session, 'RACE'))])
    for (const session of sessions)
      expect((await place(session, 'RACE')).json()).toMatchObject({ code: 'order.productRecalled' })
    await end(id)
  })

  test('offers the lots that deliveries and sales named', async () => {
    const { soap, storeId } = stocked
    await database.kysely
      .insertInto('stock_lot')
      .values({ store_id: storeId, product_id: soap, lot: 'S1', best_before: '2030-01-01', quantity_thousandths: 0 })
      .execute()
    await buy(['S2', undefined], soap)
    expect((await shop.call(admin, `GET admin/recall-lots/${soap}`)).json()).toEqual([
      { lot: 'S1', last_day: '2030-01-01', quantity: 0, buyers: 0 },
      { lot: 'S2', last_day: null, quantity: 0, buyers: 1 },
    ])
    expect((await shop.call(admin, `GET admin/recall-previews/${soap}?lots=S1%20S2`)).json()).toEqual({
      buyers: 1,
      uncertain: 0,
      is_recalled: false,
    })
    expect((await shop.call(admin, `GET admin/recall-previews/${soap}?lots=S1`)).json()).toMatchObject({
      buyers: 1,
      uncertain: 1,
    })
  })

  test('reaches exactly the buyers of its lots and of unknown ones, with different words', async () => {
    const lots = fc.constantFrom('A', 'B', 'C', undefined)
    const purchases = fc.array(fc.uniqueArray(lots, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 })
    const recalled = fc.uniqueArray(fc.constantFrom('A', 'B'), { minLength: 1 })
    await fc.assert(
      fc.asyncProperty(purchases, recalled, async (bought, bad) => {
        // A store of its own, so that earlier runs have no buyers of its product.
        stocked = await stockShop(database)
        const buyers = []
        for (const lot of bought) buyers.push({ lot, ...(await buy(lot)) })
        const { id, buyers: counts } = await recall(bad)
        const isBad = (lot: string | undefined) => bad.some(each => each === lot)
        const expected = bought.map(each => (each.some(isBad) ? true : each.includes(undefined) ? false : undefined))
        const notices = await Promise.all(buyers.map(async ({ session }) => (await getOwn(session))[0]?.is_certain))
        expect(notices).toEqual(expected)
        expect([counts.total, counts.uncertain]).toEqual([
          expected.filter(certain => certain !== undefined).length,
          expected.filter(certain => certain === false).length,
        ])
        const mails = await sendMails()
        const unsure = mails.filter(({ text }) => text.includes('may be from one of them'))
        expect([mails.length, unsure.length]).toEqual([counts.total, counts.uncertain])
        expect(await informBuyers(shop.context, id)).toBe(0)
        await end(id)
      }),
      { numRuns: inTier({ merge: 4, full: 30 }) },
    )
  })

  test('tells the buyer of an unknown lot again who turns out to have a recalled one', async () => {
    stocked = await stockShop(database)
    const { userId, session } = await buy([undefined])
    await subscribeApps(database, userId)
    // It is at the terminal when the recall begins.
    const order = await addOrder(database, { user_id: userId, store_id: stocked.storeId, products: [stocked.milk] })
    await database.kysely.updateTable('order_line').set({ lot: 'L5' }).where('order_id', '=', order).execute()
    const { id } = await recall(['L5'])
    await shop.call(session, `POST recalls/${id}/confirm`, { wants_refund: false })
    const at = new Date()
    const paid = { status: 'complete', paid_at: at, updated_at: at } as const
    await database.kysely.updateTable('customer_order').set(paid).where('id', '=', order).execute()
    expect([await informBuyers(shop.context, id), await informBuyers(shop.context, id)]).toEqual([1, 0])
    expect(await getOwn(session)).toMatchObject([{ is_certain: true }])
    const bodies = (await getNotifications(database, userId))
      .filter(({ code }) => code === 'fi')
      .map(({ body }) => body)
    expect(bodies).toEqual([
      'Katso pakkauksesi eränumero. Sovellus näyttää, mitä eriä asia koskee.',
      'Älä käytä tuotetta. Katso ohjeet sovelluksesta.',
    ])
    await end(id)
  })

  test('counts and refunds packages of its lots and of unknown ones, and leaves expected pre-orders', async () => {
    stocked = await stockShop(database)
    const user_id = await addShopper(database)
    const preorder = { user_id, store_id: stocked.storeId, order_type: 'preorder', status: 'preorder_booked' } as const
    await addOrder(database, { ...preorder, products: [stocked.milk] })
    const { order } = await buy(['L6', 'L7', undefined])
    const { id, sales, buyers } = await recall(['L6'])
    expect(buyers).toMatchObject({ total: 1, uncertain: 0 })
    expect(sales).toMatchObject([{ orders: 1, quantity: 2 }])
    const [buyer] = (await shop.call(admin, `GET admin/recalls/${id}/buyers`)).json<{ items: RecallBuyer[] }>().items
    await shop.call(admin, `POST admin/recalls/${id}/buyers/${buyer?.id}/refund`, {})
    const lines = await database.kysely
      .selectFrom('order_line')
      .select(['lot', 'refunded_cents'])
      .where('order_id', '=', order.id)
      .orderBy('lot')
      .execute()
    expect(lines.map(line => [line.lot, line.refunded_cents])).toEqual([
      ['L6', 145],
      ['L7', 0],
      [null, 145],
    ])
    await end(id)
  })

  test('is found wrong by its invariant: a stranger who was told, and a buyer who was not', async () => {
    stocked = await stockShop(database)
    const { userId } = await buy(['L8'])
    const { id } = await recall(['L8'])
    const stranger = await addShopper(database)
    const rows = database.kysely.updateTable('recall_buyer').where('recall_id', '=', id)
    await rows.set({ user_id: stranger }).execute()
    await database.pool.query(`UPDATE customer_order SET paid_at = paid_at - interval '1 hour' WHERE user_id = $1`, [
      userId,
    ])
    const found = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
    expect(found.find(invariant => invariant.id === 'I19')?.rows).toMatchObject([
      { what: 'stranger', user_id: stranger },
      { what: 'not told', user_id: userId },
    ])
    await rows.set({ user_id: userId }).execute()
    await end(id)
  })
})
