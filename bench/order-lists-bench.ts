import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { signInAdmin, timesOf, type ListTimes, type Times } from './lists-bench.ts'
import { fillOrders } from './many-orders.ts'
import { databaseOf, startShop } from './running-shop.ts'

export const FEW_ORDERS = 10_000
export const MANY_ORDERS = 1_000_000

/** What is asked for, under /api/admin/orders; STORE is one of the stores, ORDER one of the orders. */
const LISTS = {
  'orders of 30 days': '?',
  'orders of 90 days': '?days=90',
  'all orders': '?days=all',
  'all orders, page 150': '?days=all&page=150',
  'all orders, oldest first': '?days=all&sort=updated_at',
  'orders of 30 days, dearest first': '?sort=-total_amount',
  'orders of 30 days, first made first': '?sort=created_at',
  'all orders, dearest first': '?days=all&sort=-total_amount',
  'all orders of a store': '?days=all&store_id=STORE',
  'all paid orders of a store': '?days=all&store_id=STORE&status=complete',
  'orders in error': '?days=all&status=error',
  'cancelled orders': '?days=all&status=cancelled',
  'pre-orders of a store': '?days=all&order_type=preorder&store_id=STORE',
  'orders of a shopper': '?days=all&q=shopper77@',
  'orders of every third shopper': '?days=all&q=kirje',
  'an order by its number': '?q=ORDER',
  'one order': '/ORDER?',
} as const

/** The list of orders over HTTP, one call after the other, with 10,000 orders and with 1,000,000 of three lines each. */
export async function benchOrderLists(): Promise<ListTimes[]> {
  const dataDir = await mkdtemp('/tmp/puoti-bench-')
  const shop = await startShop(dataDir)
  const client = new Client(databaseOf(shop))
  try {
    await client.connect()
    const cookie = await signInAdmin(client)
    const measure = async (orders: number) => {
      await fillOrders(client, orders)
      const { rows } = await client.query<{ order: number; store: number }>(
        `select (percentile_disc(0.5) within group (order by id))::text as "order", (select min(id) from store)::text as store
          from customer_order where status = 'complete'`,
      )
      const times: Times[] = []
      for (const path of Object.values(LISTS)) {
        const filled = path.replace('STORE', String(rows[0]?.store)).replace('ORDER', String(rows[0]?.order))
        times.push(await timesOf(`${shop.origin}/api/admin/orders${filled}&lang=fi`, cookie))
      }
      return times
    }
    const few = await measure(FEW_ORDERS)
    const many = await measure(MANY_ORDERS)
    return Object.keys(LISTS).map((list, at) => ({ list, few: few[at]!, many: many[at]! }))
  } finally {
    await client.end()
    await shop.stop('SIGTERM')
    await rm(dataDir, { recursive: true, force: true })
  }
}
