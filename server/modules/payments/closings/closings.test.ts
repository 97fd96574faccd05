import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Closing, ClosingMonth, LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { Refund } from '#contract/payments/refunds.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder, type Items } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let shop: Shop
let near: Stocked
let far: Stocked
let server: Shop
let anna: Caller

const NOW = new Date('2026-12-02T10:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  near = await stockShop(database)
  far = await stockShop(database)
  // A time zone where it is still yesterday long after midnight in Finland.
  await database.pool.query(`UPDATE store SET time_zone = 'America/New_York' WHERE id = $1`, [far.storeId])
  shop = await openShop({ database })
  server = await openShop({ database, now: () => NOW, modules: ['payments'], terminals: () => shop.context.terminals })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

type When = { at: string; refunded?: { items: number; at: string } | undefined }

/** A paid order, optionally with a refund, at the given times. */
async function sold(stocked: Stocked, items: Items, { at, refunded }: When) {
  const { session, order } = await paidOrder(shop, items, { stocked })
  await database.pool.query('UPDATE customer_order SET paid_at = $2 WHERE id = $1', [order.id, at])
  await database.pool.query(
    `UPDATE test_terminal_payment SET decided_at = $2
     WHERE service_id = (SELECT service_id FROM payment_attempt WHERE order_id = $1)`,
    [order.id, at],
  )
  const receipt = (await shop.call(session, `GET orders/${order.id}`)).json<Order>()
  if (!refunded) return { receipt, refund: undefined }
  const admin = await getAdmin(database, order.id)
  const { lines } = await admin.show(shop)
  const refundLines = lines.slice(0, refunded.items).map(({ order_line_id }) => ({ order_line_id, quantity: 1 }))
  const refund = await admin.refund(shop, { lines: refundLines })
  await database.pool.query('UPDATE refund SET outcome_at = $2 WHERE id = $1', [refund.id, refunded.at])
  await database.pool.query(
    'UPDATE test_terminal_refund SET received_at = $2 WHERE refund_key = (SELECT refund_key FROM refund WHERE id = $1)',
    [refund.id, refunded.at],
  )
  return { receipt, refund }
}

const getClosings = async (month: string, query = 'test=true') =>
  (await anna.call(`GET closings/months/${month}/days?${query}`)).body as { items: Closing[]; total: number }
const getMonth = async (path: string) => (await anna.call(`GET closings/months/${path}`)).body as ClosingMonth
const getCsv = async (path: string) =>
  (await anna.call(`GET closings/months/${path}`)).text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(';'))

const cents = (euros: number) => Math.round(euros * 100)
const getTotal = (rows: readonly { gross: number; tax: number }[], column: 'gross' | 'tax') =>
  rows.reduce((sum, row) => sum + cents(row[column]), 0)

test('a month, its days and its vouchers equal the receipts and refunds to the cent', async () => {
  const basket = (pieces: number, kilos: number): Items => [
    { product_id: near.milk, quantity: pieces },
    { product_id: near.soap, quantity: 1 },
    { product_id: near.potatoes, quantity: kilos },
  ]
  const deals: { receipt: Order; refund: Refund | undefined }[] = []
  for (let place = 0; place < 8; place++) {
    const refunded = place % 3 === 0 ? { items: 2, at: `2026-11-2${place}T09:00:00Z` } : undefined
    // Some sums of a rate are equal, some are not.
    const items = basket(1 + (place % 2), 0.333 + (place % 4) / 1000)
    deals.push(await sold(near, items, { at: `2026-11-1${place}T09:00:00Z`, refunded }))
  }
  const receipts = deals.flatMap(({ receipt }) => receipt.vat_by_rate)
  const refunds = deals.flatMap(({ refund }) => refund?.vat_by_rate ?? [])
  const month = await getMonth(`2026-11?test=true&store=${near.storeId}`)
  expect(month.sales).toEqual({ count: 8, amount: getTotal(receipts, 'gross') / 100 })
  expect(month.refunds).toEqual({ count: 3, amount: getTotal(refunds, 'gross') / 100 })
  expect(cents(month.tax)).toBe(getTotal(receipts, 'tax') - getTotal(refunds, 'tax'))
  expect(cents(month.gross)).toBe(cents(month.net) + cents(month.tax))
  expect(month.with_difference).toBe(0)

  const { items, total } = await getClosings('2026-11', `test=true&store=${near.storeId}&size=200`)
  expect(total).toBe(items.length)
  for (const name of ['gross', 'net', 'tax', 'card'] as const)
    expect(items.reduce((sum, item) => sum + cents(item[name]), 0)).toBe(cents(month[name]))
  expect(
    items.every(({ difference, terminal_sum }) => difference === 0 && terminal_sum?.reported_by === 'terminal'),
  ).toBe(true)

  const [head, ...lines] = await getCsv(`2026-11/vouchers.csv?test=true&store=${near.storeId}`)
  const column = (name: string) => (line: string[]) => Math.round(Number(line[head?.indexOf(name) ?? -1]) * 100)
  const byVoucher = Map.groupBy(lines, ([number]) => number)
  expect(byVoucher.size).toBe(items.length)
  for (const [, voucherRows] of byVoucher)
    expect(voucherRows.reduce((sum, line) => sum + column('Verollinen summa')(line), 0)).toBe(0)
  expect(lines.reduce((sum, line) => sum - column('Alv summa')(line), 0)).toBe(cents(month.tax))

  const [columns, ...rows] = await getCsv(`2026-11/closings.csv?test=true&store=${near.storeId}`)
  const inRows = (name: string) =>
    rows.reduce((sum, row) => sum + cents(Number(row[columns?.indexOf(name) ?? -1]?.replace(',', '.'))), 0)
  expect([inRows('gross'), inRows('tax'), inRows('card'), inRows('terminal_sum')]).toEqual(
    [month.gross, month.tax, month.card, month.card].map(cents),
  )
})

