import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Closing } from '#contract/payments/closings.ts'
import type { TerminalDetail } from '#contract/payments/terminals.ts'
import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder } from '#test/shop/refunds.ts'
import { findTerminalAccounts } from './terminal-accounts.ts'

let database: DatabaseHandle
let shop: Shop
let server: Shop
let anna: Caller
let now = new Date('2026-11-01T08:00:00Z')
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  server = await openShop({ database, hasOutbox: true, now: () => now, modules: ['payments'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

const unit = (merchant_serial_number: string) => ({
  name: 'MobilePay',
  provider: 'mobilepay',
  settings: {
    transport: 'mobilepay',
    environment: 'production',
    user_flow: 'WEB_REDIRECT',
    receipt_lines: 'HIDDEN',
    merchant_serial_number,
    client_id: 'client',
    client_secret: 'secret',
    subscription_key: 'key',
  },
})

test('closings show the account that received the payments of each day, also after it was changed back', async () => {
  const stocked = await stockShop(database)
  const added = await anna.call('POST terminals', { store_id: stocked.storeId, ...unit('111111') })
  const { id } = added.body as TerminalDetail
  // A weekend: the account is another one from Friday evening to Monday morning.
  for (const [at, number] of [
    ['2026-11-13T17:00:00Z', '666666'],
    ['2026-11-16T06:00:00Z', '111111'],
  ] as const) {
    now = new Date(at)
    expect((await anna.call(`PUT terminals/${id}`, unit(number))).status).toBe(200)
  }
  now = new Date('2026-12-02T10:00:00Z')
  const { pool } = database
  for (const day of ['12', '13', '14', '16', '17']) {
    const items = [{ product_id: stocked.milk, quantity: 1 }]
    const { order } = await paidOrder(shop, items, { stocked })
    await pool.query('UPDATE customer_order SET paid_at = $2 WHERE id = $1', [order.id, `2026-11-${day}T15:00:00Z`])
    await pool.query('UPDATE payment_attempt SET terminal_id = $2 WHERE order_id = $1', [order.id, id])
  }
  const { items } = (await anna.call('GET closings/months/2026-11/days?sort=date')).body as { items: Closing[] }
  expect(items.map(({ date, terminal }) => [date.slice(8), terminal.accounts])).toEqual([
    ['12', ['111111']],
    ['13', ['111111', '666666']],
    ['14', ['666666']],
    ['16', ['666666', '111111']],
    ['17', ['111111']],
  ])
  const { text } = await anna.call('GET closings/months/2026-11/closings.csv')
  const [head = '', , friday = ''] = text.trim().split('\r\n')
  expect([head.split(';').at(-1), friday.split(';').at(-1)]).toEqual(['account', '"111111, 666666"'])
})

test('the accounts of many terminals are read with few statements, whatever their number', async () => {
  const { storeId } = await stockShop(database)
  const { context } = server
  const ids: number[] = []
  for (let at = 0; at < 12; at++) {
    const { name, ...rest } = unit(`2000${at + 10}`)
    const insert = database.kysely
      .insertInto('terminal')
      .values({ store_id: storeId, name: `${name} ${at}`, provider: 'mobilepay' })
    const { id } = await insert.returning('id').executeTakeFirstOrThrow()
    await saveTerminalSettings(context, { terminalId: id, ...rest })
    ids.push(id)
  }
  await database.pool.query(`UPDATE terminal SET settings_encrypted = 'unreadable' WHERE id = $1`, [ids[0]])
  const statements: string[] = []
  const db = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind)
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const terminals = ids.map(id => ({ id, provider: 'mobilepay' }))
  const accounts = await findTerminalAccounts({ ...context, db }, terminals)
  const [from, until] = [new Date('2026-12-10T00:00:00Z'), new Date('2026-12-11T00:00:00Z')]
  expect(ids.map(id => accounts.between(id, from, until))).toEqual(
    ids.map((_, at) => (at === 0 ? [] : [`2000${at + 10}`])),
  )
  expect(statements).toHaveLength(2)
})
