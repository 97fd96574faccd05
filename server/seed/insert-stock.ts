import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoProduct, StoreKey } from './data/types.ts'
import type { Ids } from './ids.ts'

type Belonging = { storeIds: Ids<StoreKey>; productIds: Ids<string>; now: Date }

const stockRows = ({ key, stockThousandths }: DemoProduct, { storeIds, productIds }: Belonging) =>
  storeIds.keys.flatMap(store => {
    const quantity_thousandths = stockThousandths[store]
    if (quantity_thousandths === undefined) return []
    return [{ store_id: storeIds.idOf(store), product_id: productIds.idOf(key), quantity_thousandths }]
  })

/** Inserts the stores' stock, and a count in the ledger for each quantity: a quantity is the sum of its moves. */
export async function insertStock(
  db: Transaction<Database>,
  products: readonly DemoProduct[],
  belonging: Belonging,
): Promise<void> {
  const stock = products.flatMap(product => stockRows(product, belonging))
  await db
    .insertInto('store_stock')
    .values(
      products.flatMap(product =>
        stockRows(product, belonging).map(row =>
          Object.assign({}, row, {
            is_standard: product.productType === 'standard',
            product_alarm_thousandths: product.alarmLimitThousandths,
          }),
        ),
      ),
    )
    .execute()
  const count = { kind: 'count', reason: 'opening stock', created_at: belonging.now } as const
  await db
    .insertInto('stock_move')
    .values(stock.map(row => Object.assign({}, row, count)))
    .execute()
}