test('amounts in a month’s files have two decimals; rates and counts have as many as they need', async () => {
  const getCells = async (file: string, names: readonly string[]) => {
    const [head = [], ...lines] = await getCsv(`2026-11/${file}.csv?test=true&store=${near.storeId}`)
    return lines.flatMap(line => names.map(name => line[head.indexOf(name)])).filter(cell => cell !== '')
  }
  const vouchers = await getCells('vouchers', ['Veroton summa', 'Verollinen summa', 'Alv summa'])
  expect(vouchers.filter(cell => !/^-?\d+\.\d\d$/.test(cell ?? ''))).toEqual([])
  const days = ['sales', 'refunds', 'gross', 'net', 'tax', 'card', 'other', 'clearing', 'terminal_sum', 'difference']
  const amounts = await getCells('closings', days)
  expect(amounts.length).toBeGreaterThan(0)
  expect(amounts.filter(cell => !/^-?\d+,\d\d$/.test(cell ?? ''))).toEqual([])
  expect(new Set(await getCells('closings', ['vat']))).toEqual(new Set(['13,5', '25,5']))
})

test('a day ends at midnight in the store’s time zone, and has no voucher before', async () => {
  // 00:30 on 1 December in Finland, 17:30 on 30 November in New York.
  for (const stocked of [near, far])
    await sold(stocked, [{ product_id: stocked.milk, quantity: 1 }], { at: '2026-11-30T22:30:00Z' })
  await sold(near, [{ product_id: near.milk, quantity: 1 }], { at: '2026-12-02T08:00:00Z' })
  const december = (await getClosings('2026-12', 'test=true')).items
  expect(december.map(({ date, store, has_ended }) => [date, store.id, has_ended])).toEqual([
    ['2026-12-02', near.storeId, false],
    ['2026-12-01', near.storeId, true],
  ])
  expect((await getClosings('2026-11', `test=true&store=${far.storeId}`)).items.map(({ date }) => date)).toEqual([
    '2026-11-30',
  ])
  const numbers = (await getCsv('2026-12/vouchers.csv?test=true')).slice(1).map(([number]) => number)
  expect(new Set(numbers)).toEqual(new Set([`20261201-${near.storeId}`]))
})

