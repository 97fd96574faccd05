import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { addProduct, addStore, addVatClass } from './catalogue.ts'

/** Adds a store with one terminal and a few offered products; returns their ids. */
export async function stockShop(database: DatabaseHandle) {
  const db = database.kysely
  const storeId = await addStore(database, { name: 'Testilä' })
  const food = await addVatClass(database, {
    name: `food of ${storeId}`,
    rates: { '2020-01-01': 1400, '2026-01-01': 1350 },
  })
  const general = await addVatClass(database, { name: `general of ${storeId}`, rates: { '2020-01-01': 2550 } })
  const terminal = await db
    .insertInto('terminal')
    .values({ store_id: storeId, name: 'maksupääte 1', provider: 'test' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const milk = await addProduct(database, {
    names: { en: 'Milk', fi: 'Maito', sv: 'Mjölk' },
    vatClassId: food,
    price_cents: 145,
  })
  const soap = await addProduct(database, {
    names: { en: 'Soap' },
    vatClassId: general,
    price_cents: 299,
    deposit_cents: 20,
  })
  const potatoes = await addProduct(database, {
    names: { en: 'Potatoes' },
    vatClassId: food,
    price_cents: 220,
    unit: 'kg',
    product_code_type: 'bulk',
  })
  const cheese = await addProduct(database, {
    names: { en: 'Cheese' },
    vatClassId: food,
    price_cents: 1990,
    unit: 'kg',
    product_code_type: 'bulk_encoded_price',
  })
  const lager = await addProduct(database, {
    names: { en: 'Lager' },
    vatClassId: general,
    price_cents: 250,
    min_age: 18,
  })
  const eventFish = await addProduct(database, { names: { en: 'Fish' }, vatClassId: food, product_type: 'preorder' })
  const elsewhere = await addProduct(database, { names: { en: 'Elsewhere' }, vatClassId: food })
  const offered = [milk, soap, potatoes, cheese, lager]
  await db
    .insertInto('store_stock')
    .values(offered.map(product_id => ({ store_id: storeId, product_id })))
    .execute()
  const shopper = () => signedInShopper(database, { activeStoreId: storeId })
  return { storeId, terminalId: terminal.id, milk, soap, potatoes, cheese, lager, eventFish, elsewhere, shopper }
}
export type Stocked = Awaited<ReturnType<typeof stockShop>>
