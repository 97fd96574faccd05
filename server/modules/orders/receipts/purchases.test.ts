import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Purchase, Receipt } from '#contract/orders/receipts.ts'
import type { MailMessage } from '#server/adapters/email/email.ts'
import { getAttempt } from '#server/modules/payments/order-payments/attempts.ts'
import { settleAttempt } from '#server/modules/payments/order-payments/settle-attempt.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { OutboxWorker } from '#server/platform/outbox/outbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'
import { receiptChannel } from './mail-receipts.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, hasOutbox: true })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})
const OPERATOR = { name: 'Kylän Puodit Oy', business_id: '9012346-8', address: 'Raitti 1', email: 'a@puoti.example' }
beforeEach(() => database.kysely.updateTable('operator').set(OPERATOR).execute())

/** Two milks of 1.45 and a soap of 2.99, a deposit of 0.20 in it: 5.89 €. */
const buy = () =>
  paidOrder(
    shop,
    [
      { product_id: stocked.milk, quantity: 2 },
      { product_id: stocked.soap, quantity: 1 },
    ],
    { stocked },
  )
const getReceipt = async (session: string, orderId: number) =>
  (await shop.call(session, `GET purchases/${orderId}`)).json<Receipt>()
const getStatus = async (session: string, request: string, body?: unknown) =>
  (await shop.call(session, request, body)).statusCode
const getEmail = async (orderId: number) =>
  (
    await database.kysely
      .selectFrom('customer_order')
      .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
      .select('app_user.email')
      .where('customer_order.id', '=', orderId)
      .executeTakeFirstOrThrow()
  ).email

/** All emails to the address that were written into the outbox, once it is empty. */
async function mailsTo(email: string) {
  await eventually(async () => {
    const { rows } = await database.pool.query(
      `SELECT FROM outbox_message WHERE kind = 'mail' AND state IN ('waiting', 'sending')`,
    )
    return rows.length === 0
  })
  return shop.mails.filter(({ to }) => to === email)
}

const channel = (send: (message: MailMessage) => Promise<void>) => receiptChannel(shop.context, { mail: { send } })

/** Emails the receipts that wait in the outbox. */
async function mailReceipts(): Promise<void> {
  const worker = new OutboxWorker(shop.context, [channel(async message => void shop.mails.push(message))])
  await worker.work()
  await worker.close()
}

