import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Payout, PayoutLine, PayoutWithSums, UnsettledMove } from '#contract/payments/payouts.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: ShopWithCaller
let bookkeeper: Caller
let stocked: Stocked
let otherStore: number
const terminals: Record<string, number> = {}

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, as: 'admin', modules: ['payments'] })
  bookkeeper = await server.caller('bookkeeper')
  stocked = await stockShop(database)
  otherStore = await addStore(database, { name: 'Toinen kauppa' })
  for (const [name, provider, store_id] of [
    ['pos', 'adyen', stocked.storeId],
    ['other', 'adyen', otherStore],
    ['paytrail', 'paytrail', stocked.storeId],
    ['sumup', 'sumup', stocked.storeId],
  ] as const) {
    const added = database.kysely.insertInto('terminal').values({ store_id, name, provider }).returning('id')
    terminals[name] = (await added.executeTakeFirstOrThrow()).id
  }
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(async () => {
  for (const table of ['payout', 'refund', 'refund_account', 'payment_attempt'] as const)
    await database.kysely.deleteFrom(table).execute()
})

type Payment = {
  cents: number
  key: string
  at: string
  terminal?: string
  state?: 'APPROVED' | 'DECLINED' | 'UNRESOLVED'
}

/** A payment with its order; returns the attempt's id. */
async function addPayment({ cents, key, at, terminal = 'pos', state = 'APPROVED' }: Payment, code = '') {
  const { kysely: db } = database
  const user_id = await addShopper(database)
  const store_id = terminal === 'other' ? otherStore : stocked.storeId
  const isPaid = state === 'APPROVED'
  const order_id = await addOrder(database, {
    user_id,
    store_id,
    total_cents: cents,
    status: isPaid ? 'complete' : 'error',
    ...(isPaid && { paid_at: new Date(at) }),
  })
  const { id } = await db
    .insertInto('payment_attempt')
    .values({
      order_id,
      user_id,
      terminal_id: terminals[terminal] ?? 0,
      service_id: key,
      amount_cents: cents,
      currency: 'EUR',
      state,
      order_status_before: 'checkout',
      created_at: new Date(at),
      sent_at: new Date(at),
      deadline_at: new Date(at),
      outcome_at: state === 'UNRESOLVED' ? null : new Date(at),
      source: state === 'UNRESOLVED' ? null : 'live',
      transaction_id: `BV0q.psp-${key} ${at}`,
      receipt_text: `Slip\n${code}`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { attemptId: id, orderId: order_id }
}

type Paid = Awaited<ReturnType<typeof addPayment>>

async function addRefund({ attemptId, orderId }: Paid, { cents, key, at }: Pick<Payment, 'cents' | 'key' | 'at'>) {
  const { kysely: db } = database
  await db
    .insertInto('refund_account')
    .values({ attempt_id: attemptId, paid_cents: 100_000, refunded_cents: cents })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await db
    .insertInto('refund')
    .values({
      kind: 'refund',
      attempt_id: attemptId,
      order_id: orderId,
      refund_key: key,
      amount_cents: cents,
      currency: 'EUR',
      state: 'DONE',
      reason: 'dented',
      requested_by: server.me.id,
      created_at: new Date(at),
      sent_at: new Date(at),
      outcome_at: new Date(at),
      source: 'live',
      transaction_id: `BV0q.mod-${key} ${at}`,
    })
    .execute()
}

const HEADINGS =
  'Company Account;Merchant Account;Psp Reference;Merchant Reference;Creation Date;Type;Modification Reference;Gross Currency;Gross Debit (GC);Gross Credit (GC);Net Currency;Net Debit (NC);Net Credit (NC);Batch Number'
const settled = (key: string, [gross, net]: [string, string], batch = '118') =>
  `Oy;POS;psp-${key};${key};2026-11-02 10:00:00;Settled;cap-${key};EUR;;${gross};EUR;;${net};${batch}`
const refunded = (payment: string, key: string, gross: string) =>
  `Oy;POS;psp-${payment};${payment};2026-11-03 10:00:00;Refunded;mod-${key};EUR;${gross};;EUR;${gross};;118`
const chargeback = (key: string, gross: string) =>
  `Oy;POS;psp-${key};${key};2026-11-03 10:00:00;Chargeback;cb-${key};EUR;${gross};;EUR;${gross};;118`
const paidOut = (net: string, batch = '118', day = '2026-11-04') =>
  `Oy;POS;;;${day} 02:00:00;MerchantPayout;TX${batch};;;;EUR;${net};;${batch}`
const fee = (net: string) => `Oy;POS;;;2026-11-04 01:00:00;Fee;Transaction Fees;;;;EUR;${net};;118`
const report = (...rows: string[]) => Buffer.from(`\uFEFF${[HEADINGS, ...rows].join('\r\n')}\r\n`)

const upload = (file: Buffer, caller = bookkeeper) => caller.call('POST payouts?name=batch.csv', file)
const listPayouts = async (caller = bookkeeper, query = '') =>
  (await caller.call(`GET payouts${query}`)).body as { items: Payout[]; total: number }
const linesIn = async (id: number, query = '', caller = bookkeeper) =>
  ((await caller.call(`GET payouts/${id}/lines${query}`)).body as { items: PayoutLine[] }).items
const listUnsettled = async (caller = bookkeeper) =>
  ((await caller.call('GET payouts/unsettled')).body as { items: UnsettledMove[] }).items

const DAY = '2026-11-02T10:00:00Z'

test('a report that agrees with the shop differs in nothing, and its sums are the shop’s', async () => {
  const first = await addPayment({ cents: 1000, key: 'a', at: DAY })
  await addPayment({ cents: 550, key: 'b', at: DAY })
  await addRefund(first, { cents: 300, key: 'r', at: '2026-11-03T10:00:00Z' })
  const rows = [
    settled('a', ['10,00', '9,80']),
    settled('b', ['5,50', '5,40']),
    refunded('a', 'r', '3,00'),
    fee('1,20'),
  ]
  const { status, body } = await upload(report(...rows, paidOut('11,00')))
  expect([status, body]).toEqual([200, { provider: 'Adyen', payouts: 1, lines: 4, new_lines: 4, differences: 0 }])
  const { items } = await listPayouts()
  const [payout] = items
  expect(items).toHaveLength(1)
  expect(payout).toMatchObject({
    reference: 'POS 118',
    paid_on: '2026-11-04',
    gross: 12.5,
    fees: 1.5,
    net: 11,
    paid: 11,
    differences: 0,
  })
  const { kinds } = (await bookkeeper.call(`GET payouts/${payout?.id}`)).body as PayoutWithSums
  expect(kinds).toEqual([
    { kind: 'payment', count: 2, amount: 15.5, fees: 0.3, shop_count: 2, shop_amount: 15.5 },
    { kind: 'refund', count: 1, amount: -3, fees: 0, shop_count: 1, shop_amount: -3 },
    { kind: 'fee', count: 1, amount: 0, fees: 1.2, shop_count: 0, shop_amount: 0 },
  ])
  expect(await listUnsettled()).toEqual([])
})

test('the same report again, or a part of it, adds nothing', async () => {
  await addPayment({ cents: 1000, key: 'a', at: DAY })
  const rows = [settled('a', ['10,00', '9,80']), fee('1,20'), fee('1,20')]
  await upload(report(...rows, paidOut('7,40')))
  const before = await listPayouts()
  for (const file of [report(...rows, paidOut('7,40')), report(rows[0] ?? '')])
    expect((await upload(file)).body).toMatchObject({ new_lines: 0, differences: 0 })
  expect(await listPayouts()).toEqual(before)
  const entries = database.kysely.selectFrom('audit_entry').select('action').where('kind', '=', 'payout')
  const logged = entries.where('record_id', '=', before.items[0]?.id ?? 0)
  expect(await logged.execute()).toEqual([{ action: 'created' }])
})

test('what differs is listed with its order and what the shop has', async () => {
  const other = await addPayment({ cents: 1000, key: 'a', at: DAY })
  const declined = await addPayment({ cents: 550, key: 'b', at: DAY, state: 'DECLINED' })
  await addPayment({ cents: 700, key: 'c', at: DAY })
  const { body } = await upload(
    report(
      settled('a', ['9,00', '8,80']),
      settled('b', ['5,50', '5,40']),
      settled('c', ['7,00', '6,90']),
      settled('c', ['7,00', '6,90']),
      settled('z', ['2,00', '1,90']),
      refunded('c', 'nowhere', '1,00'),
      chargeback('c', '7,00'),
      paidOut('21,90'),
    ),
  )
  expect(body).toMatchObject({ lines: 7, differences: 6 })
  const [payout] = (await listPayouts(bookkeeper, '?differs=true')).items
  expect(payout).toMatchObject({ differences: 6 })
  const lines = await linesIn(payout?.id ?? 0, '?differs=true')
  expect(lines.map(({ reference, finding, shop_amount }) => [reference, finding, shop_amount])).toEqual([
    ['psp-a', 'amount', 10],
    ['psp-b', 'notDone', 5.5],
    ['psp-c', 'twice', 7],
    ['psp-z', 'unknown', null],
    ['mod-nowhere', 'unknown', null],
    ['cb-c', 'other', null],
  ])
  expect(lines.slice(0, 2).map(({ order_id }) => order_id)).toEqual([other.orderId, declined.orderId])
  expect(await linesIn(payout?.id ?? 0, '?differs=false')).toHaveLength(1)
  const { kinds } = (await bookkeeper.call(`GET payouts/${payout?.id}`)).body as PayoutWithSums
  expect(kinds[0]).toMatchObject({ kind: 'payment', count: 5, amount: 30.5, shop_count: 2, shop_amount: 17 })
})

test('an outcome that becomes known later is found when the report is uploaded again', async () => {
  const { attemptId } = await addPayment({ cents: 1000, key: 'a', at: DAY, state: 'UNRESOLVED' })
  const file = report(settled('a', ['10,00', '9,80']), paidOut('9,80'))
  expect((await upload(file)).body).toMatchObject({ differences: 1 })
  await database.kysely
    .updateTable('payment_attempt')
    .set({ state: 'APPROVED', outcome_at: new Date(DAY) })
    .where('id', '=', attemptId)
    .execute()
  expect((await upload(file)).body).toMatchObject({ new_lines: 0, differences: 0 })
})

test('payments and refunds in no report are listed, a week after a later payout', async () => {
  await addPayment({ cents: 1000, key: 'a', at: DAY })
  const missing = await addPayment({ cents: 550, key: 'b', at: DAY })
  await addRefund(missing, { cents: 50, key: 'r', at: '2026-11-03T10:00:00Z' })
  await addPayment({ cents: 600, key: 'before', at: '2026-10-20T10:00:00Z' })
  await addPayment({ cents: 700, key: 'recent', at: '2026-11-14T10:00:00Z' })
  await addPayment({ cents: 800, key: 'declined', at: DAY, state: 'DECLINED' })
  await upload(report(settled('a', ['10,00', '9,80']), paidOut('9,80')))
  expect(await listUnsettled()).toEqual([])
  await upload(report(settled('y', ['10,00', '9,80'], '119'), paidOut('9,80', '119', '2026-11-18')))
  const listed = await listUnsettled()
  expect(listed.map(({ kind, amount, order_id, provider }) => [kind, amount, order_id, provider])).toEqual([
    ['refund', -0.5, missing.orderId, 'Adyen'],
    ['payment', 5.5, missing.orderId, 'Adyen'],
  ])
})

test('a bookkeeper of one store sees its lines alone, and uploads and removes nothing', async () => {
  await addPayment({ cents: 1000, key: 'a', at: DAY })
  await addPayment({ cents: 550, key: 'b', at: DAY, terminal: 'other' })
  await upload(report(settled('a', ['10,00', '9,80']), settled('b', ['5,50', '5,40']), fee('1,20'), paidOut('14,00')))
  const local = await server.caller('bookkeeper', [otherStore])
  const { items } = await listPayouts(local)
  expect(items).toMatchObject([{ gross: 5.5, fees: 0.1, net: 5.4, paid: null, lines: 1 }])
  expect((await linesIn(items[0]?.id ?? 0, '', local)).map(({ store }) => store)).toEqual(['Toinen kauppa'])
  const refused = { status: 403, body: { code: 'payout.allStores' } }
  expect(await upload(report(settled('b', ['5,50', '5,40'])), local)).toMatchObject(refused)
  expect(await local.call(`DELETE payouts/${items[0]?.id}`)).toMatchObject(refused)
  const nowhere = await server.caller('bookkeeper', [await addStore(database, { name: 'Kolmas kauppa' })])
  expect(await listPayouts(nowhere)).toEqual({ items: [], total: 0 })
  expect((await nowhere.call(`GET payouts/${items[0]?.id}`)).status).toBe(404)
})

test('a payout is removed with its lines, and can be uploaded again', async () => {
  await addPayment({ cents: 1000, key: 'a', at: DAY })
  const file = report(settled('a', ['10,00', '9,80']), paidOut('9,80'))
  await upload(file)
  const [payout] = (await listPayouts()).items
  expect((await bookkeeper.call(`DELETE payouts/${payout?.id}`)).status).toBe(200)
  expect((await bookkeeper.call(`DELETE payouts/${payout?.id}`)).status).toBe(404)
  expect(await listPayouts()).toEqual({ items: [], total: 0 })
  expect((await upload(file)).body).toMatchObject({ new_lines: 1, differences: 0 })
})

test('reports of the other providers find their payments and refunds', async () => {
  const paid = await addPayment({ cents: 2555, key: 'p-1', at: DAY, terminal: 'paytrail' })
  await addRefund(paid, { cents: 400, key: 'r-1', at: DAY })
  const row = {
    settlementId: 7,
    settlementDate: '04-11-2026',
    settlementReference: '45667372',
    entryDate: '02-11-2026',
  }
  const paytrail = [
    { ...row, amount: 25.55, stamp: 'p-1-1a2b', paymentMethodFee: 0.12, paymentMethodCommission: 0.02 },
    { ...row, amount: -4, stamp: 'r-1', originalTradeReference: 'Puoti 1001' },
  ]
  const sold = await addPayment({ cents: 1000, key: 's-1', at: DAY, terminal: 'sumup' }, 'TEENSK4W2K')
  await addRefund(sold, { cents: 350, key: 'r-2', at: DAY })
  const record = { date: '2026-11-04', currency: 'EUR', status: 'SUCCESSFUL', transaction_code: 'TEENSK4W2K' }
  const sumup = [
    { ...record, id: 1, type: 'PAYOUT', amount: 9.83, fee: 0.17, reference: 'SUMUP PID1283966 PAYOUT 041126' },
    { ...record, id: 2, type: 'REFUND_DEDUCTION', amount: 3.5, fee: 0, reference: 'TEENSK4W2K' },
  ]
  for (const rows of [paytrail, sumup])
    expect((await upload(Buffer.from(JSON.stringify(rows)))).body).toMatchObject({ new_lines: 2, differences: 0 })
})

test('a file that is no report is refused with its fault', async () => {
  expect(await upload(Buffer.from('name;price\nMilk;1,20\n'))).toMatchObject({
    status: 422,
    body: { code: 'payout.unreadable', problem: 'unknownReport' },
  })
  expect(await upload(report(settled('a', ['ten', '9,80'])))).toMatchObject({
    status: 422,
    body: { code: 'payout.unreadable', problem: 'amount', row: 2, column: 'gross credit (gc)' },
  })
  expect(await listPayouts()).toEqual({ items: [], total: 0 })
})
