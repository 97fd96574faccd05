import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Closing, ClosingMonth, LedgerAccountsAnswer } from '#contract/payments/closings.ts'
import type { Refund } from '#contract/payments/refunds.ts'
import { type PaymentMethod, PAYMENT_METHODS } from '#domain/payments/payment-method.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { readCells } from '#test/files/read-cells.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'
import { inTier } from '#test/tier.ts'

// Orders and refunds are added up here from what shoppers and admins were told of each, and compared with every closing and file.

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let server: Shop
let anna: Caller
let terminalIdByMethod: Record<PaymentMethod, number>
const events: Event[] = []

const ORDERS = inTier({ merge: 18, full: 80 })
const DAYS = ['2026-11-10', '2026-11-11', '2026-11-12', '2026-11-13']
const ACCOUNT = { terminal: '1720', phone: '1725' } as const

/** What one order or refund was to its shopper; refunds are negative. */
type Event = { method: PaymentMethod; date: string; cents: number; vatCents: number }

const pick = <Each>(from: readonly Each[], place: number): Each => {
  const picked = from[place % from.length]
  if (picked === undefined) throw new Error('nothing to pick from')
  return picked
}

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  server = await openShop({ database, now: () => new Date('2026-12-02T10:00:00Z'), modules: ['payments'] })
  anna = await server.caller('admin')
  stocked = await stockShop(database)
  const app = { store_id: stocked.storeId, name: 'MobilePay', provider: 'mobilepay' }
  const { id } = await database.kysely.insertInto('terminal').values(app).returning('id').executeTakeFirstOrThrow()
  terminalIdByMethod = { terminal: stocked.terminalId, phone: id }
  for (let place = 0; place < ORDERS; place++) await sell(place)
  await database.kysely
    .updateTable('terminal')
    .set({ provider: 'jsonpos' })
    .where('id', '=', stocked.terminalId)
    .execute()
  const { revision, ...accounts } = (await anna.call('GET ledger-accounts')).body as LedgerAccountsAnswer
  await anna.call('PUT ledger-accounts', { revision, ...accounts, card: ACCOUNT.terminal, app: ACCOUNT.phone })
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

const cents = (euros: number) => Math.round(euros * 100)
const formatVat = (rates: readonly { tax: number }[]) => rates.reduce((sum, { tax }) => sum + cents(tax), 0)

/** An order of its day and way; each third is refunded in part or whole, often on a later day. */
async function sell(place: number): Promise<void> {
  const method = pick(PAYMENT_METHODS, Math.floor(place / 2))
  const date = pick(DAYS, place * 7)
  const items = [
    { product_id: stocked.milk, quantity: 1 + (place % 3) },
    { product_id: stocked.soap, quantity: 1 },
    { product_id: stocked.potatoes, quantity: 0.317 + place / 1000 },
  ]
  const { session, order } = await paidOrder(shop, items, { stocked })
  const shown = (await shop.call(session, `GET orders/${order.id}`)).json()
  events.push({ method, date, cents: cents(order.total_amount), vatCents: formatVat(shown.vat_by_rate) })
  const { pool } = database
  await pool.query('UPDATE customer_order SET paid_at = $2 WHERE id = $1', [order.id, `${date}T09:00:00Z`])
  if (place % 3 === 0) {
    const admin = await getAdmin(database, order.id)
    const { lines } = await admin.show(shop)
    const part = lines.slice(0, 1 + (place % 2)).map(({ order_line_id }) => ({ order_line_id }))
    const refund = await admin.refund(shop, place % 4 === 0 ? {} : { lines: part })
    await refundedOn(pick(DAYS, place * 7 + (place % 4)), method, refund)
  }
  await pool.query('UPDATE payment_attempt SET terminal_id = $2 WHERE order_id = $1', [
    order.id,
    terminalIdByMethod[method],
  ])
}

async function refundedOn(date: string, method: PaymentMethod, refund: Refund): Promise<void> {
  expect(refund.state).toBe('DONE')
  events.push({ method, date, cents: -cents(refund.amount), vatCents: -formatVat(refund.vat_by_rate) })
  await database.pool.query('UPDATE refund SET outcome_at = $2 WHERE id = $1', [refund.id, `${date}T19:00:00Z`])
}

const getSum = (
  filter: Partial<Event>,
  figure: 'cents' | 'vatCents' = 'cents',
  some: (event: Event) => boolean = () => true,
) =>
  events
    .filter(
      event =>
        (filter.method ?? event.method) === event.method && (filter.date ?? event.date) === event.date && some(event),
    )
    .reduce((sum, event) => sum + event[figure], 0)

const MONTH = '2026-11'
const getMonth = async () => (await anna.call(`GET closings/months/${MONTH}`)).body as ClosingMonth
const getDays = async () =>
  ((await anna.call(`GET closings/months/${MONTH}/days?size=200`)).body as { items: Closing[] }).items
const getRows = async (file: string): Promise<[head: string[], ...rows: string[][]]> => {
  const [head = [], ...rows] = readCells((await anna.call(`GET closings/months/${MONTH}/${file}`)).text)
  return [head, ...rows]
}
const centsIn = (cell = '') => Math.round(Number(cell.replace(',', '.')) * 100)
const isSale = ({ cents: amount }: Event) => amount > 0

