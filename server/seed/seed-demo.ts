import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { DEMO } from './data/demo.ts'
import { insertOperator } from './insert-operator.ts'
import { insertPreorderEvents } from './insert-preorder-events.ts'
import { insertProducts } from './insert-products.ts'
import { insertStock } from './insert-stock.ts'
import { insertStores } from './insert-stores.ts'
import { insertSuppliers } from './insert-suppliers.ts'
import { insertUsers } from './insert-users.ts'
import { insertVatClasses } from './insert-vat-classes.ts'

/** Who can sign in to the demo shop, by a mailed link that the development mailbox shows. */
export const DEMO_ACCOUNTS = DEMO.users.map(({ email, isAdmin }) => ({ email, isAdmin }))

/** Fills an empty database with the demo shop. A database that has a store stays as it is. */
export const seedDemo = (db: Kysely<Database>, now: Date): Promise<void> =>
  inTransaction(db, async transaction => {
    // Two servers may start on one empty database: the second waits here, and then sees the first one's stores.
    await transaction.selectFrom('operator').select('id').forUpdate().execute()
    if (!(await hasStores(transaction))) await insertDemo(transaction, now)
  })

const hasStores = async (db: Kysely<Database>): Promise<boolean> =>
  (await db.selectFrom('store').select('id').limit(1).executeTakeFirst()) !== undefined

async function insertDemo(db: Transaction<Database>, now: Date): Promise<void> {
  await insertOperator(db, DEMO.operator, now)
  const vatClassIds = await insertVatClasses(db, DEMO.vatClasses)
  const supplierIds = await insertSuppliers(db, DEMO.suppliers)
  const storeIds = await insertStores(db, DEMO.stores)
  const productIds = await insertProducts(db, DEMO.products, { vatClassIds, supplierIds })
  await insertStock(db, DEMO.products, { storeIds, productIds, now })
  await insertPreorderEvents(db, DEMO.preorderEvents, { storeIds, productIds, now })
  await insertUsers(db, DEMO.users, { storeIds, now })
}
