import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Refund } from '#contract/payments/refunds.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { subscribeApps, getNotifications } from '#test/push/subscribed.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder, findInvalidSums, type Items } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  expect(await findInvalidSums(database)).toEqual([])
  await database.close()
})

/** Two milks of 1.45, a soap of 2.99 and 0.333 kg of potatoes for 0.73: 6.62 €. */
async function paid(items?: Items) {
  const basket = items ?? [
    { product_id: stocked.milk, quantity: 2 },
    { product_id: stocked.soap, quantity: 1 },
    { product_id: stocked.potatoes, quantity: 0.333 },
  ]
  const { session, order } = await paidOrder(shop, basket, { stocked })
  const admin = await getAdmin(database, order.id)
  const { lines } = await admin.show(shop)
  const getLine = (productId: number) => lines.find(line => line.product_id === productId)!.order_line_id
  return { session, order, admin, lineOf: getLine }
}
const getError = async (answer: ReturnType<Shop['call']>) => {
  const { statusCode, body } = await answer
  return [statusCode, JSON.parse(body).code]
}
const getShelf = async (productId: number) =>
  (
    await database.kysely
      .selectFrom('store_stock')
      .select('quantity_thousandths')
      .where('product_id', '=', productId)
      .executeTakeFirstOrThrow()
  ).quantity_thousandths

