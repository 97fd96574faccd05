import type { BenchShopper } from './bench-stock.ts'
import { runChild } from './child.ts'
import type { OrdersLoad } from './orders-load.ts'
import type { RawOrders } from './raw-orders.ts'
import { compareInRounds, type Compared } from './rounds.ts'
import { databaseOf, type RunningShop } from './running-shop.ts'

const ROUNDS = 9
const SECONDS = 2

/** Orders placed and paid over HTTP, compared with the same rows in the same commits through a raw client. */
export function benchOrders(shop: RunningShop, shoppers: BenchShopper[]): Promise<Compared> {
  const overHttp: OrdersLoad = { origin: shop.origin, shoppers, seconds: SECONDS, mostOrders: 1_000_000 }
  const raw: RawOrders = { database: databaseOf(shop), shoppers, seconds: SECONDS }
  return compareInRounds(
    ROUNDS,
    () => runChild<number>('bench/orders-load.ts', overHttp),
    () => runChild<number>('bench/raw-orders.ts', raw),
  )
}
