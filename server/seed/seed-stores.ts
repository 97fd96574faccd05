import type { Trx } from '#server/platform/schema/tables.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import type { DemoProduct, DemoStore, StoreKey } from '#server/seed/demo-data/types.ts'
import { type Ids, idsByText } from './ids.ts'

export type SeedContext = { storeIds: Ids<StoreKey>; productIds: Ids<string>; now: Date }

const stockRows = ({ key, stockThousandths }: DemoProduct, { storeIds, productIds }: SeedContext) =>
  storeIds.keys.flatMap(store => {
    const quantity_thousandths = stockThousandths[store]
    if (quantity_thousandths === undefined) return []
    return [{ store_id: storeIds.getId(store), product_id: productIds.getId(key), quantity_thousandths }]
  })

/** Inserts the stores' stock, without its ledger. */
export async function insertStock(db: Trx, products: readonly DemoProduct[], belonging: SeedContext): Promise<void> {
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
}

/** Inserts a count in the ledger for each quantity: a quantity is the sum of its moves. */
export async function countShelves(db: Trx, belonging: SeedContext): Promise<void> {
  const stock = DEMO.products.flatMap(product => stockRows(product, belonging))
  const count = { kind: 'count', reason: 'opening stock', created_at: belonging.now } as const
  await db
    .insertInto('stock_move')
    .values(stock.map(row => Object.assign({}, row, count)))
    .execute()
}

const storeRow = (store: DemoStore) => ({
  name: store.name,
  address: store.address,
  latitude: store.latitude,
  longitude: store.longitude,
  time_zone: store.timeZone,
  always_open: store.alwaysOpen,
  published: true,
  needs_terms: true,
  enable_preorders: store.enablePreorders,
  lock_provider: store.lock,
  sells_age_restricted: store.sellsAgeRestricted,
})

/** Inserts the stores, their hours and their terminals. */
export async function insertStores(db: Trx, stores: readonly DemoStore[]): Promise<Ids<StoreKey>> {
  const rows = await db.insertInto('store').values(stores.map(storeRow)).returning(['id', 'name as text']).execute()
  const ids = idsByText(
    stores.map(({ key, name }) => ({ key, text: name })),
    rows,
  )
  const hoursRows = (field: 'hours' | 'staffedHours') =>
    stores.flatMap(store =>
      store[field].map(({ weekday, opensAt, closesAt }) => ({
        store_id: ids.getId(store.key),
        weekday,
        opens_at: opensAt,
        closes_at: closesAt,
      })),
    )
  await db.insertInto('store_hours').values(hoursRows('hours')).execute()
  await db.insertInto('store_staffed_hours').values(hoursRows('staffedHours')).execute()
  await db
    .insertInto('terminal')
    .values(stores.flatMap(({ key, terminals }) => terminals.map(each => ({ store_id: ids.getId(key), ...each }))))
    .execute()
  return ids
}