describe('an admin', () => {
  test('refunds manually what was not paid at a terminal, without a terminal, and once', async () => {
    const { order, admin } = await paid()
    const attempt = await database.kysely
      .updateTable('payment_attempt')
      .set({ state: 'MANUAL', sent_at: null, source: 'admin' })
      .where('order_id', '=', order.id)
      .returning('user_id')
      .executeTakeFirstOrThrow()
    await subscribeApps(database, attempt.user_id)
    expect(await admin.show(shop)).toMatchObject({ by_hand: true })
    expect(await getError(admin.ask(shop))).toEqual([409, 'refund.byHand'])
    const requested = await admin.ask(shop, { reason: 'cash', refunded_by_hand: true })
    const refund = requested.json<Refund>()
    expect(refund).toMatchObject({
      state: 'DONE',
      reported_by: 'admin',
      amount: 6.62,
      sent_at: null,
      return_stock: false,
    })
    expect(await getError(admin.ask(shop, { refunded_by_hand: true }))).toEqual([409, 'refund.nothingLeft'])
    // The text mentions neither a card nor a bank.
    expect(await getNotifications(database, attempt.user_id)).toMatchObject([
      {
        code: 'fi',
        title: 'Sinulle on hyvitetty rahaa',
        body: expect.stringMatching(/^Sinulle on hyvitetty 6,62\s€\.$/),
      },
      { code: 'sv', title: 'Du har fått en återbetalning' },
    ])
    const asTerminal = database.kysely
      .selectFrom('test_terminal_refund')
      .innerJoin('refund', 'refund.refund_key', 'test_terminal_refund.refund_key')
    expect(await asTerminal.select('refund.id').where('refund.id', '=', refund.id).execute()).toEqual([])
  })

  test('can’t refund manually what a terminal took', async () => {
    const { admin } = await paid()
    expect(await admin.show(shop)).toMatchObject({ by_hand: false })
    expect(await getError(admin.ask(shop, { refunded_by_hand: true }))).toEqual([409, 'refund.changed'])
  })

  test('refunds a whole order at the terminal, and the refund, the order history and the terminal’s ledger agree', async () => {
    const { order, admin, session } = await paid()
    const refund = await admin.refund(shop, { reason: 'the fridge was warm' })
    expect(refund).toMatchObject({
      state: 'DONE',
      kind: 'refund',
      amount: 6.62,
      reason: 'the fridge was warm',
      reported_by: 'terminal',
      receipt_text: expect.stringContaining('REFUND'),
    })
    expect(refund.vat_by_rate).toEqual(order.vat_by_rate)
    const row = await database.kysely
      .selectFrom('refund')
      .innerJoin('test_terminal_refund as given', 'given.refund_key', 'refund.refund_key')
      .select(['given.amount_cents', 'given.state', 'refund.transaction_id'])
      .where('refund.id', '=', refund.id)
      .executeTakeFirst()
    expect(row).toMatchObject({ amount_cents: 662, state: 'refunded', transaction_id: expect.stringMatching(/./) })
    const trail = await listOrderEvents(database, order.id)
    expect(trail.at(-1)).toMatchObject({
      from_status: 'complete',
      to_status: 'complete',
      actor: 'admin',
      user_id: refund.requested_by?.id,
      kind: 'refund',
      refund_id: refund.id,
      attempt_id: null,
      outcome: 'DONE',
      reason: 'the fridge was warm',
    })
    // The sale stays what it was.
    expect((await shop.call(session, `GET orders/${order.id}`)).json()).toMatchObject({
      status: 'complete',
      string_code: 'SUCCESS',
    })
  })

  test('refunds lines until nothing is left, and the parts together equal the total and its VAT', async () => {
    const { order, admin, lineOf: getLine } = await paid()
    const one = await admin.refund(shop, { lines: [{ order_line_id: getLine(stocked.milk), quantity: 1 }] })
    const some = await admin.refund(shop, {
      lines: [
        { order_line_id: getLine(stocked.potatoes), quantity: 0.1 },
        { order_line_id: getLine(stocked.soap), quantity: 1 },
      ],
    })
    const { lines } = await admin.show(shop)
    expect(lines.find(line => line.product_id === stocked.potatoes)).toMatchObject({
      refunded_quantity: 0.1,
      refunded_amount: 0.22,
    })
    const rest = await admin.refund(shop)
    expect([one.amount, some.amount, rest.amount]).toEqual([1.45, 3.21, 1.96])
    const parts = [one, some, rest]
    const vat = (rate: number) =>
      parts
        .flatMap(part => part.vat_by_rate.filter(each => each.vat === rate))
        .reduce((sum, each) => sum + each.tax * 100, 0)
    for (const { vat: rate, tax } of order.vat_by_rate) expect(Math.round(vat(rate))).toBe(Math.round(tax * 100))
    expect(await admin.show(shop)).toMatchObject({ paid_amount: 6.62, refunded_amount: 6.62 })
    expect(await getError(admin.ask(shop))).toEqual([409, 'refund.nothingLeft'])
  })

  test('refunds one of two price labels exactly', async () => {
    const cheese = { product_id: stocked.cheese, quantity: 0.352, amounts: [5, 2] }
    const { admin, lineOf: getLine } = await paid([cheese])
    const order_line_id = getLine(stocked.cheese)
    expect(await admin.refund(shop, { lines: [{ order_line_id, amounts: [2] }] })).toMatchObject({
      amount: 2,
      lines: [{ quantity: 0.101, amounts: [2] }],
    })
    expect(await getError(admin.ask(shop, { lines: [{ order_line_id, amounts: [2] }] }))).toEqual([
      422,
      'refund.quantityInvalid',
    ])
    expect(await admin.refund(shop, { lines: [{ order_line_id }] })).toMatchObject({ amount: 5, state: 'DONE' })
  })

  test('refunds with the goods, which are returned to the stock once per line, or without them', async () => {
    const { admin, lineOf: getLine } = await paid()
    const before = await getShelf(stocked.milk)
    const one = { lines: [{ order_line_id: getLine(stocked.milk), quantity: 1 }] }
    await admin.refund(shop, { ...one, return_stock: true })
    expect(await getShelf(stocked.milk)).toBe(before + 1000)
    await admin.refund(shop, { ...one, return_stock: true })
    expect(await getShelf(stocked.milk)).toBe(before + 2000)
    const shelf = await getShelf(stocked.soap)
    await admin.refund(shop)
    expect(await getShelf(stocked.soap)).toBe(shelf)
    const returns = database.kysely.selectFrom('stock_move').selectAll().where('kind', '=', 'return')
    expect(await returns.where('product_id', '=', stocked.milk).execute()).toMatchObject([
      { quantity_thousandths: 1000, order_line_id: null, reason: 'spoiled' },
      { quantity_thousandths: 1000, order_line_id: null, reason: 'spoiled' },
    ])
  })

  test('makes one refund when several requests arrive at once', async () => {
    for (let round = 0; round < 5; round++) {
      const { order, admin, lineOf: getLine } = await paid()
      const other = await getAdmin(database, order.id)
      const body = { refunded_amount: 0, lines: [{ order_line_id: getLine(stocked.milk), quantity: 1 }] }
      const answers = await Promise.all([admin, other, admin, other].map(each => each.ask(shop, body)))
      const accepted = answers.filter(answer => answer.statusCode === 202)
      expect(accepted).toHaveLength(1)
      expect(new Set(answers.filter(answer => answer.statusCode !== 202).map(answer => answer.json().code))).toSatisfy(
        (codes: Set<string>) => [...codes].every(code => ['refund.pending', 'refund.changed'].includes(code)),
      )
      await admin.settled(shop, accepted[0]!.json<Refund>().id)
      expect(await admin.show(shop)).toMatchObject({ refunded_amount: 1.45 })
    }
  })

  test('can’t refund from an outdated page, since an earlier request may have succeeded', async () => {
    const { admin, lineOf: getLine } = await paid()
    const body = { refunded_amount: 0, lines: [{ order_line_id: getLine(stocked.milk), quantity: 1 }] }
    await admin.refund(shop, body)
    expect(await getError(admin.ask(shop, body))).toEqual([409, 'refund.changed'])
  })
})

