import { mkdtemp, rm } from 'node:fs/promises'
import { Client } from 'pg'
import { signInAdmin, timesFrom, type ListTimes } from './lists-bench.ts'
import { fillShop } from './many-orders.ts'
import { getDatabase, startShop, type RunningShop } from './running-shop.ts'

export const FEW_ORDERS = 10_000
export const MANY_ORDERS = 1_000_000
const WARM_UPS = 5
const CALLS = 40

/** The requested paths, under /api/admin/orders; STORE is one of the stores, ORDER one of the orders. */
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

/** A shop with this many orders, and an admin session. */
export type FilledShop = { origin: string; cookie: string; orderId: number; storeId: number }

/** The values that the paths of LISTS need from a shop. */
export async function filledShop(shop: RunningShop): Promise<FilledShop> {
  const client = new Client(getDatabase(shop))
  await client.connect()
  try {
    const { rows } = await client.query<{ order: string; store: string }>(
      `select percentile_disc(0.5) within group (order by id) as "order", (select min(id) from store) as store
        from customer_order where status = 'complete'`,
    )
    const { order, store } = rows[0]!
    const cookie = await signInAdmin(client)
    return { origin: shop.origin, cookie, orderId: Number(order), storeId: Number(store) }
  } finally {
    await client.end()
  }
}

/** A shop with this many orders. */
export async function openFilled(dataDir: string, orders: number): Promise<RunningShop> {
  const shop = await startShop(dataDir)
  await fillShop(shop, orders)
  return shop
}

/** Calls both shops alternately, so that other load on the machine affects both equally. */
export async function compareLists(few: FilledShop, many: FilledShop): Promise<ListTimes[]> {
  const times: ListTimes[] = []
  for (const [list, path] of Object.entries(LISTS)) {
    const [fewMs, manyMs]: [number[], number[]] = [[], []]
    for (let call = 0; call < WARM_UPS + CALLS; call++) {
      const measured = [await measureTime(few, path), await measureTime(many, path)] as const
      if (call < WARM_UPS) continue
      fewMs.push(measured[0])
      manyMs.push(measured[1])
    }
    times.push({ list, few: timesFrom(fewMs), many: timesFrom(manyMs) })
  }
  return times
}

async function measureTime({ origin, cookie, orderId, storeId }: FilledShop, path: string): Promise<number> {
  const filled = path.replace('STORE', String(storeId)).replace('ORDER', String(orderId))
  const started = performance.now()
  const answer = await fetch(`${origin}/api/admin/orders${filled}&lang=fi`, { headers: { cookie } })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${filled}: ${text}`)
  return performance.now() - started
}

/** The list of orders over HTTP in two shops, one with 10,000 orders and one with 1,000,000, of three lines each. */
export async function benchOrderLists(): Promise<ListTimes[]> {
  const dataDirs = [await mkdtemp('/tmp/puoti-bench-'), await mkdtemp('/tmp/puoti-bench-')] as const
  const shops: RunningShop[] = []
  try {
    for (const [dataDir, orders] of [
      [dataDirs[0], FEW_ORDERS],
      [dataDirs[1], MANY_ORDERS],
    ] as const)
      shops.push(await openFilled(dataDir, orders))
    return await compareLists(await filledShop(shops[0]!), await filledShop(shops[1]!))
  } finally {
    for (const shop of shops) await shop.stop('SIGTERM')
    for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true })
  }
}