describe('a receipt', () => {
  test('contains the goods, the seller, the store, VAT by rate and the terminal’s card slip', async () => {
    const { session, order } = await buy()
    const receipt = await getReceipt(session, order.id)
    expect(receipt).toMatchObject({
      id: order.id,
      number: String(order.id),
      reference_number: order.reference_number,
      seller: { name: 'Kylän Puodit Oy', business_id: '9012346-8', address: 'Raitti 1' },
      store: { name: 'Testilä' },
      payment: 'card',
      is_test: true,
      event: null,
      total_amount: 5.89,
      vat_by_rate: [
        { vat: 13.5, gross: 2.9, tax: 0.34, net: 2.56 },
        { vat: 25.5, gross: 2.99, tax: 0.61, net: 2.38 },
      ],
      slip: expect.stringContaining('TEST MODE'),
      refunds: [],
      amount_after_refunds: 5.89,
    })
    expect(receipt.lines.map(({ kind, name, price, amount }) => [kind, name, price, amount])).toEqual([
      ['goods', 'Milk', 1.45, 2.9],
      ['goods', 'Soap', 2.79, 2.79],
      ['deposit', 'Soap', 0.2, 0.2],
    ])
    // The payment page shows the same, and so does the PDF, in the requested language.
    expect((await shop.call(session, `GET orders/${order.id}`)).json<Order>().receipt).toEqual(receipt)
    const paper = await shop.call(session, `GET purchases/${order.id}/receipt.pdf?lang=fi`)
    expect(paper.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="receipt-${order.id}.pdf"`,
    })
    expect(readPdf(paper.rawPayload).texts).toEqual(
      expect.arrayContaining([`Kuitti ${order.id}`, 'Testimaksu: mitään ei veloitettu', 'Maito', '5,89\u00a0€']),
    )
  })

  test('keeps what was true at the time of payment', async () => {
    const { session, order } = await buy()
    const before = await getReceipt(session, order.id)
    await database.kysely.updateTable('operator').set({ name: 'Uusi Oy', business_id: '1234567-1' }).execute()
    await database.kysely.updateTable('store').set({ name: 'Toinen nimi' }).where('id', '=', stocked.storeId).execute()
    expect(await getReceipt(session, order.id)).toEqual(before)
    // A later refund is made by the new operator.
    await (await getAdmin(database, order.id)).refund(shop, {})
    const { refunds, seller } = await getReceipt(session, order.id)
    expect([seller.name, refunds[0]?.seller.name, refunds[0]?.store.name]).toEqual([
      'Kylän Puodit Oy',
      'Uusi Oy',
      'Toinen nimi',
    ])
    await database.kysely.updateTable('store').set({ name: 'Testilä' }).where('id', '=', stocked.storeId).execute()
  })

  test('contains each refund with its VAT and slip, and the final cost of the purchase', async () => {
    const { session, order } = await buy()
    const admin = await getAdmin(database, order.id)
    const soap = (await admin.show(shop)).lines.find(({ product_id }) => product_id === stocked.soap)
    const refund = await admin.refund(shop, { lines: [{ order_line_id: soap?.order_line_id, quantity: 1 }] })
    const receipt = await getReceipt(session, order.id)
    expect(receipt).toMatchObject({ total_amount: 5.89, amount_after_refunds: 2.9 })
    expect(receipt.refunds).toMatchObject([
      {
        id: refund.id,
        number: `${order.id}-${refund.id}`,
        total_amount: -2.99,
        vat_by_rate: [{ vat: 25.5, gross: -2.99, tax: -0.61, net: -2.38 }],
        slip: refund.receipt_text,
        lines: [
          { kind: 'goods', amount: -2.79 },
          { kind: 'deposit', amount: -0.2 },
        ],
      },
    ])
    const paper = await shop.call(session, `GET purchases/${order.id}/receipt.pdf?refund_id=${refund.id}`)
    expect(readPdf(paper.rawPayload).texts[0]).toBe(`Refund receipt ${order.id}-${refund.id}`)
    const list = (await shop.call(session, 'GET purchases')).json()
    expect(list).toMatchObject({
      items: [{ id: order.id, total_amount: 5.89, refunded_amount: 2.99 }],
      months: [{ purchases: 1, total_amount: 2.9 }],
    })
  })

  test('says that it is of a test payment, until the same was paid at a real terminal or recorded as paid otherwise', async () => {
    const { session, order } = await buy()
    const marks = async () => {
      const [item] = (await shop.call(session, 'GET purchases')).json<{ items: Purchase[] }>().items
      const mark = (await getReceipt(session, order.id)).is_test
      expect(item?.is_test).toBe(mark)
      return mark
    }
    expect(await marks()).toBe(true)
    const change = (set: string) =>
      database.pool.query(`UPDATE payment_attempt SET ${set} WHERE order_id = ${order.id}`)
    // An admin decided what became of it: it is still the test payment's.
    await change(`state = 'MANUAL'`)
    expect(await marks()).toBe(true)
    await change('sent_at = NULL')
    expect(await marks()).toBeUndefined()
    const real = { store_id: stocked.storeId, name: 'real', provider: 'jsonpos', retired_at: new Date() }
    const { id } = await database.kysely.insertInto('terminal').values(real).returning('id').executeTakeFirstOrThrow()
    await change(`state = 'APPROVED', sent_at = created_at, terminal_id = ${id}`)
    expect(await marks()).toBeUndefined()
  })
})

describe('another shopper’s purchase', () => {
  test('responds in every way like one that does not exist, and so does an unpaid order', async () => {
    const { session, order } = await buy()
    const refund = await (await getAdmin(database, order.id)).refund(shop, {})
    const other = await stocked.shopper()
    const unpaid = await shop.call(other, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
    const answers = async (id: number) =>
      Promise.all(
        [
          `GET purchases/${id}`,
          `GET purchases/${id}/receipt.pdf`,
          `GET purchases/${id}/receipt.pdf?refund_id=${refund.id}`,
          `POST purchases/${id}/mail`,
        ].map(async request => (await shop.call(other, request)).body),
      )
    const nowhere = await answers(999_999)
    expect(nowhere.map(body => JSON.parse(body).code)).toEqual(Array(4).fill('notFound'))
    expect(await answers(order.id)).toEqual(nowhere)
    expect(await answers(unpaid.json<Order>().id)).toEqual(nowhere)
    expect((await shop.call(other, 'GET purchases')).json()).toMatchObject({ items: [], months: [], has_more: false })
    expect((await shop.call(other, `GET purchases?before=${order.id}`)).json()).toMatchObject({ items: [] })
    // A refund of another order is not on the shopper's own receipt.
    const purchase = await buy()
    expect(
      await getStatus(purchase.session, `GET purchases/${purchase.order.id}/receipt.pdf?refund_id=${refund.id}`),
    ).toBe(404)
    expect(await getStatus(session, `GET purchases/${order.id}`)).toBe(200)
  })

  test('can be printed by an admin, and not by the shopper through the admin’s route', async () => {
    const { order, session } = await buy()
    const admin = await signedInShopper(database, { isAdmin: true })
    expect(await getStatus(admin, `GET admin/orders/${order.id}/receipt.pdf`)).toBe(200)
    expect(await getStatus(session, `GET admin/orders/${order.id}/receipt.pdf`)).toBe(403)
    expect(await getStatus(admin, `GET purchases/${order.id}`)).toBe(404)
  })
})

test('purchases are listed in pages, newest first, with monthly totals in the store’s time zone', async () => {
  const { session, order } = await buy()
  const ids = [order.id]
  for (let each = 0; each < 34; each++) {
    await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
    ids.push((await shop.call(session, 'POST order/pay')).json<{ order_id: number }>().order_id)
  }
  const [first = 0, second = 0] = ids
  // 00:15 on 1 March in Finland is still February in UTC.
  const at = (id: number, moment: string) =>
    database.kysely
      .updateTable('customer_order')
      .set({ paid_at: new Date(moment) })
      .where('id', '=', id)
      .execute()
  await at(first, '2026-02-28T21:45:00Z')
  await at(second, '2026-02-28T22:15:00Z')
  const page = async (query: string) => (await shop.call(session, `GET purchases${query}`)).json()
  const newest = await page('')
  expect(newest.items.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(0, 30))
  expect(newest).toMatchObject({ has_more: true, months: [{ purchases: 33, total_amount: 47.85 }] })
  const rest = await page(`?before=${newest.items.at(-1).id}`)
  expect(rest.items.map(({ id }: { id: number }) => id)).toEqual(ids.toReversed().slice(30))
  expect(rest).toMatchObject({
    has_more: false,
    months: [
      { purchases: 33, total_amount: 47.85 },
      { month: '2026-03', purchases: 1, total_amount: 1.45 },
      { month: '2026-02', purchases: 1, total_amount: 5.89 },
    ],
  })
})

describe('the email of a receipt', () => {
  test('is sent once, however often the outcome is settled and however many servers run the job at once', async () => {
    const bought = await Promise.all(Array.from({ length: 5 }, buy))
    for (const { order } of bought) {
      const { id } = await database.kysely
        .selectFrom('payment_attempt')
        .select('id')
        .where('order_id', '=', order.id)
        .executeTakeFirstOrThrow()
      const outcome = { to: 'APPROVED', stringCode: 'SUCCESS', source: 'recovery' } as const
      expect(await settleAttempt(shop.context, await getAttempt(database.kysely, id), outcome)).toBeUndefined()
    }
    await Promise.all(Array.from({ length: 6 }, mailReceipts))
    await mailReceipts()
    for (const { order } of bought) {
      const mails = await mailsTo(await getEmail(order.id))
      expect(mails.map(({ subject }) => subject)).toEqual([`Test payment · Receipt ${order.id}: Testilä`])
      expect(mails[0]?.text).toContain(`/purchases/${order.id}`)
    }
  })

  test('is sent again after a server died between sending it and recording that', async () => {
    const { order } = await buy()
    const dying = channel(() => new Promise(() => undefined))
    const [opened] = await dying.claim({ max: 1, now: new Date() })
    void opened?.send()
    await mailReceipts()
    expect(await mailsTo(await getEmail(order.id))).toEqual([])
    await database.pool.query(`UPDATE outbox_message SET lease_until = now() - interval '1 second'
      WHERE state = 'sending'`)
    await mailReceipts()
    expect(await mailsTo(await getEmail(order.id))).toHaveLength(1)
    await mailReceipts()
    expect(await mailsTo(await getEmail(order.id))).toHaveLength(1)
  })

  test('is in the shopper’s language, and each refund has an email of its own', async () => {
    const { order } = await buy()
    const finnish = { language_id: 1002 }
    const email = await getEmail(order.id)
    await database.kysely.updateTable('app_user').set(finnish).where('email', '=', email).execute()
    await mailReceipts()
    const refund = await (await getAdmin(database, order.id)).refund(shop, {})
    await mailReceipts()
    const mails = await mailsTo(email)
    expect(mails).toHaveLength(2)
    expect(Object.fromEntries(mails.map(({ subject, text }) => [subject, text]))).toEqual({
      [`Testimaksu · Kuitti ${order.id}: Testilä`]: expect.stringContaining('Maito'),
      [`Testimaksu · Hyvityskuitti ${order.id}-${refund.id}`]: expect.stringMatching(
        /^Testimaksu: mitään ei veloitettu\n[^]*5,89\u00a0€/,
      ),
    })
  })

  test('is also sent when an admin records that an order was paid', async () => {
    const order = await admitPaid()
    await mailReceipts()
    // The outcome of the payment is emailed too, and may come first.
    const texts = (await mailsTo(await getEmail(order.id))).map(({ text }) => text)
    expect(texts.filter(text => text.includes('Recorded by the store'))).toHaveLength(1)
  })

  test('is not sent once the shopper is erased', async () => {
    const { order } = await buy()
    const nobody = `#${order.id}`
    await database.kysely
      .updateTable('app_user')
      .set({ email: nobody })
      .where('email', '=', await getEmail(order.id))
      .execute()
    await mailReceipts()
    expect(await mailsTo(nobody)).toEqual([])
    expect(await database.kysely.selectFrom('outbox_message').select('id').execute()).toEqual([])
  })

  test('is not sent to a shopper who turned it off, but on request, with the PDF, up to a limit', async () => {
    const { session, order } = await buy()
    const email = await getEmail(order.id)
    expect((await shop.call(session, 'GET purchases')).json()).toMatchObject({ mails_receipts: true })
    expect(await getStatus(session, 'PUT purchases/mailing', { mails_receipts: false })).toBe(200)
    expect((await shop.call(session, 'GET purchases')).json()).toMatchObject({ mails_receipts: false })
    await mailReceipts()
    expect(await mailsTo(email)).toEqual([])
    const requestLink = async () => getStatus(session, `POST purchases/${order.id}/mail?lang=sv`)
    expect(await requestLink()).toBe(202)
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({
      subject: `Testbetalning · Kvitto ${order.id}: Testilä`,
      attachments: [{ name: `receipt-${order.id}.pdf`, type: 'application/pdf' }],
    })
    const pdf = Buffer.from(mail?.attachments?.[0]?.base64 ?? '', 'base64')
    expect(readPdf(pdf).texts[0]).toBe(`Kvitto ${order.id}`)
    for (let each = 0; each < 9; each++) expect(await requestLink()).toBe(202)
    expect(await requestLink()).toBe(429)
  })
})

/** An order whose payment outcome is unknown until an admin records that the money was taken. */
async function admitPaid() {
  const { order } = await buy()
  const attemptId = `(SELECT id FROM payment_attempt WHERE order_id = ${order.id})`
  await database.pool.query(`DELETE FROM receipt WHERE order_id = ${order.id}`)
  await database.pool.query(`UPDATE customer_order SET status = 'error', paid_at = NULL WHERE id = ${order.id}`)
  await database.pool.query(
    `UPDATE payment_attempt SET state = 'UNRESOLVED', outcome_at = NULL WHERE id IN ${attemptId}`,
  )
  await database.pool.query(
    `DELETE FROM stock_move WHERE order_line_id IN (SELECT id FROM order_line WHERE order_id = ${order.id})`,
  )
  const { id } = (await database.pool.query(`SELECT id FROM payment_attempt WHERE order_id = ${order.id}`)).rows[0]
  const by = { userId: 1001, reason: 'the card was charged', seen: 'UNRESOLVED' } as const
  const outcome = { to: 'MANUAL', stringCode: 'SUCCESS', source: 'admin', by } as const
  expect(await settleAttempt(shop.context, await getAttempt(database.kysely, id), outcome)).toMatchObject({
    state: 'MANUAL',
  })
  return order
}