describe('refused refunds', () => {
  test('a refund of more than is left is refused', async () => {
    const { admin, lineOf: getLine } = await paid()
    const milk = getLine(stocked.milk)
    for (const quantity of [3, 0.5, 0, -1, 1e-7, 2 ** 53, 1e308]) {
      const answer = admin.ask(shop, { lines: [{ order_line_id: milk, quantity }] })
      expect(await getError(answer), String(quantity)).toEqual([422, 'refund.quantityInvalid'])
    }
    await admin.refund(shop, { lines: [{ order_line_id: milk, quantity: 1 }] })
    const again = admin.ask(shop, { lines: [{ order_line_id: milk, quantity: 2 }] })
    expect(await getError(again)).toEqual([422, 'refund.quantityInvalid'])
    const twice = admin.ask(shop, { lines: [{ order_line_id: milk }, { order_line_id: milk }] })
    expect(await getError(twice)).toEqual([422, 'refund.quantityInvalid'])
  })

  test('a refund of another order’s line, of an unpaid order and of an unknown order is refused', async () => {
    const [first, second] = [await paid(), await paid()]
    const foreign = first.admin.ask(shop, { lines: [{ order_line_id: second.lineOf(stocked.milk) }] })
    expect(await getError(foreign)).toEqual([422, 'refund.lineUnknown'])
    const session = await stocked.shopper()
    const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
    const { id } = (await shop.call(session, 'POST order', items)).json<{ id: number }>()
    const unpaid = await getAdmin(database, id)
    expect(await unpaid.show(shop)).toMatchObject({ paid_amount: 0, refunded_amount: 0, refunds: [] })
    expect(await getError(unpaid.ask(shop))).toEqual([409, 'refund.notPaid'])
    const none = await getAdmin(database, 999_999)
    expect(await getError(none.ask(shop, { refunded_amount: 0 }))).toEqual([404, 'notFound'])
    expect(await getError(shop.call(none.session, 'GET admin/orders/999999/refunds'))).toEqual([404, 'notFound'])
  })

  test.each<[string, object]>([
    ['an amount', { amount: 100 }],
    ['no reason', { reason: ' ' }],
    ['a reason that is too long', { reason: 'x'.repeat(501) }],
    ['an empty list of lines', { lines: [] }],
    ['a price for a line', { lines: [{ order_line_id: 1001, amount: 1 }] }],
    ['a quantity that is text', { lines: [{ order_line_id: 1001, quantity: '1' }] }],
  ])('a body with %s is refused', async (_what, wrong) => {
    const { admin } = await paid()
    expect(await getError(admin.ask(shop, wrong))).toEqual([422, 'request.invalid'])
  })

  test('the schema’s constraints refuse a refund that passed all other checks', async () => {
    const { order, admin, lineOf: getLine } = await paid()
    await admin.refund(shop, { lines: [{ order_line_id: getLine(stocked.milk), quantity: 1 }] })
    const { pool } = database
    const attempt = `(SELECT id FROM payment_attempt WHERE order_id = ${order.id})`
    const refused = (statement: string) => expect(pool.query(statement)).rejects.toThrow(/constraint/)
    await refused(`UPDATE refund_account SET refunded_cents = 663 WHERE attempt_id = ${attempt}`)
    await refused(`UPDATE order_line SET refunded_thousandths = 3000 WHERE id = ${getLine(stocked.milk)}`)
    await refused(`UPDATE order_line SET refunded_cents = 291 WHERE id = ${getLine(stocked.milk)}`)
    const insert = (key: string) =>
      `INSERT INTO refund (kind, attempt_id, order_id, refund_key, amount_cents, currency, state, reason, requested_by)
        SELECT kind, attempt_id, order_id, ${key}, amount_cents, currency, 'INTENT', reason, requested_by FROM refund
        WHERE order_id = ${order.id} ORDER BY id LIMIT 1`
    await refused(insert('refund_key'))
    await refused(`${insert("'one'")}; ${insert("'two'")}`)
  })
})

test.each([
  'GET admin/orders/1001/refunds',
  'POST admin/orders/1001/refunds',
  'GET admin/refunds/unresolved',
  'PUT admin/refunds/1001/outcome',
  'GET admin/unresolved-payments',
  'PUT admin/unresolved-payments/1001/outcome',
])('only an admin may %s, and only with the CSRF token', async request => {
  const body = request.startsWith('GET') ? undefined : {}
  const shopper = await stocked.shopper()
  expect(await getError(shop.call(shopper, request, body))).toEqual([403, 'session.adminRequired'])
  expect(await getError(shop.call('nobody', request, body))).toEqual([401, 'session.required'])
  if (!body) return
  const admin = await signedInShopper(database, { isAdmin: true })
  const [method, url] = request.split(' ')
  const headers = { cookie: `${SESSION_COOKIE}=${admin}` }
  const forged = await shop.app.inject({ method: method as 'PUT', url: `/api/${url}`, headers, payload: body })
  expect(forged.json()).toMatchObject({ code: 'csrf.invalid' })
})