test('test payments are shown, marked, while there are no others, and are never added to a terminal’s real payments', async () => {
  const only = await getMonth('2026-11')
  expect(only).toMatchObject({ is_test: true, hidden: 0 })
  expect(only.closings).toBeGreaterThan(1)
  const [, line] = await getCsv('2026-11/vouchers.csv')
  expect(line?.[2]).toMatch(/^"?TESTI: /)

  await database.pool.query(`UPDATE terminal SET provider = 'jsonpos' WHERE id = $1`, [far.terminalId])
  const real = await getMonth('2026-11')
  expect(real).toMatchObject({ is_test: false, closings: 1, sales: { count: 1, amount: 1.45 } })
  expect(real.hidden).toBe(only.closings - 1)
  const tests = await getMonth('2026-11?test=true')
  expect(tests).toMatchObject({ is_test: true, hidden: 1, closings: only.closings - 1 })
  expect(cents(tests.gross) + cents(real.gross)).toBe(cents(only.gross))
  expect((await getClosings('2026-11', 'test=true')).items.every(({ terminal }) => terminal.is_test)).toBe(true)
  const [, booked] = await getCsv('2026-11/vouchers.csv')
  expect(booked?.[2]).toMatch(/^"?Korttimaksut, /)
})

test('a month counts its closings whose day is over', async () => {
  expect(await getMonth(`2026-12?test=true&store=${near.storeId}`)).toMatchObject({ closings: 2, ended: 1 })
})

test('an amount entered by an admin is compared, saved once per revision, and recorded in the terminal’s audit log', async () => {
  await database.pool.query(`UPDATE terminal SET provider = 'jsonpos' WHERE id = $1`, [far.terminalId])
  const path = `PUT closings/${far.terminalId}/2026-11-30`
  const answer = await anna.call(path, { revision: 0, amount: 1.4, note: 'paper roll' })
  const sum = { amount: 1.4, reported_by: 'admin', note: 'paper roll', revision: 1 }
  expect(answer.body).toEqual({ terminal_sum: sum })
  expect((await getClosings('2026-11', '')).items[0]).toMatchObject({
    card: 1.45,
    terminal_sum: sum,
    difference: -0.05,
  })
  expect((await getMonth('2026-11')).with_difference).toBe(1)
  const late = await anna.call(path, { revision: 0, amount: 1.45, note: '' })
  expect([late.status, late.body]).toMatchObject([409, { code: 'record.changed', current: sum }])
  expect((await anna.call(path, { revision: 1, amount: null, note: '' })).body).toEqual({ terminal_sum: null })
  expect((await getClosings('2026-11', '')).items[0]).toMatchObject({ terminal_sum: null, difference: null })
  expect((await anna.call(path, { revision: 0, amount: 1.455, note: '' })).status).toBe(422)
  expect((await anna.call('PUT closings/999999/2026-11-30', { revision: 0, amount: 1, note: '' })).status).toBe(404)
  const trail = await database.pool.query(
    `SELECT changes FROM audit_entry WHERE kind = 'terminal' AND record_id = $1 ORDER BY id`,
    [far.terminalId],
  )
  expect(trail.rows.map(({ changes }) => changes.length)).toEqual([2, 2])
})

test('a payment with an unknown outcome is counted on its day, but not as a sale', async () => {
  const { rows } = await database.pool.query(
    `UPDATE payment_attempt SET state = 'REVIEW', created_at = '2026-10-05T12:00:00Z' WHERE id =
       (SELECT min(id) FROM payment_attempt WHERE terminal_id = $1) RETURNING order_id`,
    [far.terminalId],
  )
  await database.pool.query(`UPDATE customer_order SET status = 'error', paid_at = NULL WHERE id = $1`, [
    rows[0].order_id,
  ])
  const [closing] = (await getClosings('2026-10', '')).items
  expect(closing).toMatchObject({ date: '2026-10-05', unknown_outcomes: 1, sales: { count: 0, amount: 0 }, card: 0 })
  expect((await getMonth('2026-10')).unknown_outcomes).toBe(1)
})

test('ledger accounts are saved only on the newest revision, and vouchers use them', async () => {
  const { revision, ...accounts } = (await anna.call('GET ledger-accounts')).body as LedgerAccountsAnswer
  expect(accounts.app).toBe(accounts.card)
  const changed = { ...accounts, card: '1725', app: '1726', sales_by_rate: [{ vat: 13.5, account: '3010' }] }
  const saved = await anna.call('PUT ledger-accounts', { revision, ...changed })
  expect(saved.body).toEqual({ ...changed, revision: revision + 1 })
  expect((await anna.call('PUT ledger-accounts', { revision, ...accounts })).status).toBe(409)
  expect((await anna.call('PUT ledger-accounts', { revision, ...changed, vat: 'A1' })).status).toBe(422)
  const rates = (count: number) => Array.from({ length: count }, (_, vat) => ({ vat, account: '3010' }))
  for (const sales_by_rate of [rates(21), [...rates(3), ...rates(3)]])
    expect((await anna.call('PUT ledger-accounts', { revision: revision + 1, ...changed, sales_by_rate })).status).toBe(
      422,
    )
  const accountNumbers = (await getCsv('2026-12/vouchers.csv?test=true')).slice(1).map(([, , , account]) => account)
  expect(accountNumbers).toEqual(['1725', '3010'])
})