test('some refunds are of orders of another day, in both ways', () => {
  for (const method of PAYMENT_METHODS)
    expect(events.filter(event => event.method === method && !isSale(event)).length).toBeGreaterThan(1)
})

test('each day has a closing of the terminal and one of the app, each with its own payments less refunds', async () => {
  const days = await getDays()
  const expected = DAYS.flatMap(date => PAYMENT_METHODS.map(method => ({ date, method }))).filter(day =>
    events.some(event => event.method === day.method && event.date === day.date),
  )
  expect(days).toHaveLength(expected.length)
  for (const day of days) {
    const filter = { method: day.terminal.method, date: day.date }
    expect(day.terminal.id).toBe(terminalIdByMethod[filter.method])
    expect([cents(day.card), cents(day.gross), cents(day.tax)]).toEqual([
      getSum(filter),
      getSum(filter),
      getSum(filter, 'vatCents'),
    ])
    expect(cents(day.sales.amount)).toBe(getSum(filter, 'cents', isSale))
    expect(cents(day.refunds.amount)).toBe(0 - getSum(filter, 'cents', event => !isSale(event)))
    expect([day.other, day.clearing]).toEqual([0, 0])
  }
})

test('the month says which part of its payments was paid in the app', async () => {
  const month = await getMonth()
  expect(cents(month.card)).toBe(getSum({}))
  expect(cents(month.app)).toBe(getSum({ method: 'phone' }))
  expect(cents(month.card) - cents(month.app)).toBe(getSum({ method: 'terminal' }))
})

test('the month’s file has both ways in rows of their own', async () => {
  const [head, ...rows] = await getRows('closings.csv')
  const inRows = (column: string, method: PaymentMethod) =>
    rows
      .filter(row => Number(row[head.indexOf('terminal_id')]) === terminalIdByMethod[method])
      .reduce((sum, row) => sum + centsIn(row[head.indexOf(column)]), 0)
  for (const method of PAYMENT_METHODS) {
    expect(['card', 'gross', 'tax'].map(column => inRows(column, method))).toEqual([
      getSum({ method }),
      getSum({ method }),
      getSum({ method }, 'vatCents'),
    ])
    const methods = rows.filter(row => Number(row[head.indexOf('terminal_id')]) === terminalIdByMethod[method])
    expect(new Set(methods.map(row => row[head.indexOf('method')]).filter(Boolean))).toEqual(new Set([method]))
  }
})

/** Cents by day and account, without those that are zero. */
const expectedBooks = () =>
  new Map(
    DAYS.flatMap(date =>
      PAYMENT_METHODS.map(
        method => [`${date.replaceAll('-', '')} ${ACCOUNT[method]}`, getSum({ method, date })] as const,
      ),
    ).filter(([, amount]) => amount !== 0),
  )
const isReceivable = (account = '') => account === ACCOUNT.terminal || account === ACCOUNT.phone

test('journal entries, for Netvisor and as SIE too, book both ways on their accounts, each day', async () => {
  const [head, ...lines] = await getRows('vouchers.csv')
  const column = (row: string[], name: string) => row[head.indexOf(name)] ?? ''
  const plain = lines
    .filter(row => isReceivable(column(row, 'Tili')))
    .map(
      row =>
        [
          `${column(row, 'Tositenumero').slice(0, 8)} ${column(row, 'Tili')}`,
          centsIn(column(row, 'Verollinen summa')),
        ] as const,
    )
  expect(new Map(plain)).toEqual(expectedBooks())
  const [, ...postings] = await getRows('vouchers-netvisor.csv')
  const netvisor = postings
    .filter(([, , , account]) => isReceivable(account))
    .map(([number = '', , , account, amount]) => [`${number.slice(0, 8)} ${account}`, centsIn(amount)] as const)
  expect(new Map(netvisor)).toEqual(expectedBooks())
  const { raw } = await anna.call(`GET closings/months/${MONTH}/vouchers.si`)
  const sie: [string, number][] = []
  let day = ''
  for (const line of raw.toString('latin1').split('\r\n')) {
    day = /^#VER "" "" (\d{8}) /.exec(line)?.[1] ?? day
    const [, account, amount] = /^ {3}#TRANS (\d+) \{1 "\d+"\} (-?\d+\.\d\d) /.exec(line) ?? []
    if (isReceivable(account)) sie.push([`${day} ${account}`, centsIn(amount)])
  }
  expect(new Map(sie)).toEqual(expectedBooks())
})

test('a reported sum is compared with its own way alone', async () => {
  const date = pick(DAYS, 0)
  for (const method of PAYMENT_METHODS) {
    const amount = (getSum({ method, date }) + 5) / 100
    await anna.call(`PUT closings/${terminalIdByMethod[method]}/${date}`, { revision: 0, amount, note: '' })
  }
  const days = (await getDays()).filter(day => day.date === date)
  expect(days.map(({ difference }) => difference)).toEqual(days.map(() => 0.05))
  expect((await getMonth()).with_difference).toBe(days.length)
})
