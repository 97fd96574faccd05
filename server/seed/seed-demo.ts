import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { DEMO } from './data/demo.ts'
import { insertPreorderEvents } from './insert-preorder-events.ts'
import { insertProducts } from './insert-products.ts'
import { insertStock } from './insert-stock.ts'
import { insertStores } from './insert-stores.ts'
import { insertVatClasses } from './insert-vat-classes.ts'
import type { DemoOperator, DemoSupplier, SupplierKey, DemoUser, StoreKey } from './data/types.ts'
import { idsByText, type Ids } from './ids.ts'

/** Accounts that can sign in at once. They are marked as having signed in, since others are purged after a day. */
async function insertUsers(
  db: Transaction<Database>,
  users: readonly DemoUser[],
  { storeIds, now }: { storeIds: Ids<StoreKey>; now: Date },
): Promise<void> {
  const languages = await db.selectFrom('language').select(['id', 'code']).execute()
  const languageIds = new Map(languages.map(({ code, id }) => [code, id]))
  const fallback = Math.min(...languageIds.values())
  const rows = users.map(user => ({
    email: user.email,
    phone: user.phone,
    is_verified: user.isVerified,
    is_admin: user.isAdmin,
    language_id: languageIds.get(user.language) ?? fallback,
    active_store_id: storeIds.idOf(user.activeStore),
    last_login_at: now,
  }))
  await db.insertInto('app_user').values(rows).execute()
}

async function insertSuppliers(
  db: Transaction<Database>,
  suppliers: readonly DemoSupplier[],
): Promise<Ids<SupplierKey>> {
  const rows = await db
    .insertInto('supplier')
    .values(suppliers.map(({ name, email }) => ({ name, email })))
    .returning(['id', 'name as text'])
    .execute()
  return idsByText(
    suppliers.map(({ key, name }) => ({ key, text: name })),
    rows,
  )
}

/** The operator's single row exists from the migration on, empty. */
async function insertOperator(db: Transaction<Database>, operator: DemoOperator, now: Date): Promise<void> {
  const { name, businessId: business_id, address, email, phone, terms } = operator
  await db.updateTable('operator').set({ name, business_id, address, email, phone }).execute()
  await db
    .insertInto('terms_version')
    .values({ texts: JSON.stringify(terms), published_at: now })
    .execute()
}

/** Accounts for signing in to the demo shop, by an emailed link in the development mailbox. */
export const DEMO_ACCOUNTS = DEMO.users.map(({ email, isAdmin }) => ({ email, isAdmin }))

/** Fills an empty database with the demo shop. A database with a store stays unchanged. */
export const seedDemo = (db: Kysely<Database>, now: Date): Promise<void> =>
  inTransaction(db, async transaction => {
    // Two servers may start on one empty database: the second waits for this lock, and then finds the first one's stores.
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
